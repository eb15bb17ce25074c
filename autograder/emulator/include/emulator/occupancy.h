// The arithmetic of cuda_occupancy.h, which includes it when its types are declared.
#pragma once

#include <limits.h>
#include <stddef.h>

namespace emu::occ {

namespace types {
/// What the properties of a device do not say, by its compute capability.
struct Capability {
  int number;          ///< 90: 9.0
  int blocks;          ///< on a multiprocessor at most
  int barriers;        ///< of it, which its blocks share: so many has NVIDIA's calculator
  int capacities[10];  ///< that its shared memory can have, KB; 0 at the end
};
}  // namespace types
using types::Capability;

inline constexpr Capability kCapabilities[] = {
    {70, 32, INT_MAX, {8, 16, 32, 64, 96}},
    {75, 16, INT_MAX, {32, 64}},
    {80, 32, INT_MAX, {8, 16, 32, 64, 100, 132, 164}},
    {86, 16, INT_MAX, {8, 16, 32, 64, 100}},
    {87, 16, INT_MAX, {8, 16, 32, 64, 100, 132, 164}},
    {89, 24, INT_MAX, {8, 16, 32, 64, 100}},
    {90, 32, 64, {8, 16, 32, 64, 100, 132, 164, 196, 228}},
    {100, 32, 64, {8, 16, 32, 64, 100, 132, 164, 196, 228}},
    {103, 32, 64, {8, 16, 32, 64, 100, 132, 164, 196, 228}},
    {110, 24, 24, {8, 16, 32, 64, 100, 132, 164, 196, 228}},
    {120, 24, 24, {8, 16, 32, 64, 100}},
    {121, 24, 24, {8, 16, 32, 64, 100}},
};

inline constexpr int kRegisterUnit = 256;  ///< registers that a warp gets at once
inline constexpr int kWarpUnit = 4;  ///< the parts of a multiprocessor that warps are spread over
inline constexpr int kMostRegisters = 256;  ///< of a thread

/// Null for a device that is not known here.
EMU_PASSING_ON const Capability* capability_of(const cudaOccDeviceProp& device) {
  for (const Capability& one : kCapabilities)
    if (one.number == device.computeMajor * 10 + device.computeMinor) return &one;
  return nullptr;
}

EMU_PASSING_ON cudaOccError look_at(const cudaOccDeviceProp* device,
                                    const cudaOccFuncAttributes* kernel,
                                    const cudaOccDeviceState* state) {
  if (!device || !kernel || !state) return CUDA_OCC_ERROR_INVALID_INPUT;
  const bool has_all = device->maxThreadsPerBlock > 0 && device->maxThreadsPerMultiprocessor > 0 &&
                       device->regsPerBlock > 0 && device->regsPerMultiprocessor > 0 &&
                       device->warpSize > 0 && device->sharedMemPerBlock > 0 &&
                       device->sharedMemPerMultiprocessor > 0 && device->numSms > 0;
  if (!has_all || kernel->maxThreadsPerBlock <= 0 || kernel->numRegs < 0 ||
      state->carveoutConfig < -1 || state->carveoutConfig > 100)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  return capability_of(*device) ? CUDA_OCC_SUCCESS : CUDA_OCC_ERROR_UNKNOWN_DEVICE;
}

template <class T>
EMU_PASSING_ON T in_units(T amount, T unit) {
  return (amount + unit - 1) / unit * unit;
}

/// Bytes of shared memory that a block gets at once.
EMU_PASSING_ON size_t shared_unit(const cudaOccDeviceProp& device) {
  return device.computeMajor >= 8 ? 128 : 256;
}

/// With what CUDA keeps for itself.
EMU_PASSING_ON size_t shared_of_block(const cudaOccDeviceProp& device,
                                      const cudaOccFuncAttributes& kernel, size_t dynamic) {
  return in_units(kernel.sharedSizeBytes + dynamic + device.reservedSharedMemPerBlock,
                  shared_unit(device));
}

/// The most that a block may have, static and dynamic, without what CUDA keeps.
EMU_PASSING_ON size_t most_shared(const cudaOccDeviceProp& device,
                                  const cudaOccFuncAttributes& kernel) {
  if (kernel.shmemLimitConfig == FUNC_SHMEM_LIMIT_DEFAULT) return device.sharedMemPerBlock;
  const size_t asked = kernel.sharedSizeBytes + kernel.maxDynamicSharedSizeBytes;
  return asked < device.sharedMemPerBlockOptin ? asked : device.sharedMemPerBlockOptin;
}

EMU_PASSING_ON int percent_of_shared(const cudaOccDeviceState& state) {
  if (state.carveoutConfig != SHAREDMEM_CARVEOUT_DEFAULT) return state.carveoutConfig;
  if (state.cacheConfig == CACHE_PREFER_L1) return SHAREDMEM_CARVEOUT_MAX_L1;
  return state.cacheConfig == CACHE_PREFER_EQUAL ? SHAREDMEM_CARVEOUT_HALF
                                                 : SHAREDMEM_CARVEOUT_MAX_SHARED;
}

/// The smallest capacity that has the share that was asked for, and room for a block.
EMU_PASSING_ON size_t shared_of_multiprocessor(const cudaOccDeviceProp& device,
                                               const cudaOccDeviceState& state, size_t block) {
  const size_t most = device.sharedMemPerMultiprocessor;
  const size_t wanted = most * static_cast<size_t>(percent_of_shared(state)) / 100;
  for (const int capacity : capability_of(device)->capacities) {
    const size_t bytes = static_cast<size_t>(capacity) << 10;
    if (capacity > 0 && bytes >= wanted && bytes >= block && bytes <= most) return bytes;
  }
  return most;
}

EMU_PASSING_ON int warps_of(const cudaOccDeviceProp& device, int block_size) {
  return in_units(block_size, device.warpSize) / device.warpSize;
}

/// A warp's registers are in one part of the multiprocessor.
EMU_PASSING_ON int blocks_by_registers(const cudaOccDeviceProp& device,
                                       const cudaOccFuncAttributes& kernel, int warps, int* each) {
  *each = 0;
  if (kernel.numRegs == 0) return INT_MAX;
  const int of_warp = in_units(kernel.numRegs * device.warpSize, kRegisterUnit);
  *each = of_warp * warps;
  if (kernel.numRegs > kMostRegisters) return 0;
  if (of_warp * in_units(warps, kWarpUnit) > device.regsPerBlock) return 0;
  return device.regsPerMultiprocessor / kWarpUnit / of_warp * kWarpUnit / warps;
}

EMU_PASSING_ON int blocks_by_barriers(const cudaOccDeviceProp& device,
                                      const cudaOccFuncAttributes& kernel) {
  const int barriers = capability_of(device)->barriers;
  return barriers == INT_MAX || kernel.numBlockBarriers <= 0 ? INT_MAX
                                                             : barriers / kernel.numBlockBarriers;
}

EMU_PASSING_ON int least(int a, int b) { return a < b ? a : b; }

EMU_PASSING_ON unsigned factors_of(const cudaOccResult& result) {
  const int blocks = result.activeBlocksPerMultiprocessor;
  unsigned factors = 0;
  if (blocks == result.blockLimitWarps) factors |= OCC_LIMIT_WARPS;
  if (blocks == result.blockLimitRegs) factors |= OCC_LIMIT_REGISTERS;
  if (blocks == result.blockLimitSharedMem) factors |= OCC_LIMIT_SHARED_MEMORY;
  if (blocks == result.blockLimitBlocks) factors |= OCC_LIMIT_BLOCKS;
  if (blocks == result.blockLimitBarriers) factors |= OCC_LIMIT_BARRIERS;
  return factors;
}

EMU_PASSING_ON cudaOccResult occupancy(const cudaOccDeviceProp& device,
                                       const cudaOccFuncAttributes& kernel,
                                       const cudaOccDeviceState& state, int block_size,
                                       size_t dynamic) {
  cudaOccResult result{};
  const int warps = warps_of(device, block_size);
  const bool too_large = block_size > least(device.maxThreadsPerBlock, kernel.maxThreadsPerBlock);
  const size_t shared = shared_of_block(device, kernel, dynamic);
  const size_t room = shared_of_multiprocessor(device, state, shared);
  const bool too_much = kernel.sharedSizeBytes + dynamic > most_shared(device, kernel);
  result.blockLimitBlocks = capability_of(device)->blocks;
  result.blockLimitWarps =
      too_large ? 0 : device.maxThreadsPerMultiprocessor / device.warpSize / warps;
  result.blockLimitRegs =
      blocks_by_registers(device, kernel, warps, &result.allocatedRegistersPerBlock);
  result.blockLimitSharedMem =
      too_much ? 0 : (shared == 0 ? INT_MAX : static_cast<int>(room / shared));
  result.blockLimitBarriers = blocks_by_barriers(device, kernel);
  result.blockLimitVirtual = INT_MAX;
  result.allocatedSharedMemPerBlock = shared;
  const int by_hardware = least(result.blockLimitBlocks, result.blockLimitBarriers);
  const int by_memory = least(result.blockLimitRegs, result.blockLimitSharedMem);
  result.activeBlocksPerMultiprocessor =
      least(least(by_hardware, by_memory), result.blockLimitWarps);
  result.limitingFactors = factors_of(result);
  return result;
}

template <class SharedBytes>
EMU_PASSING_ON cudaOccError best_block(int* grid, int* block, const cudaOccDeviceProp* device,
                                       const cudaOccFuncAttributes* kernel,
                                       const cudaOccDeviceState* state, SharedBytes&& bytes) {
  const cudaOccError error = look_at(device, kernel, state);
  if (error != CUDA_OCC_SUCCESS) return error;
  if (!grid || !block) return CUDA_OCC_ERROR_INVALID_INPUT;
  const int largest = least(device->maxThreadsPerBlock, kernel->maxThreadsPerBlock);
  const int warp = device->warpSize;
  int most_threads = 0;
  *grid = *block = 0;
  // Sizes that are not a multiple of the warp leave lanes idle; only the limit itself may be one.
  for (int size = largest; size > 0; size = (size - 1) / warp * warp) {
    const int blocks =
        occupancy(*device, *kernel, *state, size, bytes(size)).activeBlocksPerMultiprocessor;
    if (blocks * size <= most_threads) continue;
    most_threads = blocks * size;
    *block = size;
    *grid = blocks * device->numSms;
  }
  return CUDA_OCC_SUCCESS;
}

/// As an H200 says it, which does not take away what CUDA keeps for itself.
EMU_PASSING_ON size_t shared_for(const cudaOccDeviceProp& device,
                                 const cudaOccFuncAttributes& kernel,
                                 const cudaOccDeviceState& state, int blocks) {
  const size_t unit = shared_unit(device);
  const size_t all = shared_of_multiprocessor(device, state, shared_of_block(device, kernel, 0));
  const size_t each = all / static_cast<size_t>(blocks) / unit * unit;
  const size_t room = each > kernel.sharedSizeBytes ? each - kernel.sharedSizeBytes : 0;
  return room < kernel.maxDynamicSharedSizeBytes ? room : kernel.maxDynamicSharedSizeBytes;
}

}  // namespace emu::occ
