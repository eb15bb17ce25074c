// CUDA's words on functions, lambdas and parameters that C++ does not know: taken out, or given in
// the compilers' own words.
#include <unordered_map>

#include "translator/passes.h"

namespace emu::translator {
namespace {

const std::string* replacement(std::string_view word) {
  static const std::unordered_map<std::string_view, std::string> kWords = {
      {"__global__", ""},
      {"__device__", ""},
      {"__host__", ""},
      {"__grid_constant__", ""},
      {"__forceinline__", ""},  // see forced_inline
      {"__noinline__", "__attribute__((noinline))"},
      {"__launch_bounds__", ""},
      {"__cluster_dims__", ""},
      {"__maxnreg__", ""},
      {"__block_size__", ""},
      {"__constant__", ""},
      {"__managed__", ""},
  };
  const auto found = kWords.find(word);
  return found == kWords.end() ? nullptr : &found->second;
}

// `inline` may stand only once in a declaration.
bool inline_is_written(const Unit& unit, std::size_t token) {
  const auto part = [&](std::size_t i) { return unit[i].is_identifier() || unit.is(i, "]"); };
  for (std::size_t i = token - 1; part(i); --i) {
    if (unit.is(i, "inline") || unit.is(i, "__forceinline__")) return true;
  }
  for (std::size_t i = token + 1; part(i); ++i) {
    if (unit.is(i, "inline")) return true;
  }
  return false;
}

// Code that must be inlined is so in functions of the emulator's too, where the checker does not
// look: strangers' is only asked to be.
std::string forced_inline(bool inline_written, bool untrusted) {
  const std::string always = untrusted ? "" : "__attribute__((always_inline))";
  return inline_written ? always : "inline " + always;
}

}  // namespace

void remove_annotations(Work& work) {
  const Unit& unit = work.unit;
  for (std::size_t i = 1; i + 1 < unit.size(); ++i) {
    if (!unit[i].is_identifier() || !unit[i].text.starts_with("__")) continue;
    const std::string* words = replacement(unit[i].text);
    if (words == nullptr || work.edits.touches(i)) continue;
    const bool group = takes_parentheses(unit[i]) && unit.is(i + 1, "(");
    const std::size_t last = group && unit.partner(i + 1) != kNone ? unit.partner(i + 1) : i;
    const bool forced = unit.is(i, "__forceinline__");
    work.edits.replace(
        i, last,
        forced ? forced_inline(inline_is_written(unit, i), work.options.untrusted) : *words);
  }
}

}  // namespace emu::translator
