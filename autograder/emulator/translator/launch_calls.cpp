// `cudaLaunchKernel((void*)k, …)`: the headers' versions are templates over the kernel's type,
// which tells them how to unpack the arguments, so the cast that hides the type goes.
#include "translator/casts.h"
#include "translator/passes.h"

namespace emu::translator {
namespace {

// Which argument of the call named at `i` is the kernel; -1 when it is no such call.
int kernel_argument(const Token& name) {
  if (name.is("cudaLaunchKernel") || name.is("cudaLaunchCooperativeKernel")) return 0;
  return name.is("cudaLaunchKernelExC") ? 1 : -1;
}

std::size_t nth_argument(const Unit& unit, std::size_t parenthesis, int n) {
  std::size_t i = parenthesis + 1;
  for (; n > 0 && i < unit.partner(parenthesis); i = unit.after_group(i)) {
    if (unit.is(i, ",")) --n;
  }
  return i;
}

void drop_casts(Work& work, std::size_t i) {
  const Unit& unit = work.unit;
  for (;;) {
    if (is_cast_to_void(unit, i)) {
      work.edits.remove(i, unit.partner(i));
      i = unit.after_group(i);
    } else if (is_named_cast(unit, i)) {
      const std::size_t parenthesis = unit.template_end(i + 1) + 1;
      work.edits.remove(i, parenthesis - 1);
      i = parenthesis + 1;
    } else {
      return;
    }
  }
}

}  // namespace

void translate_launch_calls(Work& work) {
  const Unit& unit = work.unit;
  for (std::size_t i = 1; i + 1 < unit.size(); ++i) {
    const int argument = kernel_argument(unit[i]);
    if (argument < 0 || !unit.is(i + 1, "(") || unit.partner(i + 1) == kNone) continue;
    drop_casts(work, nth_argument(unit, i + 1, argument));
  }
}

}  // namespace emu::translator
