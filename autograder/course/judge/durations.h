// How long each check of a lesson took the last time, so that the longest can begin first and no
// core is left waiting for one that began last.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "course/course.h"
#include "course/judge/verdict.h"
#include "course/lesson/lesson.h"

namespace course {

class Durations {
 public:
  Durations(const Course& course, const Lesson& lesson);

  /// The longest first; what never ran before keeps its place in front of them all.
  std::vector<std::string> longest_first(std::vector<std::string> checks) const;
  void keep(const std::vector<CheckVerdict>& checks);

 private:
  std::filesystem::path file_;
  std::map<std::string, double> seconds_;
};

}  // namespace course
