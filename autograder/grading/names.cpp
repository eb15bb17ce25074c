// UTF-8, without trust.
#include "grading/names.h"

#include <fmt/format.h>

#include <cstdint>

namespace grading {
namespace {

constexpr std::size_t kLongest = 100;

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

std::size_t announced_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  if (first >= 0xf0 && first < 0xf5) return 4;
  return 0;
}

// Three bytes that two would do for, surrogates, and what lies beyond the last character.
bool is_forbidden(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  const auto second = static_cast<unsigned char>(character.size() > 1 ? character[1] : '\0');
  return (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
         (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const std::size_t length = announced_length(static_cast<unsigned char>(text[0]));
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues(text[i])) return 0;
  }
  return is_forbidden(text.substr(0, length)) ? 0 : length;
}

std::string odd_name(std::string_view name) {
  if (name.empty()) return "the name is empty";
  if (name.size() > kLongest) return fmt::format("the name is longer than {} bytes", kLongest);
  if (std::string_view("-@.").find(name[0]) != std::string_view::npos) {
    return fmt::format("the name begins with '{}'", name[0]);
  }
  for (std::size_t i = 0; i < name.size();) {
    if (is_control(name[i])) return "the name has a control character";
    if (name[i] == '/' || name[i] == '\\') return "the name has a slash";
    const std::size_t length = utf8_length(name.substr(i));
    if (length == 0) return "the name is not UTF-8";
    i += length;
  }
  return {};
}

std::string shown_name(std::string_view name) {
  std::string shown;
  for (std::size_t i = 0; i < name.size();) {
    const std::size_t length = is_control(name[i]) ? 0 : utf8_length(name.substr(i));
    if (length == 0) {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(name[i++]));
    } else {
      shown += name.substr(i, length);
      i += length;
    }
  }
  return shown;
}

}  // namespace grading
