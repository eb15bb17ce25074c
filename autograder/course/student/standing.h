// How a student's exercise stands now: from the cache when nothing changed, else graded anew.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "course/course.h"
#include "course/judge/grading.h"
#include "course/judge/verdict.h"
#include "course/lesson/lesson.h"
#include "course/lesson/todo.h"
#include "course/student/progress.h"

namespace course {

struct Standing {
  LessonVerdict verdict;
  std::vector<OpenTodo> open;
  bool begun = true;  ///< false: every TODO is still open, and nothing was graded

  std::optional<Passed> passed;  ///< once, though the exercise may have been broken since

  bool solved() const { return verdict.verdict == Verdict::kPassed; }
};

/// Keeps the verdict on the student's exercise as it is now, and notes it where it is the first
/// that passes.
void remember(const Course& course, const Lesson& lesson, const LessonVerdict& verdict);

Standing standing_of(const Course& course, const Lesson& lesson, Slots& slots);

/// The TODO to work on: that of the first failing check, else the first open one; may be empty.
std::string todo_in_question(const Lesson& lesson, const Standing& standing);

}  // namespace course
