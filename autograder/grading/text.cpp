// Escaping, one character at a time.
#include "grading/text.h"

#include <charconv>

#include "utf8.h"

namespace grading {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

bool is_allowed(char c) {
  return static_cast<unsigned char>(c) >= 0x20 ? c != 0x7f : c == '\n' || c == '\t';
}

// C1 controls, U+0080 to U+009F, of which terminals take U+009B for the beginning of a command; and
// U+FFFE and U+FFFF, which XML must not have.
bool is_control_or_none(std::string_view character) {
  if (character.size() == 2) {
    return character[0] == '\xc2' && static_cast<unsigned char>(character[1]) < 0xa0;
  }
  return character == "\xef\xbf\xbe" || character == "\xef\xbf\xbf";
}

// U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069: they order what stands beside them
// from right to left, so that text reads otherwise than it is.
bool is_direction(std::string_view character) {
  if (character == "\xd8\x9c") return true;
  if (character.size() != 3 || character.substr(0, 1) != "\xe2") return false;
  const auto second = static_cast<unsigned char>(character[1]);
  const auto third = static_cast<unsigned char>(character[2]);
  if (second == 0x80) return third == 0x8e || third == 0x8f || (third >= 0xaa && third <= 0xae);
  return second == 0x81 && third >= 0xa6 && third <= 0xa9;
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
    const bool good = length == 1   ? is_allowed(text[0])
                      : length == 0 ? false
                                    : !is_control_or_none(character) && !is_direction(character);
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
  constexpr std::string_view kFormula = "=+-@\t\r\n";
  // Blanks in front do not keep every spreadsheet from it.
  const std::size_t first = cell.find_first_not_of(' ');
  if (first != std::string::npos && kFormula.find(cell[first]) != std::string_view::npos &&
      !is_number(cell)) {
    cell.insert(0, "'");
  }
  if (cell.find_first_of(",\"\r\n;") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace grading
