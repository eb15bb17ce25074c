// `k(args)` of a kernel without `<<<…>>>`.
#include <algorithm>

#include "calls.h"
#include "passes.h"

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

}  // namespace

void refuse_unconfigured_calls(Work& work) {
  const Unit& unit = work.unit;
  const FunctionsByName functions = functions_by_name(work.scopes);
  for (std::size_t i = 1; i + 1 < unit.size(); ++i) {
    if (!unit[i].is_identifier() || !functions.contains(unit[i].text)) continue;
    if (is_plain_call(unit, work.scopes, i) && is_kernel(work, functions, i)) {
      work.refuse(i, "a __global__ function call must be configured");
    }
  }
}

}  // namespace emu::translator
