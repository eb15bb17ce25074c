#include "device/threads/builtins.h"

namespace emu::builtin {
EMU_READABLE uint3 thread asm("threadIdx");
EMU_READABLE uint3 block asm("blockIdx");
EMU_READABLE dim3 block_dim asm("blockDim");
EMU_READABLE dim3 grid_dim asm("gridDim");
}  // namespace emu::builtin
