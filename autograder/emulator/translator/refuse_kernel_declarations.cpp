// What nvcc refuses in the declaration of a kernel.
#include "passes.h"

namespace emu::translator {
namespace {

std::size_t global_token(const Unit& unit, const Function& kernel) {
  for (std::size_t i = kernel.head; i < kernel.end; ++i) {
    if (unit.is(i, "__global__")) return i;
  }
  return kernel.name_token;
}

// A type that is certainly not void; names of types may stand for anything.
bool returns_something(const Unit& unit, const Function& kernel) {
  for (std::size_t i = kernel.head; i < kernel.name_token; i = unit.after_group(i)) {
    for (const std::string_view type : {"int", "float", "double", "bool", "char", "unsigned",
                                        "long", "short", "signed", "*", "&"}) {
      if (unit.is(i, type)) return true;
    }
  }
  return false;
}

bool has_deduced_type(const Unit& unit, const Function& kernel) {
  for (std::size_t i = kernel.head; i < kernel.name_token; i = unit.after_group(i)) {
    if (unit.is(i, "auto")) return !unit.is(unit.after_group(kernel.parameters), "->");
  }
  return false;
}

bool has_ellipsis(const Unit& unit, const Function& kernel) {
  const std::size_t close = unit.partner(kernel.parameters);
  if (close == kNone || !unit.is(close - 1, "...")) return false;
  return unit.is(close - 2, ",") || unit.is(close - 2, "(");
}

void check(Work& work, const Function& kernel) {
  const std::size_t at = global_token(work.unit, kernel);
  if (kernel.is_member && !kernel.is_friend) {
    work.refuse(at, "A __global__ function or function template cannot be a member function");
  }
  if (returns_something(work.unit, kernel)) {
    work.refuse(at, "a __global__ function must have a void return type");
  } else if (has_deduced_type(work.unit, kernel)) {
    work.refuse(at, "a __global__ function must not have a deduced return type");
  }
  if (has_ellipsis(work.unit, kernel)) {
    work.refuse(at, "a __global__ function cannot have ellipsis");
  }
}

}  // namespace

void refuse_kernel_declarations(Work& work) {
  for (const Function& function : work.scopes.functions()) {
    if (function.annotations.global) check(work, function);
  }
}

}  // namespace emu::translator
