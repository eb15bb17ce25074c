// CUDA's built-in variables as the scheduler sees them: seam.h declares the same objects const.
#pragma once

#include "vector_types.h"

/// The variables of the emulator's that programs may read lie side by side.
#define EMU_READABLE [[gnu::section("emulator_readable")]]
extern "C" [[gnu::visibility("hidden")]] char __start_emulator_readable[],
    __stop_emulator_readable[];

namespace emu::builtin {
extern uint3 thread asm("threadIdx");
extern uint3 block asm("blockIdx");
extern dim3 block_dim asm("blockDim");
extern dim3 grid_dim asm("gridDim");
}  // namespace emu::builtin
