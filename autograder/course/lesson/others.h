// How others solve a lesson: solutions/NN-name/others/SLUG.cu, each right, each in another way.
//
// Such a file holds its idea and what it costs, and what is other than in the course's solution,
// which the rest is taken from; put_together.h says how it is written.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.h"
#include "course/lesson/lesson.h"

namespace course {

struct OtherSolution {
  std::string name;            ///< the file's, without .cu
  std::filesystem::path file;  ///< what is other
  std::string idea;            ///< its first comment
  std::string text;            ///< the whole exercise
};

/// In the order of their names; none where there is no such folder. Throws FileError for one that
/// does not fit the course's solution.
std::vector<OtherSolution> load_others(const Course& course, const Lesson& lesson);

/// A file of the build folder with the whole exercise, for compilers.
std::filesystem::path whole_file(const Course& course, const Lesson& lesson,
                                 const OtherSolution& other);

}  // namespace course
