// Escaping, one character at a time.
#include "grading/intake/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "grading/intake/combining_marks.h"

namespace grading {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

bool is_allowed(std::string_view character) {
  const std::uint32_t code = utf8_code(character);
  return code == '\n' || code == '\t' || !is_deceptive(code);
}

/// Letters and digits of any script, near enough: no sign, bracket or blank, not even a wide one,
/// by which a spreadsheet could be made to take the text for a formula.
bool begins_a_word(std::string_view text) {
  const std::size_t length = utf8_length(text);
  if (length == 0) return false;
  const std::uint32_t code = utf8_code(text.substr(0, length));
  if (code < 0x80) return std::isalnum(static_cast<int>(code)) != 0 || code == '_';
  constexpr std::pair<std::uint32_t, std::uint32_t> kLetters[] = {
      {0xc0, 0xd6}, {0xd8, 0xf6}, {0xf8, 0x167f}, {0x1e00, 0x1fff}, {0x3041, 0xdfff}};
  return std::ranges::any_of(
      kLetters, [code](const auto& span) { return span.first <= code && code <= span.second; });
}

bool is_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

/// The parts between separators, of nothing but digits; none if there is anything else.
std::vector<std::string> groups_of(std::string_view text, std::string_view separators) {
  std::vector<std::string> groups(1);
  for (const char c : text) {
    if (separators.find(c) != std::string_view::npos) {
      groups.emplace_back();
    } else if (base::is_digit(c)) {
      groups.back() += c;
    } else {
      return {};
    }
  }
  return std::ranges::any_of(groups, &std::string::empty) ? std::vector<std::string>() : groups;
}

/// 1-2, 01.02.2026 and 1:30, whose zeros in front a spreadsheet leaves out or adds.
std::string date_in(std::string_view text) {
  for (const std::string_view separator : {"-", ".", ":"}) {
    const std::vector<std::string> groups = groups_of(text, separator);
    if (groups.size() < (separator == "." ? 3 : 2) || groups.size() > 3) continue;
    std::string date;
    for (const std::string& group : groups) {
      const std::size_t first = std::min(group.find_first_not_of('0'), group.size() - 1);
      date += (date.empty() ? "" : "-") + group.substr(first);
    }
    return date;
  }
  return {};
}

/// 1,000 and 1'000 as 1000.
std::string without_thousands(std::string_view text) {
  const std::vector<std::string> groups = groups_of(text, ",.' ");
  const bool are_thousands =
      groups.size() > 1 && groups[0].size() <= 3 &&
      std::all_of(groups.begin() + 1, groups.end(), [](const auto& g) { return g.size() == 3; });
  if (!are_thousands) return std::string(text);
  std::string digits;
  for (const std::string& group : groups) digits += group;
  return digits;
}

}  // namespace

std::string cleaned(std::string_view text) {
  std::string clean;
  MarkCounter marks;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    const bool good = length != 0 && is_allowed(character);
    const bool is_piled_up = marks.is_too_many(good ? utf8_code(character) : 0);
    if (!is_piled_up) clean += good ? character : kReplacement;
    text.remove_prefix(character.size());
  }
  return clean;
}

std::string in_one_line(std::string_view text) {
  std::string line = cleaned(text);
  for (char& c : line) {
    if (c == '\n' || c == '\t') c = ' ';
  }
  return line;
}

std::string shortened(const std::string& text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  std::size_t end = 0;
  while (true) {
    const std::size_t length = utf8_length(std::string_view(text).substr(end));
    const std::size_t step = length == 0 ? 1 : length;
    if (end + step > bytes) break;
    end += step;
  }
  return text.substr(0, end) + "…";
}

std::string shortened_in_the_middle(const std::string& text, std::size_t bytes) {
  constexpr std::string_view kLeftOut = " … ";
  if (text.size() <= bytes) return text;
  const auto inside = [&text](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  const std::size_t half = (bytes - std::min(bytes, kLeftOut.size())) / 2;
  std::size_t left = half, right = text.size() - half;
  for (int i = 0; i < 3 && left > 0 && inside(left); ++i) --left;
  for (int i = 0; i < 3 && right < text.size() && inside(right); ++i) ++right;
  return text.substr(0, left) + std::string(kLeftOut) + text.substr(right);
}

std::string escaped_for_markup(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string csv_cell(std::string_view text) {
  std::string cell(text);
  if (!cell.empty() && !begins_a_word(cell) && !is_number(cell)) cell.insert(0, "'");
  if (cell.find_first_of(",\"\r\n;") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string number_in(std::string_view text) {
  if (std::string date = date_in(text); !date.empty()) return date;
  std::string number = without_thousands(text);
  if (number.starts_with('+')) number.erase(0, 1);
  const bool is_percentage = number.ends_with('%');
  if (is_percentage) number.pop_back();
  std::ranges::replace(number, ',', '.');
  if (number.find_first_of("0123456789") == std::string::npos || !is_number(number)) return {};
  constexpr double kHundredth = 0.01;
  double value = 0;
  std::from_chars(number.data(), number.data() + number.size(), value);
  return fmt::format("{:.15g}", is_percentage ? value * kHundredth : value);
}

}  // namespace grading
