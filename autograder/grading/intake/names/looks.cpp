// What a name looks like: to somebody who takes no notice of case, to somebody who goes by the
// shapes of letters, and to a spreadsheet.
#include "grading/intake/names/looks.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "grading/intake/names.h"
#include "grading/intake/names/characters.h"
#include "grading/intake/text.h"

namespace grading {
namespace {

struct Decomposition {
  std::uint32_t whole, first, second;  // second: 0 where there is one alone
};

constexpr Decomposition kDecompositions[] = {
#include "grading/intake/names/decompositions.inc"
};

struct Confusable {
  std::uint32_t code;
  char32_t looks[6];  // filled up with zeros
};

constexpr Confusable kConfusables[] = {
#include "grading/intake/names/confusables.inc"
};

/// The character, as letters and marks that cannot be taken apart any more.
void take_apart(std::uint32_t code, std::u32string& into) {
  constexpr std::uint32_t kHangul = 0xac00, kLast = 0xd7a3, kVowels = 21, kTails = 28;
  if (code >= kHangul && code <= kLast) {
    const std::uint32_t index = code - kHangul;
    into += static_cast<char32_t>(0x1100 + index / (kVowels * kTails));
    into += static_cast<char32_t>(0x1161 + index / kTails % kVowels);
    if (index % kTails != 0) into += static_cast<char32_t>(0x11a7 + index % kTails);
    return;
  }
  const auto* found = std::lower_bound(
      std::begin(kDecompositions), std::end(kDecompositions), code,
      [](const Decomposition& one, std::uint32_t wanted) { return one.whole < wanted; });
  if (found == std::end(kDecompositions) || found->whole != code) {
    into += static_cast<char32_t>(code);
    return;
  }
  take_apart(found->first, into);
  if (found->second != 0) into += static_cast<char32_t>(found->second);
}

bool is_mark(std::uint32_t code) {
  constexpr CodeSpan kMarks[] = {
      {0x300, 0x36f},   {0x483, 0x487},   {0x591, 0x5bd},  {0x610, 0x61a},   {0x64b, 0x65f},
      {0x6d6, 0x6ed},   {0x93c, 0x93c},   {0x94d, 0x94d},  {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff},
      {0x20d0, 0x20ff}, {0x3099, 0x309a}, {0xfe20, 0xfe2f}};
  return lies_in(kMarks, code);
}

/// Wide and mathematical letters, digits and signs as the ones that are typed.
std::uint32_t as_typed(std::uint32_t code) {
  if (code >= 0xff01 && code <= 0xff5e) return code - 0xff01 + '!';
  if (code >= 0x1d400 && code <= 0x1d6a3) {
    const std::uint32_t letter = (code - 0x1d400) % 52;
    return letter < 26 ? 'a' + letter : 'a' + letter - 26;
  }
  if (code >= 0x1d7ce && code <= 0x1d7ff) return '0' + (code - 0x1d7ce) % 10;
  return code;
}

std::uint32_t in_small(std::uint32_t code) {
  if (code >= 'A' && code <= 'Z') return code - 'A' + 'a';
  if ((code >= 0x391 && code <= 0x3a9) || (code >= 0x410 && code <= 0x42f)) return code + 0x20;
  return code >= 0x400 && code <= 0x40f ? code + 0x50 : code;
}

/// Letters of Cyrillic and Greek, of which the small or the large one looks like a Latin letter,
/// and a few signs.
std::uint32_t as_latin(std::uint32_t code) {
  constexpr std::pair<std::uint32_t, char32_t> kSame[] = {
      {0x430, 'a'},  {0x432, 'b'},   {0x435, 'e'},  {0x43a, 'k'},  {0x43c, 'm'},  {0x43d, 'h'},
      {0x43e, 'o'},  {0x440, 'p'},   {0x441, 'c'},  {0x442, 't'},  {0x443, 'y'},  {0x445, 'x'},
      {0x455, 's'},  {0x456, 'i'},   {0x458, 'j'},  {0x4bb, 'h'},  {0x4cf, 'l'},  {0x501, 'd'},
      {0x51b, 'q'},  {0x51d, 'w'},   {0x3b1, 'a'},  {0x3b2, 'b'},  {0x3b5, 'e'},  {0x3b6, 'z'},
      {0x3b7, 'n'},  {0x3b9, 'i'},   {0x3ba, 'k'},  {0x3bc, 'm'},  {0x3bd, 'v'},  {0x3bf, 'o'},
      {0x3c1, 'p'},  {0x3c4, 't'},   {0x3c5, 'y'},  {0x3c7, 'x'},  {0x131, 'i'},  {0x237, 'j'},
      {0x251, 'a'},  {0x261, 'g'},   {0x2010, '-'}, {0x2011, '-'}, {0x2012, '-'}, {0x2013, '-'},
      {0x2212, '-'}, {0x2019, '\''}, {0x2bc, '\''}};
  for (const auto& same : kSame) {
    if (same.first == code) return same.second;
  }
  return code;
}

/// What the character looks like, one that cannot be taken apart. Case stays: I is an l to the eye,
/// and i is none.
void take_for_looks(std::uint32_t code, std::u32string& into) {
  const auto* found = std::lower_bound(
      std::begin(kConfusables), std::end(kConfusables), code,
      [](const Confusable& one, std::uint32_t wanted) { return one.code < wanted; });
  if (const std::uint32_t latin = as_latin(code); latin != code) {
    into += static_cast<char32_t>(latin);
  } else if (found == std::end(kConfusables) || found->code != code) {
    into += static_cast<char32_t>(code);
  } else {
    for (const char32_t one : found->looks) {
      if (one != 0) into += one;
    }
  }
}

std::string numbers_of(const std::u32string& text) {
  std::string numbers;
  for (const char32_t code : text)
    numbers += fmt::format("{:x}.", static_cast<std::uint32_t>(code));
  return numbers;
}

/// Marks of a letter, in any order that they have been written in, come in one.
void put_marks_in_order(std::u32string& text) {
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    while (end < text.size() && is_mark(text[end])) ++end;
    std::sort(text.begin() + static_cast<std::ptrdiff_t>(i + 1),
              text.begin() + static_cast<std::ptrdiff_t>(end));
    i = end;
  }
}

/// One blank for many, and none at the ends.
void take_blanks(std::u32string& text) {
  const auto are_blank = [](char32_t a, char32_t b) { return a == U' ' && b == U' '; };
  text.erase(std::unique(text.begin(), text.end(), are_blank), text.end());
  if (!text.empty() && text.front() == U' ') text.erase(0, 1);
  if (!text.empty() && text.back() == U' ') text.pop_back();
}

/// The name without what shows nothing, and with one kind of blank. A byte that is no character is
/// a number that no character has.
std::u32string visible(std::string_view name) {
  std::u32string text;
  for (const Piece& piece : pieces_of(name)) {
    if (!piece.valid) {
      text += static_cast<char32_t>(0x110000 + static_cast<unsigned char>(piece.text[0]));
    } else if (is_blank(piece.code)) {
      text += U' ';
    } else if (!shows_nothing(piece.code) && !is_deceptive(piece.code)) {
      text += static_cast<char32_t>(piece.code);
    }
  }
  return text;
}

std::string in_order(std::u32string looks) {
  put_marks_in_order(looks);
  take_blanks(looks);
  return numbers_of(looks);
}

/// To somebody who goes by the shapes of letters: I, l and 1 are one, and so are O and 0. Case
/// counts where it tells letters apart: L is no l, so Lan is not taken for Ian.
std::string looks_by_shape(const std::u32string& text) {
  std::u32string parts, shapes, looks;
  for (const char32_t code : text) take_apart(code, parts);
  for (const char32_t code : parts) take_for_looks(code, shapes);
  for (const char32_t code : shapes) {
    const std::uint32_t small = code == U'L' ? code : in_small(code);
    looks += small == 'm' ? U"rn" : std::u32string(1, static_cast<char32_t>(small));
  }
  return in_order(looks);
}

/// In ASCII; else nothing.
std::string typed_in_ascii(const std::u32string& text) {
  std::string typed;
  for (const char32_t code : text) {
    const std::uint32_t one = as_typed(code);
    if (one >= 0x80) return {};
    typed += static_cast<char>(one);
  }
  return typed;
}

}  // namespace

std::string looks_of(std::string_view name) {
  std::u32string looks;
  for (const char32_t code : visible(name)) take_apart(as_typed(code), looks);
  for (char32_t& code : looks) code = static_cast<char32_t>(as_latin(in_small(code)));
  return in_order(looks);
}

std::set<std::string> all_looks_of(std::string_view name) {
  std::u32string text = visible(name);
  std::set<std::string> looks{"case " + looks_of(name), "shape " + looks_by_shape(text)};
  take_blanks(text);
  const std::string number = number_in(typed_in_ascii(text));
  if (!number.empty()) looks.insert("shape " + looks_by_shape({number.begin(), number.end()}));
  return looks;
}

}  // namespace grading
