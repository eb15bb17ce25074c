#include "translator/casts.h"

namespace emu::translator {

bool is_cast_to_void(const Unit& unit, std::size_t i) {
  if (!unit.is(i, "(") || unit.partner(i) == kNone) return false;
  bool to_void = false;
  bool pointer = false;
  for (++i; !unit.is(i, ")"); ++i) {
    to_void |= unit.is(i, "void");
    pointer |= unit.is(i, "*");
    if (!unit.is(i, "void") && !unit.is(i, "*") && !unit.is(i, "const")) return false;
  }
  return to_void && pointer;
}

bool is_named_cast(const Unit& unit, std::size_t i) {
  return (unit.is(i, "reinterpret_cast") || unit.is(i, "static_cast")) && unit.is(i + 1, "<") &&
         unit.template_end(i + 1) != kNone && unit.is(unit.template_end(i + 1) + 1, "(");
}

}  // namespace emu::translator
