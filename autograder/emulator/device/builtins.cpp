#include "device/builtins.h"

namespace emu::builtin {
uint3 thread asm("threadIdx");
uint3 block asm("blockIdx");
dim3 block_dim asm("blockDim");
dim3 grid_dim asm("gridDim");
}  // namespace emu::builtin
