// A lesson's verdict as a student reads it: what holds, what does not and why, and what to do next.
#pragma once

#include <string>

#include "course/course.h"
#include "course/judge/verdict.h"
#include "course/lesson/lesson.h"

namespace course {

/// How much of what failed is told in full.
enum class Detail { kFirst, kAll };

/// `exercise` is the file that was graded. The first thing to fix comes first, at a place to click
/// on; the other checks follow in a line each, unless all are to be told in full. `options` are
/// those that another `course check` needs to see the same: " --from solutions".
std::string lesson_report(const Course& course, const Lesson& lesson, const LessonVerdict& verdict,
                          const std::filesystem::path& exercise, Detail detail = Detail::kFirst,
                          const std::string& options = "");

/// The same verdict with the TODO's name at the head of the messages of checks that fail because
/// it is still to do: what goes into JSON.
LessonVerdict with_todos_named(const Course& course, const Lesson& lesson, LessonVerdict verdict,
                               const std::filesystem::path& exercise);

}  // namespace course
