// One line, read character by character.
#include "grading/gradebook/failure_kind.h"

#include <cctype>

#include "base/text.h"
#include "grading/intake/text.h"

namespace grading {
namespace {

constexpr std::size_t kLongestKind = 200;  // bytes: a line of a page

std::string_view first_line(std::string_view text) {
  while (!text.empty() && (text[0] == '\n' || text[0] == ' ' || text[0] == '\r')) {
    text.remove_prefix(1);
  }
  return text.substr(0, text.find('\n'));
}

std::string_view telling_line(std::string_view message) {
  const std::size_t error = message.find("error: ");
  if (error == std::string_view::npos) return first_line(message);
  const std::size_t begin = message.rfind('\n', error);
  return first_line(message.substr(begin == std::string_view::npos ? 0 : begin + 1));
}

// Behind the number that begins at `i`: 12, 0x7f3a, 1.5e-3, 1,024.
std::size_t end_of_number(std::string_view line, std::size_t i) {
  if (line.substr(i, 2) == "0x") {
    for (i += 2; i < line.size() && std::isxdigit(static_cast<unsigned char>(line[i])) != 0;) ++i;
    return i;
  }
  const auto goes_on = [&](std::size_t at) {
    const bool between = line[at] == '.' || line[at] == ',';
    return base::is_digit(line[at]) ||
           (between && at + 1 < line.size() && base::is_digit(line[at + 1]));
  };
  while (i < line.size() && goes_on(i)) ++i;
  if (i < line.size() && line[i] == 'e') {
    std::size_t exponent = i + 1;
    if (exponent < line.size() && (line[exponent] == '-' || line[exponent] == '+')) ++exponent;
    if (exponent < line.size() && base::is_digit(line[exponent])) {
      while (exponent < line.size() && base::is_digit(line[exponent])) ++exponent;
      return exponent;
    }
  }
  return i;
}

bool is_sign_of_number(std::string_view line, std::size_t i) {
  return line[i] == '-' && i + 1 < line.size() && base::is_digit(line[i + 1]) &&
         (i == 0 || line[i - 1] == ' ' || line[i - 1] == '(' || line[i - 1] == '[');
}

}  // namespace

std::string failure_kind(std::string_view message) {
  const std::string line = in_one_line(telling_line(message).substr(0, 4 * kLongestKind));
  std::string kind;
  for (std::size_t i = 0; i < line.size();) {
    const bool begins = i == 0 || !base::is_word(line[i - 1]);
    if (is_sign_of_number(line, i)) {
      ++i;
    } else if (base::is_digit(line[i]) && begins) {
      kind += "…";
      i = end_of_number(line, i);
    } else {
      kind += line[i++];
    }
  }
  return shortened(kind, kLongestKind);
}

}  // namespace grading
