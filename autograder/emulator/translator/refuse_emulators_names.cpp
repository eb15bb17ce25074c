// Names that belong to the emulator. Whoever defines one could answer in its place, whoever calls
// one could tell it what has not happened. What an object file defines is looked at once more, in
// ../toolchain/owned_names.cpp.
#include "passes.h"

namespace emu::translator {
namespace {

bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> starts) {
  for (const std::string_view start : starts)
    if (name.starts_with(start)) return true;
  return false;
}

bool is_emulators(const Unit& unit, std::size_t i) {
  const std::string_view name = unit[i].text;
  if (starts_with_any(name, {"__tsan_", "__wrap_", "__real_", "emulator_"})) return true;
  if (name != "emu") return false;
  if (unit.is(i + 1, "::") || unit.is(i - 1, "namespace")) return true;
  const bool global = unit.is(i - 1, "::") && !unit[i - 2].is_identifier();
  return global || unit.is(i - 2, "namespace") || unit.is(i - 3, "namespace");  // namespace x = emu
}

/// What processors do at these words the checker does not see; the others look into the frames of
/// functions that called the exercise, or belong to the insides of libraries.
bool is_behind_the_checkers_back(std::string_view name) {
  return starts_with_any(
      name, {"_mm_", "_mm256_", "_mm512_", "__builtin_ia32_", "__builtin_nontemporal_",
             "__builtin_return", "__builtin_frame_", "__builtin_extract_return", "__builtin_frob_",
             "__builtin_eh_return", "__builtin_unwind_init", "__builtin_apply", "__builtin_dwarf_",
             "__builtin_longjmp", "__builtin_setjmp",
             // Inner parts of the libraries, which trust those who call them.
             "__cxa_", "_Unwind_", "__gxx_personality", "_Rb_tree", "_List_node_base",
             "_Prime_rehash", "_Hash_bytes", "__ostream_insert", "_M_", "_S_"});
}

}  // namespace

void refuse_emulators_names(Work& work) {
  const Unit& unit = work.unit;
  for (std::size_t i = 1; i + 1 < unit.size(); ++i) {
    if (!unit[i].is_identifier()) continue;
    const std::string name(unit[i].text);
    if (is_emulators(unit, i)) {
      work.refuse(i, name + " belongs to the emulator: choose another name");
    } else if (name.starts_with("_Z")) {
      work.refuse(i, name + " is a name as compilers make them: choose another, without _Z");
    } else if (work.options.untrusted && is_behind_the_checkers_back(name)) {
      work.refuse(i, name + " works behind the checker's back: write it in plain C++");
    }
  }
}

}  // namespace emu::translator
