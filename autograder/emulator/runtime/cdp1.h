// CUDA Dynamic Parallelism 1: a thread waits for all that its block has launched so far (X1, M3).
#pragma once

#include "runtime/calls.h"

namespace emu {
/// cudaDeviceSynchronize of device code. 68 where the sync depth does not allow it (L5).
cudaError_t synchronize_block(const Call& call);
}  // namespace emu
