// `p[i] = f(x)` becomes `p[i] = ::emu::returned(f(x))`. A function that returns a struct writes it
// straight to where it goes, and compilers tell the checker nothing of such a write; a copy of it
// they report like any other. The calls of `p[i] = c ? f(x) : g(x)` become the same. What is no
// struct passes through `emu::returned` untouched.
//
// Declarations stay as they are: `const T& r = f()` must go on binding to the temporary itself.
#include "passes.h"

namespace emu::translator {
namespace {

bool begins_statement(const Unit& unit, std::size_t i) {
  return unit.is(i, ";") || unit.is(i, "{") || unit.is(i, "}") || unit.is(i, ")") ||
         unit.is(i, ":") || unit.is(i, "else") || unit.is(i, "do");
}

bool is_name(const Token& token) { return token.is_identifier() && !is_statement_keyword(token); }

// What stands before the `=` at `i` is an expression, no declaration.
bool assigns(const Unit& unit, std::size_t i) {
  const std::size_t last = i - 1;
  if (unit.is(last, "]") || unit.is(last, ")")) {
    const std::size_t open = unit.partner(last);
    if (open == kNone) return false;
    const Token& before = unit[open - 1];
    if (unit.is(last, ")")) return unit.is(open - 1, "*") || is_name(before);
    return (is_name(before) && !before.is("auto")) || before.is("]") || before.is(")");
  }
  if (!is_name(unit[last])) return false;
  const Token& before = unit[last - 1];
  if (before.is("->")) return true;
  if (before.is("."))
    return is_name(unit[last - 2]) || unit.is(last - 2, "]") || unit.is(last - 2, ")");
  return before.is("*") ? begins_statement(unit, last - 2) : begins_statement(unit, last - 1);
}

// The token after `f(x)`, `n::f<T>(x)`, `a.f(x)` or `a[i].f(x)` that starts at `i`; kNone when
// something else starts there.
std::size_t after_call(const Unit& unit, std::size_t i) {
  bool called = false;
  if (unit.is(i, "::")) ++i;
  while (is_name(unit[i])) {
    if (takes_parentheses(unit[i])) return kNone;
    ++i;
    if (unit.is(i, "<") && unit.template_end(i) != kNone) i = unit.template_end(i) + 1;
    while (unit.is(i, "(") || unit.is(i, "[")) {
      called = unit.is(i, "(");
      if (unit.partner(i) == kNone) return kNone;
      i = unit.after_group(i);
    }
    if (!unit.is(i, "::") && !unit.is(i, ".") && !unit.is(i, "->")) break;
    called = false;
    ++i;
    if (unit.is(i, "template")) ++i;
  }
  return called ? i : kNone;
}

bool ends_value(const Unit& unit, std::size_t i) {
  return unit.is(i, ";") || unit.is(i, ",") || unit.is(i, ")");
}

void copy(Work& work, std::size_t first, std::size_t end) {
  work.edits.insert_before(first, "::emu::returned(");
  work.edits.insert_after(end - 1, ")");
}

// The calls that are all of a branch: what follows a `?` or its `:`, up to the next of them.
void copy_branches(Work& work, std::size_t i) {
  const Unit& unit = work.unit;
  while (i < unit.size() && !ends_value(unit, i) && !unit.closes(i)) {
    if (unit.is(i, "?") || unit.is(i, ":")) {
      const std::size_t end = after_call(unit, i + 1);
      if (end != kNone && (ends_value(unit, end) || unit.is(end, ":"))) copy(work, i + 1, end);
    }
    const bool has_arguments = unit.is(i, "<") && unit.template_end(i) != kNone;
    i = has_arguments ? unit.template_end(i) + 1 : unit.after_group(i);
  }
}

void copy_value(Work& work, std::size_t first) {
  const Unit& unit = work.unit;
  const std::size_t end = after_call(unit, first);
  if (end != kNone && ends_value(unit, end)) return copy(work, first, end);
  const bool in_parentheses = unit.is(first, "(") && unit.partner(first) != kNone &&
                              ends_value(unit, unit.after_group(first));
  if (in_parentheses) return copy_value(work, first + 1);
  copy_branches(work, first);
}

}  // namespace

void translate_returned_structs(Work& work) {
  const Unit& unit = work.unit;
  for (std::size_t i = 2; i + 1 < unit.size(); ++i) {
    if (unit.is(i, "=") && assigns(unit, i)) copy_value(work, i + 1);
  }
}

}  // namespace emu::translator
