// Device code may not call the host's C and C++ library: nvcc refuses it, and here such a call
// would also touch memory where the checker does not see it. Of the lists about a hundred names
// were tried with nvcc 13.0, which refused each, and the rest are their kin; what it has for the
// device (memcpy, printf, the mathematical functions) is not in them.
#include <unordered_set>

#include "translator/arch_branches.h"
#include "translator/calls.h"
#include "translator/passes.h"

namespace emu::translator {
namespace {

using Names = std::unordered_set<std::string_view>;

// Functions of C and of POSIX, with or without std:: before them.
bool is_of_c(std::string_view name) {
  static const Names kNames = {
#define NAME(name) #name,
#include "translator/refusals/host_library_c.inc"
#undef NAME
  };
  return kNames.contains(name);
}

// Functions of C++, in std or a namespace below it.
bool is_of_cpp(std::string_view name) {
  static const Names kNames = {
#define NAME(name) #name,
#include "translator/refusals/host_library_cpp.inc"
#undef NAME
  };
  return kNames.contains(name);
}

bool is_global(const Unit& unit, std::size_t i) {
  return !unit.is(i - 1, "::") || !unit[i - 2].is_identifier() || is_statement_keyword(unit[i - 2]);
}

// Where the names of a chain `a::b::name` begin, with the name at `i`; `i` if it stands alone.
std::size_t chain_begin(const Unit& unit, std::size_t i) {
  while (unit.is(i - 1, "::") && unit[i - 2].is_identifier() && !is_statement_keyword(unit[i - 2]))
    i -= 2;
  return i;
}

// What the user's text calls std and what is below it: `namespace r = std::ranges;` as well.
Names namespaces_of_std(const Unit& unit) {
  Names names = {"std", "ranges", "views"};
  for (std::size_t i = 0; i + 4 < unit.size(); ++i) {
    const std::size_t value = unit.is(i + 3, "::") ? i + 4 : i + 3;
    if (unit.is(i, "namespace") && unit.is(i + 2, "=") && names.contains(unit[value].text))
      names.insert(unit[i + 1].text);
  }
  return names;
}

// `std::` before it, or `std::ranges::`, and not `cuda::std::`.
bool is_in_std(const Unit& unit, std::size_t i, const Names& stds = {"std"}) {
  const std::size_t first = chain_begin(unit, i);
  return first != i && stds.contains(unit[first].text);
}

// Cooperative groups have functions of these names, and CUDA itself; `swap` and its kin may be
// found by the types of their arguments only.
bool is_also_of_cuda(std::string_view name) {
  static const Names kNames = {"min",    "max",           "reduce", "inclusive_scan",
                               "invoke", "exclusive_scan"};
  return kNames.contains(name);
}

// Names that stand somewhere as something else than a call: of variables, types, and parameters.
Names other_names(const Unit& unit) {
  Names names;
  for (std::size_t i = 1; i + 1 < unit.size(); ++i) {
    const bool called = unit.is(i + 1, "(") || unit.is(i + 1, "<") || unit.is(i + 1, "::");
    const bool member = unit.is(i - 1, "::") || unit.is(i - 1, ".") || unit.is(i - 1, "->");
    if (unit[i].is_identifier() && !called && !member) names.insert(unit[i].text);
  }
  return names;
}

// `std::numeric_limits<…>::max`
bool is_of_limits(const Unit& unit, std::size_t i) {
  if (!unit.is(i - 1, "::") || !unit.is(i - 2, ">")) return false;
  const std::size_t begin = unit.template_begin(i - 2);
  return begin != kNone && unit.is(begin - 1, "numeric_limits") && is_in_std(unit, begin - 1);
}

// What is computed when it is compiled may use all of the library.
bool in_constant_expression(const Unit& unit, std::size_t i) {
  for (std::size_t at = i; at > 0; --at) {
    if (unit.is(at, "constexpr") || unit.is(at, "static_assert") || unit.is(at, "case"))
      return true;
    if (unit.is(at, ";") || unit.is(at, "{") || unit.is(at, "}")) return false;
  }
  return false;
}

struct Called {
  bool is_refused = false;
  bool is_constexpr = false;  ///< nvcc would take it under a flag that the course does not use
};

/// What the names of a text mean.
struct Meanings {
  explicit Meanings(const Work& work)
      : own(functions_by_name(work.scopes)),
        stds(namespaces_of_std(work.unit)),
        others(other_names(work.unit)) {}

  FunctionsByName own;
  Names stds, others;
};

/// `sort(…)` after `using std::sort;`, or of arguments whose types are of std.
bool is_brought_from_std(const Unit& unit, const Meanings& meanings, std::size_t i) {
  const std::string_view name = unit[i].text;
  return !unit.is(i - 1, "::") && is_of_cpp(name) && !is_also_of_cuda(name) &&
         !meanings.own.contains(name) && !meanings.others.contains(name);
}

Called library_function(const Unit& unit, const Meanings& meanings, std::size_t i) {
  const std::string_view name = unit[i].text;
  const bool in_std = is_in_std(unit, i, meanings.stds);
  const bool is_own = meanings.own.contains(name);
  if (is_of_c(name) && (in_std || is_global(unit, i)) && !is_own) return {true, false};
  if ((in_std && is_of_cpp(name)) || is_of_limits(unit, i)) return {true, true};
  return {is_brought_from_std(unit, meanings, i), true};
}

void refuse(Work& work, std::size_t i, bool is_constexpr) {
  const Token& name = work.unit[i];
  work.refuse(i, std::string("calling a ") + (is_constexpr ? "constexpr " : "") +
                     "__host__ function(\"" + std::string(name.text) + "\") from a " +
                     caller_words(work.scopes, i) +
                     " is not allowed: the C++ library is the host's");
}

// `new (std::nothrow) T`: the device's own `new` gives nullptr when its heap is full.
void refuse_nothrow(Work& work, std::size_t i) {
  const Unit& unit = work.unit;
  const std::size_t paren = is_in_std(unit, i) ? i - 3 : i - 1;
  if (!unit.is(paren, "(") || !unit.is(paren - 1, "new") || !unit.is(i + 1, ")")) return;
  if (!work.scopes.annotations_at(i).runs_on_device()) return;
  work.refuse(i,
              "identifier \"std::nothrow\" is undefined in device code: new gives nullptr there "
              "when the heap is full (H3)");
}

}  // namespace

void refuse_library_calls(Work& work) {
  const Unit& unit = work.unit;
  const Meanings meanings(work);
  for (std::size_t i = 3; i + 1 < unit.size(); ++i) {
    if (unit.is(i, "nothrow")) refuse_nothrow(work, i);
    if (!unit[i].is_identifier() || !(unit.is(i + 1, "(") || unit.is(i + 1, "<"))) continue;
    const Called called = library_function(unit, meanings, i);
    if (!called.is_refused) continue;
    const Annotations annotations = work.scopes.annotations_at(i);
    if (!annotations.runs_on_device()) continue;
    // nvcc only warns of these in functions for both, where the host may call them.
    if (called.is_constexpr && annotations.host) continue;
    if (!is_plain_call(unit, work.scopes, i) || in_constant_expression(unit, i)) continue;
    if (in_arch_branch(work.options.read_source(unit.file_of(unit[i])), unit[i].at.line)) continue;
    refuse(work, i, called.is_constexpr);
  }
}

}  // namespace emu::translator
