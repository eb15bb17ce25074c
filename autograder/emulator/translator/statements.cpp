#include "translator/statements.h"

namespace emu::translator {
namespace {

/// The `(` behind `if`, `for`, `while` or `switch`; kNone where there is none.
std::size_t head_of(const Unit& unit, std::size_t i) {
  const std::size_t open = unit.is(i + 1, "constexpr") ? i + 2 : i + 1;
  return unit.is(open, "(") && unit.partner(open) != kNone ? open : kNone;
}

}  // namespace

bool is_loop(const Unit& unit, std::size_t i) { return unit.is(i, "for") || unit.is(i, "while"); }

bool stands_under_a_head(const Unit& unit, std::size_t i) {
  if (unit.is(i - 1, "else") || unit.is(i - 1, "do")) return true;
  const std::size_t open = unit.is(i - 1, ")") ? unit.partner(i - 1) : kNone;
  return open != kNone && (unit.is(open - 1, "if") || unit.is(open - 1, "constexpr") ||
                           unit.is(open - 1, "switch") || is_loop(unit, open - 1));
}

bool is_label(const Unit& unit, std::size_t i) {
  if (!unit[i].is_identifier() || !unit.is(i + 1, ":")) return false;
  if (unit.is(i, "default") || unit.is(i, "public") || unit.is(i, "protected") ||
      unit.is(i, "private"))
    return false;
  if (unit.is(i - 1, ":")) return unit.is(i - 2, "default") || is_label(unit, i - 2);
  return unit.is(i - 1, ";") || unit.is(i - 1, "{") || unit.is(i - 1, "}") ||
         stands_under_a_head(unit, i);
}

bool waits(const Unit& unit, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    const std::string_view text = unit[i].text;
    const bool compares = text == "==" || text == "!=" || text == "<=" || text == ">=";
    if (text == "++" || text == "--" || (text.ends_with('=') && !compares)) return false;
  }
  return true;
}

std::size_t statement_end(const Unit& unit, std::size_t i, std::size_t last) {
  if (unit.is(i, "{")) return unit.partner(i);
  // GoogleTest's macros begin with `switch (0) case 0: default:`.
  if (const std::size_t colon = end_of_label(unit, i, last); colon != kNone)
    return statement_end(unit, colon + 1, last);
  if (unit.is(i, "if") || unit.is(i, "switch") || is_loop(unit, i)) {
    const std::size_t open = head_of(unit, i);
    if (open == kNone) return kNone;
    const std::size_t end = statement_end(unit, unit.partner(open) + 1, last);
    if (end == kNone || !unit.is(i, "if") || !unit.is(end + 1, "else")) return end;
    return statement_end(unit, end + 2, last);
  }
  if (unit.is(i, "do")) {
    const std::size_t end = statement_end(unit, i + 1, last);
    return end == kNone || !unit.is(end + 1, "while") ? kNone : unit.after_group(end + 2);
  }
  if (unit.is(i, "try")) return kNone;
  for (; i < last; i = unit.after_group(i)) {
    if (unit.is(i, ";")) return i;
  }
  return kNone;
}

std::size_t next_in_list(const Unit& unit, std::size_t k) {
  const bool arguments =
      unit.is(k, "<") && unit[k - 1].is_identifier() && unit.template_end(k) != kNone;
  return arguments ? unit.template_end(k) + 1 : unit.after_group(k);
}

bool is_operator(const Unit& unit, std::size_t i) {
  return unit[i].kind == TokenKind::kPunctuator && !unit.closes(i) && !unit.opens(i);
}

bool has_semicolon(const Unit& unit, std::size_t brace) {
  const std::size_t close = unit.partner(brace);
  for (std::size_t i = brace + 1; i < close; i = unit.after_group(i))
    if (unit.is(i, ";")) return true;
  return false;
}

bool may_define_class(const Unit& unit, std::size_t brace) {
  for (std::size_t i = brace - 1; i > 0; --i) {
    if (unit.is(i, ";") || unit.is(i, "{") || unit.is(i, "}") || unit.is(i, "(")) return false;
    if (unit.closes(i) && unit.partner(i) != kNone) i = unit.partner(i);
    if (unit.is(i, "class") || unit.is(i, "struct") || unit.is(i, "union")) return true;
  }
  return false;
}

std::size_t end_of_label(const Unit& unit, std::size_t i, std::size_t last) {
  if (is_label(unit, i) || (unit.is(i, "default") && unit.is(i + 1, ":"))) return i + 1;
  if (!unit.is(i, "case")) return kNone;
  for (int questions = 0; i < last; i = unit.after_group(i)) {
    questions += unit.is(i, "?") ? 1 : 0;
    if (unit.is(i, ":") && questions-- == 0) return i;
  }
  return kNone;
}

}  // namespace emu::translator
