// A lesson's verdict as a student reads it: what holds, what does not and why, and what to do next.
#pragma once

#include <optional>
#include <string>

#include "grader/course.h"
#include "grader/lesson.h"
#include "grader/todo.h"
#include "grader/verdict.h"

namespace grader {

/// The TODO that a failing check needs, when it is still open in the exercise's text.
std::optional<OpenTodo> todo_behind(const Lesson& lesson, const CheckVerdict& check,
                                    const std::string& exercise_text);

/// How much of what failed is told in full.
enum class Detail { kFirst, kAll };

/// `exercise` is the file that was graded. The first thing to fix comes first, at a place to click
/// on; the other checks follow in a line each, unless all are to be told in full.
std::string lesson_report(const Course& course, const Lesson& lesson, const LessonVerdict& verdict,
                          const std::filesystem::path& exercise, Detail detail = Detail::kFirst);

/// The same verdict with the TODO's name at the head of the messages of checks that fail because
/// it is still to do: what goes into JSON.
LessonVerdict with_todos_named(const Course& course, const Lesson& lesson, LessonVerdict verdict,
                               const std::filesystem::path& exercise);

}  // namespace grader
