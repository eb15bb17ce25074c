// Escaping, one character at a time.
#include "grading/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <utility>

#include "utf8.h"

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

}  // namespace

std::string cleaned(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    const bool good = length != 0 && is_allowed(character);
    clean += good ? character : kReplacement;
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

}  // namespace grading
