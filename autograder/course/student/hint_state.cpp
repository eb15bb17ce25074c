// One number a line.
#include "course/student/hint_state.h"

#include <fmt/format.h>

#include <sstream>

namespace course {

std::set<std::size_t> HintState::given(const Lesson& lesson) const {
  std::set<std::size_t> numbers;
  if (!std::filesystem::exists(file(lesson))) return numbers;
  std::istringstream text(read_file(file(lesson)));
  for (std::size_t number = 0; text >> number;) numbers.insert(number);
  return numbers;
}

void HintState::remember(const Lesson& lesson, std::size_t hint) const {
  std::string text;
  std::set<std::size_t> numbers = given(lesson);
  numbers.insert(hint);
  for (const std::size_t number : numbers) text += fmt::format("{}\n", number);
  write_file(file(lesson), text);
}

void HintState::forget(const Lesson& lesson) const { std::filesystem::remove(file(lesson)); }

std::optional<std::size_t> next_hint(const Lesson& lesson, const std::string& todo,
                                     const std::set<std::size_t>& given) {
  for (const std::string& wanted : {todo, std::string()}) {
    for (std::size_t i = 0; i < lesson.hints.size(); ++i) {
      const bool fits = todo.empty() || lesson.hints[i].todo == wanted;
      if (fits && given.count(i) == 0) return i;
    }
  }
  return std::nullopt;
}

}  // namespace course
