// Brings what a student has written over to a course file that has changed since it was begun.
#pragma once

#include <string>
#include <vector>

#include "course/student/students_files.h"

namespace course {

struct Merged {
  std::string text;
  /// Places that student and course have both changed; `text` has both versions of each, between
  /// "<<<<<<<" and ">>>>>>>".
  std::size_t conflicts = 0;
  /// TODOs that the student has written something for and that read differently now, or questions
  /// that were answered and are others now.
  std::vector<std::string> asked_anew;
};

/// Region by region: what the student wrote between `// begin:` and `// end:` stays, whatever the
/// course says there now; regions not written in are the course's. What stands outside of regions
/// is merged line by line, by git or diff3 where both have changed it. Throws std::runtime_error
/// when that needs a program and there is none.
Merged merge_exercise(const std::string& own, const std::string& begun, const std::string& given);

/// The course's questions with the student's answers to those that are still the same. Throws
/// FileError when the student's file is no quiz.
Merged merge_answers(const StudentsFile& file);

}  // namespace course
