// Assembly in host code, and assembler's names for variables and functions: the checker sees
// neither. Inline PTX, in device code, is not assembly here: inline_ptx.cpp turns it into C++, or
// refuses it.
#include <algorithm>

#include "translator/passes.h"
#include "translator/ptx/assembly.h"

namespace emu::translator {
namespace {

bool is_volatile(const Token& token) { return token.is("volatile") || token.is("__volatile__"); }

/// The `(` of the assembly whose keyword is at `i`; `kNone` when other words stand before it.
std::size_t parenthesis(const Unit& unit, std::size_t i) {
  std::size_t open = i + 1;
  while (is_volatile(unit[open])) ++open;
  return unit.is(open, "(") && unit.partner(open) != kNone ? open : kNone;
}

bool is_empty_string(const Token& token) {
  return token.kind == TokenKind::kString && token.text == "\"\"";
}

/// `asm volatile("" ::: "memory")`, a barrier for compilers: no instruction and no operand.
bool only_holds_the_compiler_back(const Unit& unit, std::size_t open) {
  std::size_t i = open + 1;
  while (is_empty_string(unit[i])) ++i;
  if (i == open + 1) return false;
  if (!unit.is(i, ":") && !unit.is(i, "::")) return i == unit.partner(open);
  const auto harmless = [](const Token& t) {
    return t.kind == TokenKind::kString || t.is(":") || t.is("::") || t.is(",");
  };
  while (i < unit.partner(open) && harmless(unit[i])) ++i;
  return i == unit.partner(open);
}

/// An operand of inline PTX is text that nobody reads again.
bool holds_assembly(const Unit& unit, std::size_t open) {
  for (std::size_t i = open + 1; i < unit.partner(open); ++i)
    if (is_assembly_keyword(unit[i])) return true;
  return false;
}

void look_at_ptx(Work& work, std::size_t keyword) {
  const std::size_t open = parenthesis(work.unit, keyword);
  if (open == kNone) {
    work.refuse(keyword, "inline PTX is written asm(\"…\") or asm volatile(\"…\")");
  } else if (holds_assembly(work.unit, open)) {
    work.refuse(keyword, "an operand of inline PTX must not hold assembly of its own");
  }
}

}  // namespace

void refuse_host_assembly(Work& work) {
  for (std::size_t i = 1; i + 1 < work.unit.size(); ++i) {
    if (!is_assembly_keyword(work.unit[i])) continue;
    if (work.scopes.annotations_at(i).runs_on_device()) {
      look_at_ptx(work, i);
      continue;
    }
    const std::size_t open = parenthesis(work.unit, i);
    if (open != kNone && only_holds_the_compiler_back(work.unit, open)) continue;
    work.refuse(i,
                "the checker cannot see what assembly in host code does: write it in C++ "
                "(inline PTX belongs in device code)");
  }
}

}  // namespace emu::translator
