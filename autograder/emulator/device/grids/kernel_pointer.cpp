#include "device/grids/kernel_pointer.h"

#include <unordered_map>

namespace emu {

namespace {

std::unordered_map<const void*, KernelPointer>& known() {
  static std::unordered_map<const void*, KernelPointer> pointers;  // used before main, too
  return pointers;
}

}  // namespace

void note_kernel_pointer(const void* kernel, const KernelPointer& how) {
  known().insert_or_assign(kernel, how);
}

const KernelPointer* find_kernel_pointer(const void* kernel) {
  const auto found = known().find(kernel);
  return found == known().end() ? nullptr : &found->second;
}

}  // namespace emu
