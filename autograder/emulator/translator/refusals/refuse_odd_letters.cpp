// Compilers take letters of many alphabets into names, but not all take the same. Where they
// differ, one sees a name where another sees the end of a name, and what is behind it as code.
// Exercises have letters that all know, in names only; comments and texts may hold any.
#include <cstdio>

#include "translator/passes.h"
#include "translator/text/letters.h"

namespace emu::translator {
namespace {

/// "the character U+00FC".
std::string shown(std::uint32_t code) {
  char text[32];
  std::snprintf(text, sizeof text, "the character U+%04X", static_cast<unsigned>(code));
  return text;
}

bool is_literal(const Token& token) {
  return token.kind == TokenKind::kString || token.kind == TokenKind::kCharacter;
}

/// Of a literal only its suffix, which holds no quotation mark.
std::string_view outside_quotes(const Token& token) {
  if (!is_literal(token)) return token.text;
  return token.text.substr(token.text.find_last_of("\"'") + 1);
}

std::string why_refused(const Token& token, std::uint32_t code) {
  if (!token.is_identifier())
    return shown(code) + " follows a number or a literal without a blank: compilers disagree on " +
           "what it belongs to. Leave it out";
  if (is_letter_everywhere(code)) return "";
  return "compilers disagree on whether " + shown(code) +
         " can be part of a name: write names with letters and digits";
}

void look_at_name(Work& work, std::size_t i) {
  const Token& token = work.unit[i];
  const std::string_view text = outside_quotes(token);
  for (std::size_t at = 0; at < text.size();) {
    const Letter letter = letter_beyond_ascii(text.substr(at));
    at += letter.length == 0 ? 1 : letter.length;
    if (letter.length == 0) continue;
    if (const std::string why = why_refused(token, letter.code); !why.empty())
      return work.refuse(i, why);
  }
}

}  // namespace

void refuse_odd_letters(Work& work) {
  if (!work.options.untrusted) return;
  for (std::size_t i = 1; i + 1 < work.unit.size(); ++i)
    if (work.unit[i].kind != TokenKind::kPunctuator) look_at_name(work, i);
}

}  // namespace emu::translator
