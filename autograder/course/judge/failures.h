// The checks that failed, in the order in which a student should read of them.
#pragma once

#include <optional>
#include <vector>

#include "course/judge/verdict.h"
#include "course/lesson/lesson.h"
#include "course/lesson/todo.h"

namespace course {

/// The TODO that a check needs, when it is among those still open in the exercise.
std::optional<OpenTodo> todo_behind(const Lesson& lesson, const CheckVerdict& check,
                                    const std::vector<OpenTodo>& open);

/// What names its cause most surely (rank_of) comes first; among equals lesson.toml decides. A
/// lesson is done from top to bottom: checks before the first that waits for an open TODO come
/// before it, all others after those that wait for one. They point into `verdict`.
std::vector<const CheckVerdict*> failures_in_order(const Lesson& lesson,
                                                   const LessonVerdict& verdict,
                                                   const std::vector<OpenTodo>& open);

}  // namespace course
