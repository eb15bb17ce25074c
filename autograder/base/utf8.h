// Characters of UTF-8, in text that has not been looked at yet.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

/// Length of the valid UTF-8 sequence that begins `text`; 0 when none does.
inline std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Longer than needed, surrogates, and what lies beyond the last character.
  if (first == 0xE0 && byte(1) < 0xA0) return 0;
  if (first == 0xED && byte(1) > 0x9F) return 0;
  if (first == 0xF0 && byte(1) < 0x90) return 0;
  if (first == 0xF4 && byte(1) > 0x8F) return 0;
  return length;
}

/// The number of the character that a valid sequence of UTF-8 stands for.
inline std::uint32_t utf8_code(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() == 1) return first;
  std::uint32_t code = first & (0x7fU >> sequence.size());
  for (const char byte : sequence.substr(1)) code = code << 6 | (byte & 0x3f);
  return code;
}

/// Characters by which a text reads otherwise than it is: controls (C0, DEL, C1, of which terminals
/// take U+009B for the beginning of a command), separators of lines and paragraphs, what orders
/// text from right to left, blanks without width, and what is no character at all.
inline bool is_deceptive(std::uint32_t code) {
  constexpr std::pair<std::uint32_t, std::uint32_t> kDeceptive[] = {
      {0x00, 0x1f},     {0x7f, 0x9f},     {0x61c, 0x61c},   {0x200b, 0x200b}, {0x200e, 0x200f},
      {0x2028, 0x202e}, {0x2060, 0x2069}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xfffe, 0xffff}};
  return std::any_of(std::begin(kDeceptive), std::end(kDeceptive), [code](const auto& span) {
    return span.first <= code && code <= span.second;
  });
}
