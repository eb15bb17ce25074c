// Text from outside is made harmless here, once.
#include "harness/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"

namespace harness {
namespace {

constexpr std::size_t kLongestLine = 200;

}  // namespace

std::string show_number(double value) { return fmt::format("{}", value); }
std::string show_number(float value) { return fmt::format("{}", value); }

std::string clean(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const auto first = static_cast<unsigned char>(text[0]);
    const bool is_control = length == 1 && (first < 0x20 || first == 0x7F) && first != '\n';
    const bool is_c1_control =
        length == 2 && first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0;
    if (length == 0 || is_control || is_c1_control) {
      result += first == '\t' ? ' ' : '?';
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return result;
}

std::string last_line(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  const std::size_t line_end = text.rfind('\n');
  if (line_end != std::string_view::npos) text.remove_prefix(line_end + 1);
  return clean(text.substr(0, kLongestLine));
}

std::string counted(std::size_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

}  // namespace harness
