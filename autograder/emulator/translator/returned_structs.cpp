// `p[i] = f(x)` becomes `p[i] = ::emu::returned(f(x))`. A function that returns a struct writes it
// straight to where it goes, and compilers tell the checker nothing of such a write; a copy of it
// they report like any other. An operator is a function, too, so all that is computed becomes the
// same, what stands in the braces of `p[i] = {f(x), a + b}` and of `new (p) T(f(x))` as well. What
// is no struct passes through `emu::returned` untouched.
//
// Declarations stay as they are: `const T& r = f()` must go on binding to the temporary itself.
#include <string_view>
#include <unordered_set>

#include "translator/passes.h"

namespace emu::translator {
namespace {

bool begins_statement(const Unit& unit, std::size_t i) {
  return unit.is(i, ";") || unit.is(i, "{") || unit.is(i, "}") || unit.is(i, ")") ||
         unit.is(i, ":") || unit.is(i, "else") || unit.is(i, "do");
}

bool is_name(const Token& token) { return token.is_identifier() && !is_statement_keyword(token); }

// `*&x`, `**x`: the first of the signs before `i`.
std::size_t before_signs(const Unit& unit, std::size_t i) {
  while (unit.is(i, "*") || unit.is(i, "&") || unit.is(i, "(")) --i;
  return i;
}

// What stands before the `=` at `i` is an expression, no declaration.
bool assigns(const Unit& unit, std::size_t i) {
  const std::size_t last = i - 1;
  if (unit.is(last, "]") || unit.is(last, ")")) {
    const std::size_t open = unit.partner(last);
    if (open == kNone) return false;
    const Token& before = unit[open - 1];
    if (unit.is(last, ")"))
      return unit.is(open - 1, "*") || is_name(before) || before.is(">") ||
             begins_statement(unit, before_signs(unit, open));
    return (is_name(before) && !before.is("auto")) || before.is("]") || before.is(")");
  }
  if (!is_name(unit[last])) return false;
  const Token& before = unit[last - 1];
  if (before.is("->")) return true;
  if (before.is("."))
    return is_name(unit[last - 2]) || unit.is(last - 2, "]") || unit.is(last - 2, ")");
  return begins_statement(unit, before_signs(unit, last - 1));
}

bool ends_value(const Unit& unit, std::size_t i) {
  return unit.is(i, ";") || unit.is(i, ",") || unit.closes(i);
}

std::size_t after_operand(const Unit& unit, std::size_t i) {
  const bool has_arguments = unit.is(i, "<") && unit.template_end(i) != kNone;
  return has_arguments ? unit.template_end(i) + 1 : unit.after_group(i);
}

bool is_assignment(const Token& token) {
  return token.is("=") || (token.text.size() > 1 && token.text.back() == '=' && !token.is("==") &&
                           !token.is("!=") && !token.is("<=") && !token.is(">="));
}

bool is_operator(const Token& token) {
  static const std::unordered_set<std::string_view> kWords = {"and",    "or",    "not",   "xor",
                                                              "bitand", "bitor", "compl", "not_eq"};
  if (token.is_identifier()) return kWords.contains(token.text);
  return token.kind == TokenKind::kPunctuator && !token.is(".") && !token.is("->") &&
         !token.is("::") && !token.is("[");
}

// Whether something is called or computed of names between `first` and `end`, or just looked up.
bool computes(const Unit& unit, std::size_t first, std::size_t end) {
  bool names = false, operators = false;
  for (std::size_t i = first; i < end; i = after_operand(unit, i)) {
    if (unit.is(i, "throw") || unit.is(i, "co_await") || unit.is(i, "co_yield")) return false;
    operators |= is_operator(unit[i]);
    names |= unit[i].is_identifier() || unit.opens(i);
  }
  return names && operators;
}

void copy(Work& work, std::size_t first, std::size_t end) {
  work.edits.insert_before(first, "::emu::returned(");
  work.edits.insert_after(end - 1, ")");
}

// One that is not called where it stands.
bool is_lambda(const Unit& unit, std::size_t i) {
  if (!unit.is(i, "[")) return false;
  while (i < unit.size() && !unit.is(i, "{") && !ends_value(unit, i)) i = after_operand(unit, i);
  return unit.is(i, "{") && unit.partner(i) != kNone && ends_value(unit, unit.after_group(i));
}

void copy_value(Work& work, std::size_t first);

// The values in braces go to members, each straight to its own.
void copy_values(Work& work, std::size_t open) {
  const Unit& unit = work.unit;
  const std::size_t close = unit.partner(open);
  if (close == kNone) return;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (unit.is(i, ".") && is_name(unit[i + 1]) && unit.is(i + 2, "=")) i += 3;
    copy_value(work, i);
    while (i < close && !unit.is(i, ",")) i = after_operand(unit, i);
  }
}

void copy_value(Work& work, std::size_t first) {
  const Unit& unit = work.unit;
  if (unit.is(first, "{")) return copy_values(work, first);
  if (is_lambda(unit, first)) return;
  std::size_t end = first;
  for (; end < unit.size() && !ends_value(unit, end); end = after_operand(unit, end))
    if (is_assignment(unit[end])) return;  // whose value is that of a place
  if (computes(unit, first, end)) copy(work, first, end);
}

// `T x[2] = {…}`: no other thread can know of the array yet.
bool declares_array(const Unit& unit, std::size_t equals) {
  std::size_t i = equals - 1;
  while (unit.is(i, "]") && unit.partner(i) != kNone) i = unit.partner(i) - 1;
  if (i == equals - 1 || !is_name(unit[i])) return false;
  for (--i; unit.is(i, "*") || unit.is(i, "&"); --i) {
  }
  return is_name(unit[i]) || unit.is(i, ">");
}

// `new (place) T(…)`: what makes the value, where it is told of a place.
void copy_placed(Work& work, std::size_t i) {
  const Unit& unit = work.unit;
  if (!unit.is(i + 1, "(") || unit.partner(i + 1) == kNone) return;
  i = unit.after_group(i + 1);
  while (is_name(unit[i]) || unit.is(i, "::") || unit.is(i, "*") || unit.is(i, "<"))
    i = after_operand(unit, i);
  if (unit.is(i, "(") || unit.is(i, "{")) copy_values(work, i);
}

}  // namespace

void translate_returned_structs(Work& work) {
  const Unit& unit = work.unit;
  for (std::size_t i = 2; i + 1 < unit.size(); ++i) {
    if (unit.is(i, "=") && assigns(unit, i) && !declares_array(unit, i)) copy_value(work, i + 1);
    if (unit.is(i, "new") && !unit.is(i - 1, "operator")) copy_placed(work, i);
  }
}

}  // namespace emu::translator
