// What CUDA forbids in the declaration of a kernel.
#include "translator/passes.h"

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

// nvcc compiles `const T& x`, and the child gets the address of the launching thread's variable.
std::size_t reference_token(const Unit& unit, const Function& kernel) {
  const std::size_t close = unit.partner(kernel.parameters);
  bool in_default = false;
  for (std::size_t i = kernel.parameters + 1; i < close && close != kNone;) {
    if (unit.is(i, ",")) in_default = false;
    if (unit.is(i, "=")) in_default = true;
    const std::size_t at = unit.is(i, "(") ? i + 1 : i;  // T (&x)[4]
    if (!in_default && (unit.is(at, "&") || unit.is(at, "&&"))) return at;
    const bool arguments = unit.is(i, "<") && unit.template_end(i) != kNone;
    i = arguments ? unit.template_end(i) + 1 : unit.after_group(i);
  }
  return kNone;
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
  if (const std::size_t reference = reference_token(work.unit, kernel); reference != kNone) {
    work.refuse(reference,
                "a kernel's parameter cannot be a reference: the kernel would get the address of "
                "the launching thread's variable (G2); pass it by value");
  }
}

}  // namespace

void refuse_kernel_declarations(Work& work) {
  for (const Function& function : work.scopes.functions()) {
    if (function.annotations.global) check(work, function);
  }
}

}  // namespace emu::translator
