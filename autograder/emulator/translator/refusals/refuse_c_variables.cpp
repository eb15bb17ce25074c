// Variables with C's linkage: two of them in two namespaces are one, and may be a constant in one
// only. Compilers call no hook for the constant, so who writes it by the other name is not seen.
#include "translator/passes.h"

namespace emu::translator {
namespace {

bool is_specifier(const Unit& unit, std::size_t i) {
  for (const std::string_view word :
       {"extern", "static", "inline", "constexpr", "const", "volatile", "thread_local",
        "__device__", "__host__", "__constant__", "__managed__", "__shared__"})
    if (unit.is(i, word)) return true;
  return false;
}

bool begins_other(const Unit& unit, std::size_t i) {
  for (const std::string_view word : {"namespace", "using", "struct", "class", "union", "enum",
                                      "typedef", "template", "static_assert", "friend", ";"})
    if (unit.is(i, word)) return true;
  return false;
}

/// The token after the declaration that begins at `i`.
std::size_t end_of_declaration(const Unit& unit, std::size_t i, std::size_t end) {
  for (; i < end && !unit.is(i, ";"); i = unit.after_group(i))
    if (unit.is(i, "{") && (unit.partner(i) == kNone || !unit.is(unit.after_group(i), ";")))
      return unit.after_group(i);
  return i + 1;
}

// A function has a type and a name in front of its parentheses.
bool declares_function(const Unit& unit, std::size_t i, std::size_t end) {
  std::size_t words = 0;
  for (; i < end && !unit.is(i, ";") && !unit.is(i, "=") && !unit.is(i, "{"); ++i) {
    if (takes_parentheses(unit[i]) && unit.is(i + 1, "(")) i = unit.after_group(i + 1) - 1;
    if (unit.is(i, "(")) return words >= 2;
    if (unit.is(i, "[") && unit.is(i + 1, "[")) i = unit.after_group(i) - 1;  // an attribute
    if (unit.is(i, "[")) return false;
    if (unit[i].is_identifier() && !is_specifier(unit, i)) ++words;
  }
  return false;
}

void look_at(Work& work, std::size_t i, std::size_t end) {
  const Unit& unit = work.unit;
  for (; i < end; i = end_of_declaration(unit, i, end)) {
    while (unit.is(i, "extern") && unit[i + 1].kind == TokenKind::kString) i += 2;
    if (unit.is(i, "{")) continue;  // refuse_c_variables finds the inner block, too
    if (!begins_other(unit, i) && !declares_function(unit, i, end))
      work.refuse(i, "an exercise has no variable with C linkage: leave out extern \"C\"");
  }
}

}  // namespace

void refuse_c_variables(Work& work) {
  if (!work.options.untrusted) return;
  const Unit& unit = work.unit;
  for (std::size_t i = 1; i + 2 < unit.size(); ++i) {
    if (!unit.is(i, "extern") || unit[i + 1].kind != TokenKind::kString) continue;
    const bool is_block = unit.is(i + 2, "{") && unit.partner(i + 2) != kNone;
    if (is_block)
      look_at(work, i + 3, unit.partner(i + 2));
    else
      look_at(work, i + 2, end_of_declaration(unit, i + 2, unit.size()));
  }
}

}  // namespace emu::translator
