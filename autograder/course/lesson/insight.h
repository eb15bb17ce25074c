// The sentence that those who have solved a lesson take with them: a rule, or a fact that was
// measured.
#pragma once

#include <string>

#include "course/lesson/lesson.h"

namespace course {

/// `insight` of lesson.toml, which every lesson has.
std::string insight_of(const Lesson& lesson);

}  // namespace course
