// What may be a name, and how it is shown: one character at a time.
#include "grading/intake/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>

#include "base/utf8.h"
#include "grading/intake/combining_marks.h"
#include "grading/intake/sha256.h"
#include "grading/intake/text.h"

namespace grading {
namespace {

constexpr std::size_t kLongestName = 100;

using Span = std::pair<std::uint32_t, std::uint32_t>;

template <std::size_t N>
bool lies_in(const Span (&spans)[N], std::uint32_t code) {
  return std::any_of(std::begin(spans), std::end(spans), [code](const Span& span) {
    return span.first <= code && code <= span.second;
  });
}

/// Characters that show nothing, or a blank that is not the one that is typed: soft hyphens,
/// fillers, tags, selectors of variants.
bool shows_nothing(std::uint32_t code) {
  constexpr Span kNothing[] = {
      {0xa0, 0xa0},       {0xad, 0xad},       {0x34f, 0x34f},    {0x115f, 0x1160},
      {0x1680, 0x1680},   {0x17b4, 0x17b5},   {0x180b, 0x180f},  {0x2000, 0x200d},
      {0x202f, 0x202f},   {0x205f, 0x206f},   {0x2800, 0x2800},  {0x3164, 0x3164},
      {0xfe00, 0xfe0f},   {0xffa0, 0xffa0},   {0xfff0, 0xfff8},  {0x1bca0, 0x1bca3},
      {0x1d159, 0x1d159}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};
  return lies_in(kNothing, code);
}

/// Of scripts in which letters take other shapes beside a joiner (U+200C, U+200D): Arabic, Syriac,
/// those of India and its neighbours, Mongolian.
bool can_be_joined(std::uint32_t code) {
  constexpr Span kScripts[] = {{0x620, 0x8ff},   {0x900, 0xdff},   {0xf00, 0x109f},
                               {0x1780, 0x17ff}, {0x1820, 0x18aa}, {0xa840, 0xa8ff},
                               {0xfb50, 0xfdff}, {0xfe70, 0xfefc}};
  return lies_in(kScripts, code);
}

bool is_joiner(std::uint32_t code) { return code == 0x200c || code == 0x200d; }

/// A character, or a byte that is none, with what stands on both sides of it.
struct Piece {
  std::string_view text;
  std::uint32_t code = 0;  ///< that of the character
  bool valid = false;
};

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

std::uint32_t code_at(const std::vector<Piece>& pieces, std::size_t i) {
  return i < pieces.size() && pieces[i].valid ? pieces[i].code : 0;
}

bool is_unseen(const std::vector<Piece>& pieces, std::size_t i) {
  const std::uint32_t code = code_at(pieces, i);
  const std::uint32_t before = i == 0 ? 0 : code_at(pieces, i - 1);
  const std::uint32_t after = code_at(pieces, i + 1);
  if (is_joiner(code)) return !can_be_joined(before) || !can_be_joined(after);
  if (code == ' ') return before == 0 || before == ' ' || after == 0;
  return shows_nothing(code);
}

std::string in_bytes(std::string_view text) {
  std::string shown;
  for (const char byte : text) shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
  return shown;
}

/// Whether `text`, which is valid, is written by its number.
using IsSpelled = std::function<bool(const std::vector<Piece>&, std::size_t)>;

std::string spelled(std::string_view name, const IsSpelled& is_spelled) {
  const std::vector<Piece> pieces = pieces_of(name);
  std::string shown;
  MarkCounter marks;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    const bool is_piled_up = marks.is_too_many(piece.code);
    if (!piece.valid || is_deceptive(piece.code)) {
      shown += in_bytes(piece.text);
    } else if (is_piled_up || is_spelled(pieces, i)) {
      shown += fmt::format("\\u{{{:x}}}", piece.code);
    } else {
      shown += piece.text;
    }
  }
  return shown;
}

/// Where a character begins, at or before `at`.
std::size_t begin_of_character(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
  return at;
}

/// The beginning and the end of what is shown of `name`.
std::string cut(const std::string& shown, std::string_view name, std::size_t longest) {
  if (shown.size() <= longest) return shown;
  const std::string left_out =
      fmt::format("…[{} bytes, {}]…", name.size(), Sha256().add(name).digits().substr(0, 12));
  const std::size_t half = (longest - std::min(longest, left_out.size())) / 2;
  return shown.substr(0, begin_of_character(shown, half)) + left_out +
         shown.substr(begin_of_character(shown, shown.size() - half));
}

struct Decomposition {
  std::uint32_t whole, first, second;  // second: 0 where there is one alone
};

constexpr Decomposition kDecompositions[] = {
#include "grading/intake/decompositions.inc"
};

struct Confusable {
  std::uint32_t code;
  char32_t looks[6];  // filled up with zeros
};

constexpr Confusable kConfusables[] = {
#include "grading/intake/confusables.inc"
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
  constexpr Span kMarks[] = {{0x300, 0x36f},   {0x483, 0x487},   {0x591, 0x5bd},   {0x610, 0x61a},
                             {0x64b, 0x65f},   {0x6d6, 0x6ed},   {0x93c, 0x93c},   {0x94d, 0x94d},
                             {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0x3099, 0x309a},
                             {0xfe20, 0xfe2f}};
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
  constexpr Span kSame[] = {
      {0x430, 'a'},  {0x432, 'b'},   {0x435, 'e'},  {0x43a, 'k'},  {0x43c, 'm'},  {0x43d, 'h'},
      {0x43e, 'o'},  {0x440, 'p'},   {0x441, 'c'},  {0x442, 't'},  {0x443, 'y'},  {0x445, 'x'},
      {0x455, 's'},  {0x456, 'i'},   {0x458, 'j'},  {0x4bb, 'h'},  {0x4cf, 'l'},  {0x501, 'd'},
      {0x51b, 'q'},  {0x51d, 'w'},   {0x3b1, 'a'},  {0x3b2, 'b'},  {0x3b5, 'e'},  {0x3b6, 'z'},
      {0x3b7, 'n'},  {0x3b9, 'i'},   {0x3ba, 'k'},  {0x3bc, 'm'},  {0x3bd, 'v'},  {0x3bf, 'o'},
      {0x3c1, 'p'},  {0x3c4, 't'},   {0x3c5, 'y'},  {0x3c7, 'x'},  {0x131, 'i'},  {0x237, 'j'},
      {0x251, 'a'},  {0x261, 'g'},   {0x2010, '-'}, {0x2011, '-'}, {0x2012, '-'}, {0x2013, '-'},
      {0x2212, '-'}, {0x2019, '\''}, {0x2bc, '\''}};
  for (const Span& same : kSame) {
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

/// What Windows takes for a device, whatever its ending: no page of that name could be saved there.
bool is_a_device(std::string_view file) {
  std::string_view stem = file.substr(0, file.find('.'));
  stem = stem.substr(0, stem.find_last_not_of(' ') + 1);
  constexpr std::string_view kDevices[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
  if (std::find(std::begin(kDevices), std::end(kDevices), stem) != std::end(kDevices)) return true;
  if (!stem.starts_with("com") && !stem.starts_with("lpt")) return false;
  const std::string_view number = stem.substr(3);
  return (number.size() == 1 && number[0] >= '0' && number[0] <= '9') || number == "\u00b9" ||
         number == "\u00b2" || number == "\u00b3";
}

/// One that Windows may have given a file of a longer name: LONGNA~1.TXT. Who opens it there opens
/// that file.
bool may_be_a_short_form(std::string_view name) {
  constexpr std::size_t kLongestNameStem = 8;
  const std::string_view stem = name.substr(0, name.find('.'));
  const std::size_t tilde = stem.rfind('~');
  return tilde != std::string_view::npos && stem.size() <= kLongestNameStem &&
         tilde + 1 < stem.size() && stem[tilde + 1] >= '0' && stem[tilde + 1] <= '9';
}

std::string numbers_of(const std::u32string& text) {
  std::string numbers;
  for (const char32_t code : text)
    numbers += fmt::format("{:x}.", static_cast<std::uint32_t>(code));
  return numbers;
}

bool is_blank(std::uint32_t code) {
  constexpr Span kBlanks[] = {{' ', ' '},       {0xa0, 0xa0},     {0x1680, 0x1680},
                              {0x2000, 0x200a}, {0x202f, 0x202f}, {0x205f, 0x205f},
                              {0x3000, 0x3000}};
  return lies_in(kBlanks, code);
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

/// All that the name may be taken for.
std::set<std::string> all_looks_of(std::string_view name) {
  std::u32string text = visible(name);
  std::set<std::string> looks{"case " + looks_of(name), "shape " + looks_by_shape(text)};
  take_blanks(text);
  const std::string number = number_in(typed_in_ascii(text));
  if (!number.empty()) looks.insert("shape " + looks_by_shape({number.begin(), number.end()}));
  return looks;
}

/// Of these names two, plain ones if there are any: for each of them one of the two is another.
std::vector<std::string> first_two(const std::set<std::string>& names) {
  std::vector<std::string> two;
  for (const bool plain : {true, false}) {
    for (auto name = names.begin(); name != names.end() && two.size() < 2; ++name) {
      if (is_plain(*name) == plain) two.push_back(*name);
    }
  }
  return two;
}

}  // namespace

std::string in_small_letters(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

std::string odd_name(std::string_view name) {
  if (name.empty()) return "the name is empty";
  if (name.size() > kLongestName)
    return fmt::format("the name is longer than {} bytes", kLongestName);
  if (std::string_view("-@.").find(name[0]) != std::string_view::npos) {
    return fmt::format("the name begins with '{}'", name[0]);
  }
  for (std::size_t i = 0; i < name.size();) {
    if (name[i] == '/' || name[i] == '\\') return "the name has a slash";
    const std::size_t length = utf8_length(name.substr(i));
    if (length == 0) return "the name is not UTF-8";
    if (is_deceptive(utf8_code(name.substr(i, length)))) return "the name has a control character";
    i += length;
  }
  return {};
}

bool can_be_saved(std::string_view name) {
  const auto is_refused = [](char c) {
    return static_cast<unsigned char>(c) < ' ' ||
           std::string_view("<>:\"/\\|?*").find(c) != std::string_view::npos;
  };
  std::string small(name);
  for (char& c : small) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return std::none_of(name.begin(), name.end(), is_refused) && !name.empty() &&
         !name.ends_with('.') && !name.ends_with(' ') && !is_a_device(small) &&
         !may_be_a_short_form(name);
}

std::string file_name_of(std::string_view name) {
  std::string file;
  for (char c : name.substr(0, kLongestName)) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
    file += plain ? c : '-';
  }
  const bool same = file == name && can_be_saved(name) &&
                    std::string_view("-.").find(name[0]) == std::string_view::npos;
  if (same) return file;
  if (!file.empty() && (file[0] == '.' || file[0] == '-')) file[0] = '_';
  if (is_a_device(file)) file.insert(0, "_");
  return file + "~" + Sha256().add(name).digits().substr(0, 16);
}

std::string shown_name(std::string_view name, std::size_t longest) {
  // A name of megabytes is not gone through: what is left of it has less than this.
  const std::size_t part = longest + 8;
  if (name.size() > 2 * part) {
    const std::string ends = std::string(name.substr(0, part)) +
                             std::string(name.substr(begin_of_character(name, name.size() - part)));
    return cut(spelled(ends, is_unseen), name, longest);
  }
  return cut(spelled(name, is_unseen), name, longest);
}

std::string spelled_name(std::string_view name) {
  const auto is_spelled = [](const std::vector<Piece>& pieces, std::size_t i) {
    return pieces[i].code >= 0x80 || is_unseen(pieces, i);
  };
  return cut(spelled(name, is_spelled), name, kLongestShownName);
}

std::string looks_of(std::string_view name) {
  std::u32string looks;
  for (const char32_t code : visible(name)) take_apart(as_typed(code), looks);
  for (char32_t& code : looks) code = static_cast<char32_t>(as_latin(in_small(code)));
  return in_order(looks);
}

bool is_plain(const std::string& name) {
  return std::ranges::all_of(name, [](unsigned char c) { return c < 0x80; }) &&
         spelled_name(name) == name;
}

std::map<std::string, std::string> names_alike(const std::vector<std::string>& names) {
  std::map<std::string, std::set<std::string>> by_looks;
  for (const std::string& name : names) {
    for (const std::string& looks : all_looks_of(name)) by_looks[looks].insert(name);
  }
  std::map<std::string, std::string> alike;
  for (const auto& [looks, those] : by_looks) {
    const std::vector<std::string> first = first_two(those);
    if (first.size() < 2) continue;
    for (const std::string& name : those) {
      const std::string& other = name == first[0] ? first[1] : first[0];
      const auto [found, is_new] = alike.emplace(name, other);
      if (!is_new && is_plain(other)) found->second = other;
    }
  }
  return alike;
}

ShownNames::ShownNames(const std::vector<std::string>& names) {
  for (const auto& [name, other] : names_alike(names)) spelled_[name] = spelled_name(name);
}

std::string ShownNames::operator()(const std::string& name) const {
  const auto found = spelled_.find(name);
  return found == spelled_.end() ? shown_name(name) : found->second;
}

}  // namespace grading
