// How others solve a lesson: solutions/NN-name/others/SLUG.cu, each right, each in another way.
//
// Such a file holds what is other than in the course's solution, which the rest is taken from:
//
//   // Its idea, and what it costs.
//   #include <bit>
//
//   // before: struct Solver {
//   a helper, which goes in front of the only line that begins so
//
//   // instead of: int steps;
//   another line in the place of the only one that begins so, or none
//
//   // begin: NAME
//   a region. Text in front of one goes in front of it.
//   // end: NAME
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.h"
#include "course/lesson/lesson.h"

namespace grader {

struct OtherSolution {
  std::string name;            ///< the file's, without .cu
  std::filesystem::path file;  ///< what is other
  std::string idea;            ///< its first comment
  std::string text;            ///< the whole exercise
};

/// In the order of their names; none where there is no such folder. Throws FileError for one that
/// does not fit the course's solution.
std::vector<OtherSolution> load_others(const Course& course, const Lesson& lesson);

/// The whole exercise: `solution` with what `other` has. `file` names the other in complaints.
/// Throws FileError for a region, or a beginning of a line, that `solution` has not, or not once.
std::string put_together(const std::string& solution, const std::string& other,
                         const std::filesystem::path& file);

/// A file of the build folder with the whole exercise, for compilers.
std::filesystem::path whole_file(const Course& course, const Lesson& lesson,
                                 const OtherSolution& other);

}  // namespace grader
