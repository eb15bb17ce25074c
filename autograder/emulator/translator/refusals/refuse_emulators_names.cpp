// Names that belong to the emulator. Whoever defines one could answer in its place, whoever calls
// one could tell it what has not happened. What an object file defines is looked at once more, in
// ../toolchain/objects/owned_names.cpp.
#include <string_view>
#include <unordered_set>

#include "translator/passes.h"
#include "translator/text/starts_with_any.h"
#include "translator/text/wrapped_names.h"

namespace emu::translator {
namespace {

bool is_emulators(const Unit& unit, std::size_t i) {
  const std::string_view name = unit[i].text;
  if (starts_with_any(name, {"__tsan_", "__ubsan_", "emulator_"}) || is_wrapped_name(name))
    return true;
  // What other passes call variables by: the device takes what has such a name for its own.
  if (starts_with_any(name,
                      {"emu_device_", "emu_constant_", "emu_managed_", "emu_host_", "emu_shared_"}))
    return true;
  if (name != "emu") return false;
  if (unit.is(i + 1, "::") || unit.is(i - 1, "namespace")) return true;
  const bool global = unit.is(i - 1, "::") && !unit[i - 2].is_identifier();
  return global || unit.is(i - 2, "namespace") || unit.is(i - 3, "namespace");  // namespace x = emu
}

/// What the emulator and its embedder have in fact.
bool is_a_part(std::string_view name) {
  static const std::unordered_set<std::string_view> names = {
      "emulator_begin_program", "emulator_call",          "emulator_came_back",
      "emulator_clock",         "emulator_closed",        "emulator_closes",
      "emulator_entry",         "emulator_finish",        "emulator_init",
      "emulator_issued",        "emulator_left",          "emulator_loaded",
      "emulator_look",          "emulator_program",       "emulator_program_stack",
      "emulator_read_ahead",    "emulator_refuse_return", "emulator_returned",
      "emulator_returns",       "emulator_start",         "emulator_started",
      "emulator_waits"};
  return names.contains(name) || !name.starts_with("emulator_");
}

/// Functions of the compiler's that compute and touch no memory but what the checker sees. Others
/// copy without a word, or look into the frames of functions that called the exercise.
bool only_computes(std::string_view builtin) {
  static const std::unordered_set<std::string_view> names = {"expect",
                                                             "expect_with_probability",
                                                             "unreachable",
                                                             "assume",
                                                             "assume_aligned",
                                                             "trap",
                                                             "constant_p",
                                                             "choose_expr",
                                                             "types_compatible_p",
                                                             "classify_type",
                                                             "object_size",
                                                             "offsetof",
                                                             "addressof",
                                                             "launder",
                                                             "bit_cast",
                                                             "is_constant_evaluated",
                                                             "has_attribute",
                                                             "va_list",
                                                             "va_arg",
                                                             "va_end",
                                                             "FILE",
                                                             "LINE",
                                                             "COLUMN",
                                                             "FUNCTION",
                                                             "source_location",
                                                             "shuffle",
                                                             "shufflevector",
                                                             "convertvector",
                                                             "complex",
                                                             "popcount",
                                                             "clz",
                                                             "ctz",
                                                             "clrsb",
                                                             "ffs",
                                                             "parity",
                                                             "bswap16",
                                                             "bswap32",
                                                             "bswap64",
                                                             "bitreverse8",
                                                             "bitreverse16",
                                                             "bitreverse32",
                                                             "bitreverse64",
                                                             "rotateleft8",
                                                             "rotateleft16",
                                                             "rotateleft32",
                                                             "rotateleft64",
                                                             "rotateright8",
                                                             "rotateright16",
                                                             "rotateright32",
                                                             "rotateright64",
                                                             "add_overflow",
                                                             "sub_overflow",
                                                             "mul_overflow",
                                                             "add_overflow_p",
                                                             "sub_overflow_p",
                                                             "mul_overflow_p",
                                                             "isnan",
                                                             "isinf",
                                                             "isinf_sign",
                                                             "isfinite",
                                                             "isnormal",
                                                             "isgreater",
                                                             "isgreaterequal",
                                                             "isless",
                                                             "islessequal",
                                                             "islessgreater",
                                                             "isunordered",
                                                             "fpclassify",
                                                             "signbit",
                                                             "nan",
                                                             "nans",
                                                             "inf",
                                                             "huge_val",
                                                             "abs",
                                                             "labs",
                                                             "llabs",
                                                             "fabs",
                                                             "sqrt",
                                                             "cbrt",
                                                             "hypot",
                                                             "sin",
                                                             "cos",
                                                             "tan",
                                                             "asin",
                                                             "acos",
                                                             "atan",
                                                             "atan2",
                                                             "sinh",
                                                             "cosh",
                                                             "tanh",
                                                             "exp",
                                                             "exp2",
                                                             "expm1",
                                                             "log",
                                                             "log2",
                                                             "log10",
                                                             "log1p",
                                                             "pow",
                                                             "powi",
                                                             "fmod",
                                                             "remainder",
                                                             "floor",
                                                             "ceil",
                                                             "trunc",
                                                             "round",
                                                             "roundeven",
                                                             "rint",
                                                             "nearbyint",
                                                             "lround",
                                                             "llround",
                                                             "lrint",
                                                             "llrint",
                                                             "fma",
                                                             "fmax",
                                                             "fmin",
                                                             "fdim",
                                                             "copysign",
                                                             "ldexp",
                                                             "scalbn",
                                                             "scalbln",
                                                             "logb",
                                                             "ilogb",
                                                             "erf",
                                                             "erfc",
                                                             "tgamma"};
  if (names.contains(builtin)) return true;
  // Of another type: sqrtf, popcountll, nanf128 are not written by hand, but f and l are.
  while (!builtin.empty() && (builtin.back() == 'f' || builtin.back() == 'l')) {
    builtin.remove_suffix(1);
    if (names.contains(builtin)) return true;
  }
  return false;
}

/// What processors do at these words the checker does not see; the others belong to the insides of
/// libraries.
bool is_behind_the_checkers_back(std::string_view name) {
  constexpr std::string_view kBuiltin = "__builtin_";
  if (name.starts_with(kBuiltin)) return !only_computes(name.substr(kBuiltin.size()));
  return starts_with_any(name,
                         {"_mm_", "_mm256_", "_mm512_",
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
      work.refuse(i, name + (is_a_part(name)
                                 ? " belongs to the emulator: choose another name"
                                 : " begins as the emulator's own names do: choose another name"));
    } else if (name.starts_with("_Z")) {
      work.refuse(i, name + " is a name as compilers make them: choose another, without _Z");
    } else if (work.options.untrusted && is_behind_the_checkers_back(name)) {
      work.refuse(i, name + " works where the checker does not see it: write it in plain C++");
    }
  }
}

}  // namespace emu::translator
