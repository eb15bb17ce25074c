// What every room asks of plain text: what a character of ASCII is, whatever the locale, and what a
// text is without the blanks around it, or line by line.
#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace base {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Part of a name in C++: a letter, a digit or an underscore.
inline bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

/// What may be between the words of a line.
inline constexpr std::string_view kBlanks = " \t\v\f\r";
inline bool is_blank(char c) { return kBlanks.find(c) != std::string_view::npos; }

/// A blank or a line end.
inline bool is_space(char c) { return is_blank(c) || c == '\n'; }

/// Without any of `blanks` at the beginning and the end.
inline std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\v\f\r\n") {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

/// Without their line ends. What follows the last line end is a line only if it is not empty.
inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// "1 point", "3 points".
inline std::string counted(long count, std::string_view one) {
  return std::to_string(count) + " " + std::string(one) + (count == 1 ? "" : "s");
}

}  // namespace base
