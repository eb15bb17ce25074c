// A declaration in exercise.h is C: name, parameters, no function pointers. The name of a parameter
// is the last word in front of its comma.
#include "harness/entry_points.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace harness {
namespace {

std::span<const ExerciseHeader> known_headers;

// Where `word` stands in `text` as a word of its own, from `from` on.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
  for (std::size_t at = text.find(word, from); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !base::is_word(text[at - 1])) &&
        (end == text.size() || !base::is_word(text[end])))
      return at;
  }
  return std::string_view::npos;
}

std::string last_word(std::string_view text) {
  while (!text.empty() && !base::is_word(text.back())) text.remove_suffix(1);
  std::size_t begin = text.size();
  while (begin > 0 && base::is_word(text[begin - 1])) --begin;
  return std::string(text.substr(begin));
}

std::string without_comments(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const bool line = text.substr(i, 2) == "//";
    if (!line && text.substr(i, 2) != "/*") {
      result += text[i++];
      continue;
    }
    const std::size_t end = text.find(line ? "\n" : "*/", i + 2);
    i = end == std::string_view::npos ? text.size() : end + (line ? 0 : 2);
    result += ' ';
  }
  return result;
}

bool is_of_running_lesson(const ExerciseHeader& header) {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  return test != nullptr &&
         std::string_view(test->file()).find(header.lesson) != std::string_view::npos;
}

}  // namespace

void know_headers(std::span<const ExerciseHeader> headers) { known_headers = headers; }

std::string parameter_name(std::string_view header, std::string_view entry_point,
                           std::size_t index) {
  const std::string text = without_comments(header);
  for (std::size_t at = find_word(text, entry_point, 0); at != std::string::npos;
       at = find_word(text, entry_point, at + 1)) {
    const std::size_t open = text.find_first_not_of(" \n", at + entry_point.size());
    if (open == std::string::npos || text[open] != '(') continue;
    std::string_view parameters(text);
    parameters = parameters.substr(open + 1, text.find(')', open) - open - 1);
    for (; index > 0; --index) {
      const std::size_t comma = parameters.find(',');
      if (comma == std::string_view::npos) return {};
      parameters.remove_prefix(comma + 1);
    }
    return last_word(parameters.substr(0, parameters.find(',')));
  }
  return {};
}

std::string argument_name(const std::string& entry_point, std::size_t index) {
  for (const bool only_running : {true, false}) {
    for (const ExerciseHeader& header : known_headers) {
      if (only_running && !is_of_running_lesson(header)) continue;
      std::string name = parameter_name(header.text, entry_point, index);
      if (!name.empty()) return name;
    }
  }
  return "argument " + std::to_string(index + 1);
}

}  // namespace harness
