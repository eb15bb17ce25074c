#include "translator/text/letters.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "base/utf8.h"

namespace emu::translator {
namespace {

constexpr std::string_view kByNumber = "\\U";
constexpr std::size_t kDigits = 8;

/// Lower case only: nothing but g++ writes it so, and only for what it takes into a name.
Letter letter_by_number(std::string_view text) {
  const std::string_view digits = text.substr(kByNumber.size(), kDigits);
  const bool plain = digits.size() == kDigits && std::ranges::all_of(digits, [](char c) {
                       return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
                     });
  if (!plain) return {};
  Letter letter{kByNumber.size() + kDigits, 0};
  std::from_chars(digits.data(), digits.data() + digits.size(), letter.code, 16);
  return letter;
}

}  // namespace

Letter letter_beyond_ascii(std::string_view text) {
  if (text.starts_with(kByNumber)) return letter_by_number(text);
  if (text.empty() || (text[0] & 0x80) == 0) return {};
  const std::size_t length = utf8_length(text);
  return length == 0 ? Letter{1, 0} : Letter{length, utf8_code(text.substr(0, length))};
}

// g++ 12 takes 58,000 characters more than clang++ 14 (C11's list: superscripts, emoji, accents
// alone), and clang++ takes some blanks that g++ does not. These alphabets both take whole.
bool is_letter_everywhere(std::uint32_t code) {
  constexpr std::pair<std::uint32_t, std::uint32_t> kAlphabets[] = {
      {0xb5, 0xb5},     {0xc0, 0xd6},     {0xd8, 0xf6},     {0xf8, 0x2af},     // Latin
      {0x388, 0x38a},   {0x38e, 0x3a1},   {0x3a3, 0x3f5},                      // Greek
      {0x400, 0x481},   {0x48a, 0x52f},   {0x531, 0x556},   {0x561, 0x586},    // Cyrillic, Armenian
      {0x5d0, 0x5ea},   {0x620, 0x64a},   {0x671, 0x6d3},   {0x10d0, 0x10fa},  // Semitic, Georgian
      {0x1e00, 0x1eff}, {0x3041, 0x3096}, {0x30a1, 0x30fa}, {0x3400, 0x4dbf},  // and of East Asia
      {0x4e00, 0x9ffc}, {0xac00, 0xd7a3}};
  return std::ranges::any_of(kAlphabets, [code](const auto& alphabet) {
    return alphabet.first <= code && code <= alphabet.second;
  });
}

}  // namespace emu::translator
