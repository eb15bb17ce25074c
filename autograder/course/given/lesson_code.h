// The code that a lesson gives: its skeleton, and the headers that all exercises include.
#pragma once

#include <string>

#include "course/given/given_code.h"
#include "course/lesson/lesson.h"

namespace course {

struct GivenCode {
  std::string skeleton, headers;

  InGivenCode around(const std::string& exercise) const {
    return in_given_code(skeleton, headers, exercise);
  }
};

/// A lesson without a skeleton gives none.
bool has_given_code(const Lesson& lesson);

/// Requires: has_given_code(lesson).
GivenCode given_code_of(const Lesson& lesson);

/// What a class is graded with instead of a student's changes. Requires: there are some.
std::string words_about_change(const InGivenCode& found);

/// What a student should know of an exercise before a class is graded; empty where all is well.
std::string words_for_student(const Lesson& lesson, const std::string& exercise);

}  // namespace course
