// `<%`, `<:` and their kind, C++'s other spelling of braces and brackets, and `\u00e9` or `\N{…}`,
// its other spelling of letters. No pass reads them, so code between them would pass by unread.
#include "translator/passes.h"

namespace emu::translator {
namespace {

/// Whether the token at `i` stands right before the next one, and the two look like this.
bool are(const Unit& unit, std::size_t i, std::string_view first, std::string_view second) {
  return unit.is(i, first) && unit.is(i + 1, second) && unit.end_of(i) == unit.begin_of(i + 1);
}

/// As the language has it: `<::` is `<` and `::`, but not before another `:` or `>`.
bool is_bracket(const Unit& unit, std::size_t i) {
  return are(unit, i, "<", ":") ||
         (are(unit, i, "<", "::") && (are(unit, i + 1, "::", ":") || are(unit, i + 1, "::", "::") ||
                                      are(unit, i + 1, "::", ">")));
}

std::string_view meaning(const Unit& unit, std::size_t i) {
  if (is_bracket(unit, i)) return "[";
  if (are(unit, i, ":", ">")) return "]";
  if (are(unit, i, "<", "%")) return "{";
  if (are(unit, i, "%", ">")) return "}";
  if (are(unit, i, "%", ":")) return "#";
  return "";
}

}  // namespace

void refuse_digraphs(Work& work) {
  for (std::size_t i = 1; i + 1 < work.unit.size(); ++i) {
    if (work.unit.is(i, "\\"))
      work.refuse(i, "letters by number or name are not for the emulator: write the letter itself");
    const std::string_view instead = meaning(work.unit, i);
    if (!instead.empty()) {
      work.refuse(
          i, "digraphs are not for the emulator: write " + std::string(instead) + " as what it is");
    }
  }
}

}  // namespace emu::translator
