// What device code alone may call of the device runtime (PG13 §5.6.4); everything else of it is in
// cuda_runtime_api.h.
#pragma once

#include "cuda_runtime_api.h"

/// Waits until the grids are complete that the launch allowed this one to overlap, and sees what
/// they wrote (Q3).
void cudaGridDependencySynchronize();
/// What depends on this grid may start, as far as this block is concerned (Q2).
void cudaTriggerProgrammaticLaunchCompletion();

// PTX-level launches: their buffers hold arguments in an ABI that only NVIDIA's compiler knows.
#define EMU_NO_PTX_LAUNCH \
  __attribute__((error("the emulator launches kernels by <<<>>> and cudaLaunchKernel only")))
extern "C" {
void* cudaGetParameterBuffer(size_t alignment, size_t size) EMU_NO_PTX_LAUNCH;
void* cudaGetParameterBufferV2(void* kernel, dim3 grid, dim3 block,
                               unsigned int shared_bytes) EMU_NO_PTX_LAUNCH;
cudaError_t cudaLaunchDevice(void* kernel, void* buffer, dim3 grid, dim3 block,
                             unsigned int shared_bytes, cudaStream_t stream) EMU_NO_PTX_LAUNCH;
cudaError_t cudaLaunchDeviceV2(void* buffer, cudaStream_t stream) EMU_NO_PTX_LAUNCH;
}
#undef EMU_NO_PTX_LAUNCH
