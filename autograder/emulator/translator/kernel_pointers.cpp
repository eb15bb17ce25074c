// `(void*)k`, where `k` is a kernel, becomes `::emu::kernel_pointer(k)`: the same address, and the
// runtime knows the kernel's parameters when the pointer comes back to it, in the parameters of a
// graph's node or in cudaLaunchKernel.
#include <unordered_set>

#include "translator/casts.h"
#include "translator/passes.h"

namespace emu::translator {
namespace {

using Names = std::unordered_set<std::string_view>;

Names kernels_of(const Scopes& scopes) {
  Names names;
  for (const Function& function : scopes.functions())
    if (function.annotations.global) names.insert(function.name);
  return names;
}

// The last token of `k`, `&k`, `n::k` or `k<T>` that starts at `i`; kNone when it is no kernel.
std::size_t kernel_end(const Unit& unit, const Names& kernels, std::size_t i) {
  if (unit.is(i, "&")) ++i;
  if (unit.is(i, "::")) ++i;
  while (unit[i].is_identifier() && unit.is(i + 1, "::")) i += 2;
  if (!kernels.contains(unit[i].text)) return kNone;
  if (unit.is(i + 1, "<") && unit.template_end(i + 1) != kNone) i = unit.template_end(i + 1);
  return unit.is(i + 1, "(") || unit.is(i + 1, "<<<") ? kNone : i;
}

// Whether the tokens are a pointer to void, and not one to a pointer.
bool is_pointer_to_void(const Unit& unit, std::size_t first, std::size_t end) {
  bool to_void = false;
  int pointers = 0;
  for (std::size_t j = first; j < end; ++j) {
    to_void |= unit.is(j, "void");
    pointers += unit.is(j, "*") ? 1 : 0;
  }
  return to_void && pointers == 1;
}

// `void*` or `const void*` between the brackets of a named cast.
bool casts_to_void(const Unit& unit, std::size_t i) {
  return is_named_cast(unit, i) && is_pointer_to_void(unit, i + 2, unit.template_end(i + 1));
}

void translate_cast(Work& work, const Names& kernels, std::size_t i) {
  const Unit& unit = work.unit;
  if (is_cast_to_void(unit, i) && is_pointer_to_void(unit, i + 1, unit.partner(i))) {
    const std::size_t end = kernel_end(unit, kernels, unit.after_group(i));
    if (end == kNone) return;
    work.edits.replace(i, unit.partner(i), "::emu::kernel_pointer(");
    work.edits.insert_after(end, ")");
  } else if (casts_to_void(unit, i)) {
    const std::size_t open = unit.template_end(i + 1) + 1;
    const std::size_t end = kernel_end(unit, kernels, open + 1);
    if (end == kNone || end + 1 != unit.partner(open)) return;
    work.edits.replace(i, open - 1, "::emu::kernel_pointer");
  }
}

}  // namespace

void translate_kernel_pointers(Work& work) {
  const Names kernels = kernels_of(work.scopes);
  if (kernels.empty()) return;
  for (std::size_t i = 1; i + 1 < work.unit.size(); ++i)
    if (!work.edits.touches(i)) translate_cast(work, kernels, i);
}

}  // namespace emu::translator
