// What a student should know of an exercise before it is handed in: where a class would be judged
// by other code than what the file says, or not at all.
#pragma once

#include <filesystem>
#include <string>

#include "course/course.h"
#include "course/lesson/lesson.h"

namespace course {

/// A sentence, or nothing where all is well. `thoroughly`: what the compiler reads is looked at,
/// too, which takes the time of a preprocessor. Requires: `exercise` is a file.
std::string note_for_class(const Course& course, const Lesson& lesson,
                           const std::filesystem::path& exercise, bool thoroughly);

}  // namespace course
