// Tables of characters; and text in UTF-8 as characters.
#include "grading/intake/names/characters.h"

#include "base/utf8.h"

namespace grading {

bool shows_nothing(std::uint32_t code) {
  constexpr CodeSpan kNothing[] = {
      {0xa0, 0xa0},       {0xad, 0xad},       {0x34f, 0x34f},    {0x115f, 0x1160},
      {0x1680, 0x1680},   {0x17b4, 0x17b5},   {0x180b, 0x180f},  {0x2000, 0x200d},
      {0x202f, 0x202f},   {0x205f, 0x206f},   {0x2800, 0x2800},  {0x3164, 0x3164},
      {0xfe00, 0xfe0f},   {0xffa0, 0xffa0},   {0xfff0, 0xfff8},  {0x1bca0, 0x1bca3},
      {0x1d159, 0x1d159}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};
  return lies_in(kNothing, code);
}

bool is_blank(std::uint32_t code) {
  constexpr CodeSpan kBlanks[] = {{' ', ' '},       {0xa0, 0xa0},     {0x1680, 0x1680},
                                  {0x2000, 0x200a}, {0x202f, 0x202f}, {0x205f, 0x205f},
                                  {0x3000, 0x3000}};
  return lies_in(kBlanks, code);
}

std::vector<Piece> pieces_of(std::string_view name) {
  std::vector<Piece> pieces;
  while (!name.empty()) {
    const std::size_t length = utf8_length(name);
    const std::string_view text = name.substr(0, std::max<std::size_t>(length, 1));
    pieces.push_back({text, length == 0 ? 0 : utf8_code(text), length != 0});
    name.remove_prefix(text.size());
  }
  return pieces;
}

}  // namespace grading
