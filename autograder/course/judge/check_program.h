// The program that has a lesson's checks. ./course builds only what every lesson needs, and brings
// up to date what is there: a lesson's checks are built when they are first asked for.
#pragma once

#include <filesystem>

#include "course/course.h"
#include "course/lesson/lesson.h"

namespace course {

/// Where the program is, or will be.
std::filesystem::path check_program_path(const Course& course, const Lesson& lesson);

/// The same, built if it was not there; says so on standard error. Throws std::runtime_error with
/// the compiler's words. Thread safe: what several ask for meanwhile is built at once.
std::filesystem::path check_program(const Course& course, const Lesson& lesson);

}  // namespace course
