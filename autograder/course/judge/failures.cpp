// Two stable sorts, with the first open TODO between them.
#include "course/judge/failures.h"

#include <algorithm>

namespace course {

std::optional<OpenTodo> todo_behind(const Lesson& lesson, const CheckVerdict& check,
                                    const std::vector<OpenTodo>& open) {
  const CheckSpec* spec = lesson.check(check.name);
  if (spec == nullptr || spec->todo.empty()) return std::nullopt;
  for (const OpenTodo& todo : open) {
    if (todo.name == spec->todo) return todo;
  }
  return std::nullopt;
}

std::vector<const CheckVerdict*> failures_in_order(const Lesson& lesson,
                                                   const LessonVerdict& verdict,
                                                   const std::vector<OpenTodo>& open) {
  std::vector<const CheckVerdict*> failures;
  for (const CheckVerdict& check : verdict.checks) {
    if (check.failed()) failures.push_back(&check);
  }
  const auto waits = [&](const CheckVerdict* check) {
    return todo_behind(lesson, *check, open).has_value();
  };
  const auto first_open = std::ranges::find_if(failures, waits);
  std::ranges::stable_sort(failures.begin(), first_open, {}, rank_of);
  const auto others = std::stable_partition(first_open, failures.end(), waits);
  std::ranges::stable_sort(others, failures.end(), {}, rank_of);
  return failures;
}

}  // namespace course
