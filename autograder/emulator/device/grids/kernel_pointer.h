// Kernels that a program holds as `void*`: how to give them their arguments.
#pragma once

#include "emulator/launch_templates.h"

namespace emu {

/// Null for an address that no program has asked for as `void*`.
const KernelPointer* find_kernel_pointer(const void* kernel);

}  // namespace emu
