// cub::CachingDeviceAllocator, without a cache, and CUB's macros for errors.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "cuda_runtime.h"

namespace cub {

struct CachingDeviceAllocator {
  CachingDeviceAllocator() = default;
  template <class... Sizes>
  explicit CachingDeviceAllocator(unsigned, Sizes...) {}
  explicit CachingDeviceAllocator(bool, bool = false) {}
  EMU_PASSING_ON cudaError_t DeviceAllocate(void** memory, std::size_t bytes,
                                            cudaStream_t = nullptr) {
    return cudaMalloc(memory, bytes);
  }
  EMU_PASSING_ON cudaError_t DeviceFree(void* memory) { return cudaFree(memory); }
  cudaError_t FreeAllCached() { return cudaSuccess; }
};

inline cudaError_t Debug(cudaError_t error, const char* file, int line) {
  if (error != cudaSuccess)
    std::fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", static_cast<int>(error), file, line,
                 cudaGetErrorString(error));
  return error;
}

}  // namespace cub

#define CubDebug(error) cub::Debug(error, __FILE__, __LINE__)
#define CubDebugExit(error) \
  if (cub::Debug(error, __FILE__, __LINE__) != cudaSuccess) std::exit(1)
