// The search behind cudaOccupancyMaxPotentialBlockSize and its forms: over the block sizes a kernel
// allows, the one that keeps most threads on a multiprocessor; the largest among equals.
#include <algorithm>

#include "cuda_runtime.h"
#include "emulator/program.h"

namespace emu {

namespace {

struct Device {
  int multiprocessors = 0;
  int warp_size = 0;
  int max_block = 0;
};

cudaError_t current_device(Device* device) {
  int number = 0;
  if (const cudaError_t e = cudaGetDevice(&number)) return e;
  if (const cudaError_t e = cudaDeviceGetAttribute(&device->multiprocessors,
                                                   cudaDevAttrMultiProcessorCount, number)) {
    return e;
  }
  if (const cudaError_t e = cudaDeviceGetAttribute(&device->warp_size, cudaDevAttrWarpSize, number))
    return e;
  return cudaDeviceGetAttribute(&device->max_block, cudaDevAttrMaxThreadsPerBlock, number);
}

}  // namespace

cudaError_t potential_block_size(int* min_grid_size, int* block_size, const void* kernel,
                                 SharedBytesOfBlock shared_bytes, const void* context, int limit,
                                 unsigned int flags) {
  if (min_grid_size == nullptr || block_size == nullptr || kernel == nullptr) {
    return cudaErrorInvalidValue;
  }
  for (int* const result : {min_grid_size, block_size})
    emu::access(result, sizeof *result, true, EMU_SITE);
  Device device;
  cudaFuncAttributes attributes;
  if (const cudaError_t e = current_device(&device)) return e;
  if (const cudaError_t e = cudaFuncGetAttributes(&attributes, kernel)) return e;

  int largest = std::min(device.max_block, attributes.maxThreadsPerBlock);
  if (limit > 0) largest = std::min(largest, limit);
  int most_threads = 0;
  // Sizes that are not a multiple of the warp leave lanes idle; only the limit itself may be one.
  for (int size = largest; size > 0; size = (size - 1) / device.warp_size * device.warp_size) {
    int blocks = 0;
    if (const cudaError_t e = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            &blocks, kernel, size, call_program(shared_bytes, context, size), flags)) {
      return e;
    }
    if (blocks * size <= most_threads) continue;
    most_threads = blocks * size;
    *block_size = size;
    *min_grid_size = blocks * device.multiprocessors;
  }
  return most_threads > 0 ? cudaSuccess : cudaErrorInvalidConfiguration;
}

}  // namespace emu
