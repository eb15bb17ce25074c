// What a name is made of, one character at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace grading {

/// The first and the last of characters that follow each other.
using CodeSpan = std::pair<std::uint32_t, std::uint32_t>;

template <std::size_t N>
bool lies_in(const CodeSpan (&spans)[N], std::uint32_t code) {
  return std::any_of(std::begin(spans), std::end(spans), [code](const CodeSpan& span) {
    return span.first <= code && code <= span.second;
  });
}

/// Characters that show nothing, or a blank that is not the one that is typed: soft hyphens,
/// fillers, tags, selectors of variants.
bool shows_nothing(std::uint32_t code);
bool is_blank(std::uint32_t code);

/// A character, or a byte that is none, with what stands on both sides of it.
struct Piece {
  std::string_view text;
  std::uint32_t code = 0;  ///< that of the character
  bool valid = false;
};

std::vector<Piece> pieces_of(std::string_view name);

}  // namespace grading
