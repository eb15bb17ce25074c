#include "device/grids/kernel_pointer.h"

#include "device/state.h"

namespace emu {

void note_kernel_pointer(const void* kernel, const KernelPointer& how) {
  state.kernels.pointers.insert_or_assign(kernel, how);
}

const KernelPointer* find_kernel_pointer(const void* kernel) {
  const auto found = state.kernels.pointers.find(kernel);
  return found == state.kernels.pointers.end() ? nullptr : &found->second;
}

}  // namespace emu
