// How others solve a lesson: solutions/NN-name/others/SLUG.cu, each right, each in another way.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.h"
#include "course/lesson/lesson.h"

namespace grader {

struct OtherSolution {
  std::string name;  ///< the file's, without .cu
  std::filesystem::path file;
  std::string idea;  ///< its first comment
};

/// In the order of their names; none where there is no such folder.
std::vector<OtherSolution> load_others(const Course& course, const Lesson& lesson);

}  // namespace grader
