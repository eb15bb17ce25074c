// `k(args)` of a kernel without `<<<…>>>`.
#include "calls.h"
#include "passes.h"

namespace emu::translator {
namespace {

bool is_kernel(const FunctionsByName& functions, std::string_view name) {
  const auto found = functions.find(name);
  if (found == functions.end()) return false;
  for (const Function* function : found->second) {
    if (!function->annotations.global) return false;
  }
  return true;
}

}  // namespace

void refuse_unconfigured_calls(Work& work) {
  const Unit& unit = work.unit;
  const FunctionsByName functions = functions_by_name(work.scopes);
  for (std::size_t i = 1; i + 1 < unit.size(); ++i) {
    if (!unit[i].is_identifier() || !is_kernel(functions, unit[i].text)) continue;
    if (is_plain_call(unit, work.scopes, i)) {
      work.refuse(i, "a __global__ function call must be configured");
    }
  }
}

}  // namespace emu::translator
