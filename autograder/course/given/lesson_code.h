// The code that a lesson gives, and what is said about an exercise that has another.
#pragma once

#include <string>
#include <vector>

#include "course/given/code.h"
#include "course/given/given_code.h"
#include "course/lesson/lesson.h"

namespace course {

/// A lesson without a skeleton gives none.
bool has_given_code(const Lesson& lesson);

/// Requires: has_given_code(lesson).
std::string skeleton_of(const Lesson& lesson);

/// The code of the header that all lessons' given code includes, without directives; empty where
/// there is none.
std::vector<Token> given_header_of(const Lesson& lesson);

/// What a class is graded with instead of a student's changes. Requires: there are some.
std::string words_about_change(const InGivenCode& found);

}  // namespace course
