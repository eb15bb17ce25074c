// "**M2.** A child sees … *PG13 §4.18.3*" → "A child sees …".
#include "course/lesson/rules.h"

#include <cctype>
#include <sstream>

namespace course {

namespace {

bool is_number(std::string_view word) {
  std::size_t i = 0;
  while (i < word.size() && std::isupper(static_cast<unsigned char>(word[i])) != 0) ++i;
  const std::size_t letters = i;
  while (i < word.size() && std::isdigit(static_cast<unsigned char>(word[i])) != 0) ++i;
  return letters == 1 && i > letters && i == word.size();
}

/// The numbers in "D2, D3"; none when anything else stands there.
std::vector<std::string> numbers_in(std::string_view text) {
  std::vector<std::string> numbers;
  for (;;) {
    const std::size_t comma = text.find(", ");
    const std::string_view word = text.substr(0, comma);
    if (!is_number(word)) return {};
    numbers.emplace_back(word);
    if (comma == text.npos) return numbers;
    text.remove_prefix(comma + 2);
  }
}

/// Up to the first full stop that ends a sentence; code may have stops of its own.
std::string first_sentence(std::string_view text) {
  bool code = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') code = !code;
    const bool ends = text[i] == '.' && (i + 1 == text.size() || text[i + 1] == ' ');
    if (ends && !code) return std::string(text.substr(0, i + 1));
  }
  return std::string(text);
}

std::string without_marks(const std::string& text) {
  std::string plain;
  bool code = false;
  for (const char c : text) {
    if (c == '`') code = !code;
    if (c != '`' && (c != '*' || code)) plain += c;
  }
  return plain;
}

}  // namespace

std::vector<std::string> cited_rules(std::string_view message) {
  for (std::size_t close = message.rfind(')'); close != message.npos && close > 0;
       close = message.rfind(')', close - 1)) {
    const std::size_t open = message.rfind('(', close);
    if (open == message.npos) return {};
    auto numbers = numbers_in(message.substr(open + 1, close - open - 1));
    if (!numbers.empty()) return numbers;
  }
  return {};
}

std::string rule_sentence(const Course& course, const std::string& rule) {
  const std::filesystem::path page = course.root / "docs" / "rules.md";
  if (!std::filesystem::exists(page)) return "";
  std::istringstream lines(read_file(page));
  const std::string head = "**" + rule + ".** ";
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(head)) return without_marks(first_sentence(line.substr(head.size())));
  }
  return "";
}

}  // namespace course
