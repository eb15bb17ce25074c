// How a name is shown: what cannot be seen, or would deceive, is written by its number.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/utf8.h"
#include "grading/intake/combining_marks.h"
#include "grading/intake/names.h"
#include "grading/intake/names/characters.h"
#include "grading/intake/sha256.h"

namespace grading {
namespace {

/// Of scripts in which letters take other shapes beside a joiner (U+200C, U+200D): Arabic, Syriac,
/// those of India and its neighbors, Mongolian.
bool can_be_joined(std::uint32_t code) {
  constexpr CodeSpan kScripts[] = {{0x620, 0x8ff},   {0x900, 0xdff},   {0xf00, 0x109f},
                                   {0x1780, 0x17ff}, {0x1820, 0x18aa}, {0xa840, 0xa8ff},
                                   {0xfb50, 0xfdff}, {0xfe70, 0xfefc}};
  return lies_in(kScripts, code);
}

bool is_joiner(std::uint32_t code) { return code == 0x200c || code == 0x200d; }

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

}  // namespace

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

bool is_plain(const std::string& name) {
  return std::ranges::all_of(name, [](unsigned char c) { return c < 0x80; }) &&
         spelled_name(name) == name;
}

}  // namespace grading
