// `k(args)` of a kernel without `<<<…>>>`.
#include <algorithm>
#include <unordered_set>

#include "translator/calls.h"
#include "translator/passes.h"

namespace emu::translator {
namespace {

// Whether all that the name at `i` can mean are kernels.
bool is_kernel(const Work& work, const FunctionsByName& functions, std::size_t i) {
  const auto found = functions.find(work.unit[i].text);
  if (found == functions.end()) return false;
  for (const Function* function : found->second) {
    if (!function->annotations.global) return false;
  }
  return std::any_of(found->second.begin(), found->second.end(), [&](const Function* kernel) {
    return can_mean(work.unit, work.scopes, i, *kernel);
  });
}

// What std has too: behind `using namespace std` a call of that name may well mean std's.
bool is_of_std(std::string_view name) {
  static const std::unordered_set<std::string_view> kNames = {"accumulate",
                                                              "copy",
                                                              "count",
                                                              "distance",
                                                              "equal",
                                                              "exchange",
                                                              "fill",
                                                              "find",
                                                              "for_each",
                                                              "generate",
                                                              "inclusive_scan",
                                                              "exclusive_scan",
                                                              "iota",
                                                              "merge",
                                                              "move",
                                                              "partition",
                                                              "reduce",
                                                              "remove",
                                                              "replace",
                                                              "reverse",
                                                              "rotate",
                                                              "search",
                                                              "shuffle",
                                                              "sort",
                                                              "swap",
                                                              "transform",
                                                              "unique",
                                                              "inner_product",
                                                              "adjacent_difference"};
  return kNames.contains(name);
}

bool uses_namespaces(const Unit& unit) {
  for (std::size_t i = 1; i + 1 < unit.size(); ++i) {
    if (unit.is(i, "using") && (unit.is(i + 1, "namespace") || unit.is(i + 2, "::"))) return true;
  }
  return false;
}

}  // namespace

void refuse_unconfigured_calls(Work& work) {
  const Unit& unit = work.unit;
  const FunctionsByName functions = functions_by_name(work.scopes);
  const bool names_of_std = uses_namespaces(unit);
  for (std::size_t i = 1; i + 1 < unit.size(); ++i) {
    if (!unit[i].is_identifier() || !functions.contains(unit[i].text)) continue;
    if (names_of_std && is_of_std(unit[i].text)) continue;
    if (is_plain_call(unit, work.scopes, i) && is_kernel(work, functions, i)) {
      work.refuse(i, "a __global__ function call must be configured");
    }
  }
}

}  // namespace emu::translator
