// The stand-alone occupancy calculator: how many blocks of a kernel fit on a multiprocessor of a
// device that need not be this one. What a program says of both is all that it knows. The numbers
// of each compute capability, and the units in which a multiprocessor hands out registers and
// shared memory, are those of PG13 §5.1.3 and of NVIDIA's occupancy calculator.
#pragma once

#include <limits.h>
#include <stddef.h>

#include "emulator/seam.h"

enum cudaOccError_enum : int {
  CUDA_OCC_SUCCESS = 0,
  CUDA_OCC_ERROR_INVALID_INPUT = 1,
  CUDA_OCC_ERROR_UNKNOWN_DEVICE = 2  ///< a compute capability that is not known
};
typedef enum cudaOccError_enum cudaOccError;

enum cudaOccCacheConfig_enum : int {
  CACHE_PREFER_NONE = 0,
  CACHE_PREFER_SHARED = 1,
  CACHE_PREFER_L1 = 2,
  CACHE_PREFER_EQUAL = 3
};
typedef enum cudaOccCacheConfig_enum cudaOccCacheConfig;

/// Of the shared memory of a multiprocessor, in percent.
enum cudaOccCarveoutConfig_enum : int {
  SHAREDMEM_CARVEOUT_DEFAULT = -1,
  SHAREDMEM_CARVEOUT_MAX_L1 = 0,
  SHAREDMEM_CARVEOUT_HALF = 50,
  SHAREDMEM_CARVEOUT_MAX_SHARED = 100
};
typedef enum cudaOccCarveoutConfig_enum cudaOccCarveoutConfig;

/// Partitioned global caching, which no device of CUDA 13 has.
enum cudaOccPartitionedGCConfig_enum : int {
  PARTITIONED_GC_OFF,
  PARTITIONED_GC_ON,
  PARTITIONED_GC_ON_STRICT
};
typedef enum cudaOccPartitionedGCConfig_enum cudaOccPartitionedGCConfig;

/// How much shared memory a block may have: `sharedMemPerBlock` of the device, or what the kernel
/// has asked for by cudaFuncAttributeMaxDynamicSharedMemorySize.
enum cudaOccFuncShmemConfig_enum : int { FUNC_SHMEM_LIMIT_DEFAULT, FUNC_SHMEM_LIMIT_OPTIN };
typedef enum cudaOccFuncShmemConfig_enum cudaOccFuncShmemConfig;

/// What keeps another block away; bits.
enum cudaOccLimitingFactor_enum : int {
  OCC_LIMIT_WARPS = 0x01,
  OCC_LIMIT_REGISTERS = 0x02,
  OCC_LIMIT_SHARED_MEMORY = 0x04,
  OCC_LIMIT_BLOCKS = 0x08,
  OCC_LIMIT_BARRIERS = 0x10,
  OCC_LIMIT_VIRTUAL_RESOURCES = 0x20
};
typedef enum cudaOccLimitingFactor_enum cudaOccLimitingFactor;

/// The device. In a struct made by hand, only the last two members may stay 0.
struct cudaOccDeviceProp {
  int computeMajor = 0;
  int computeMinor = 0;
  int maxThreadsPerBlock = 0;
  int maxThreadsPerMultiprocessor = 0;
  int regsPerBlock = 0;
  int regsPerMultiprocessor = 0;
  int warpSize = 0;
  size_t sharedMemPerBlock = 0;
  size_t sharedMemPerMultiprocessor = 0;
  int numSms = 0;
  size_t sharedMemPerBlockOptin = 0;
  size_t reservedSharedMemPerBlock = 0;

  EMU_PASSING_ON cudaOccDeviceProp() {}
  /// Of a cudaDeviceProp, or of what has its members.
  template <typename DeviceProp>
  EMU_PASSING_ON cudaOccDeviceProp(const DeviceProp& properties)
      : computeMajor(properties.major),
        computeMinor(properties.minor),
        maxThreadsPerBlock(properties.maxThreadsPerBlock),
        maxThreadsPerMultiprocessor(properties.maxThreadsPerMultiProcessor),
        regsPerBlock(properties.regsPerBlock),
        regsPerMultiprocessor(properties.regsPerMultiprocessor),
        warpSize(properties.warpSize),
        sharedMemPerBlock(properties.sharedMemPerBlock),
        sharedMemPerMultiprocessor(properties.sharedMemPerMultiprocessor),
        numSms(properties.multiProcessorCount),
        sharedMemPerBlockOptin(properties.sharedMemPerBlockOptin),
        reservedSharedMemPerBlock(properties.reservedSharedMemPerBlock) {}
};
typedef struct cudaOccDeviceProp cudaOccDeviceProp;

/// The kernel.
struct cudaOccFuncAttributes {
  int maxThreadsPerBlock = 0;
  int numRegs = 0;
  size_t sharedSizeBytes = 0;
  cudaOccPartitionedGCConfig partitionedGCConfig = PARTITIONED_GC_OFF;
  cudaOccFuncShmemConfig shmemLimitConfig = FUNC_SHMEM_LIMIT_DEFAULT;
  size_t maxDynamicSharedSizeBytes = 0;
  int numBlockBarriers = 0;
  int virtualResourceCount = 0;

  EMU_PASSING_ON cudaOccFuncAttributes() {}
  /// Of a cudaFuncAttributes, or of what has its members.
  template <typename FuncAttributes>
  EMU_PASSING_ON cudaOccFuncAttributes(const FuncAttributes& attributes)
      : maxThreadsPerBlock(attributes.maxThreadsPerBlock),
        numRegs(attributes.numRegs),
        sharedSizeBytes(attributes.sharedSizeBytes),
        shmemLimitConfig(FUNC_SHMEM_LIMIT_OPTIN),
        maxDynamicSharedSizeBytes(static_cast<size_t>(attributes.maxDynamicSharedSizeBytes)),
        numBlockBarriers(1) {}
};
typedef struct cudaOccFuncAttributes cudaOccFuncAttributes;

/// What the kernel or the device is set to.
struct cudaOccDeviceState {
  cudaOccCacheConfig cacheConfig = CACHE_PREFER_NONE;
  int carveoutConfig = SHAREDMEM_CARVEOUT_DEFAULT;

  EMU_PASSING_ON cudaOccDeviceState() {}
};
typedef struct cudaOccDeviceState cudaOccDeviceState;

/// Limits are numbers of blocks: INT_MAX for what a kernel does not use.
struct cudaOccResult {
  int activeBlocksPerMultiprocessor;  ///< 0: it cannot run
  unsigned int limitingFactors;       ///< of cudaOccLimitingFactor
  int blockLimitRegs;
  int blockLimitSharedMem;
  int blockLimitWarps;
  int blockLimitBlocks;
  int blockLimitBarriers;
  int blockLimitVirtual;
  int allocatedRegistersPerBlock;
  size_t allocatedSharedMemPerBlock;
  cudaOccPartitionedGCConfig partitionedGCConfig;
};
typedef struct cudaOccResult cudaOccResult;

#include "emulator/occupancy.h"

/// `result` is of a launch with `blockSize` threads a block and so much dynamic shared memory.
EMU_PASSING_ON cudaOccError cudaOccMaxActiveBlocksPerMultiprocessor(
    cudaOccResult* result, const cudaOccDeviceProp* properties,
    const cudaOccFuncAttributes* attributes, const cudaOccDeviceState* state, int blockSize,
    size_t dynamicSmemSize) {
  const cudaOccError error = emu::occ::look_at(properties, attributes, state);
  if (error != CUDA_OCC_SUCCESS) return error;
  if (!result || blockSize <= 0) return CUDA_OCC_ERROR_INVALID_INPUT;
  *result = emu::occ::occupancy(*properties, *attributes, *state, blockSize, dynamicSmemSize);
  return CUDA_OCC_SUCCESS;
}

/// The block size that keeps the most threads on a multiprocessor, the largest among equals, and
/// the number of blocks that fills the device; 0 where none can run. `blockSizeToDynamicSMemSize`
/// says what a block of each size has of shared memory; it may be null.
EMU_PASSING_ON cudaOccError cudaOccMaxPotentialOccupancyBlockSize(
    int* minGridSize, int* blockSize, const cudaOccDeviceProp* properties,
    const cudaOccFuncAttributes* attributes, const cudaOccDeviceState* state,
    size_t (*blockSizeToDynamicSMemSize)(int), size_t dynamicSMemSize) {
  const auto bytes = [=](int size) {
    return blockSizeToDynamicSMemSize ? blockSizeToDynamicSMemSize(size) : dynamicSMemSize;
  };
  return emu::occ::best_block(minGridSize, blockSize, properties, attributes, state, bytes);
}

/// The same where every block has the same.
EMU_PASSING_ON cudaOccError cudaOccMaxPotentialOccupancyBlockSize(
    int* minGridSize, int* blockSize, const cudaOccDeviceProp* properties,
    const cudaOccFuncAttributes* attributes, const cudaOccDeviceState* state,
    size_t dynamicSMemSize = 0) {
  return cudaOccMaxPotentialOccupancyBlockSize(minGridSize, blockSize, properties, attributes,
                                               state, nullptr, dynamicSMemSize);
}

/// The same with anything that can be called.
template <typename UnaryFunction>
EMU_PASSING_ON cudaOccError cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(
    int* minGridSize, int* blockSize, const cudaOccDeviceProp* properties,
    const cudaOccFuncAttributes* attributes, const cudaOccDeviceState* state,
    UnaryFunction blockSizeToDynamicSMemSize) {
  return emu::occ::best_block(minGridSize, blockSize, properties, attributes, state,
                              blockSizeToDynamicSMemSize);
}

/// How much dynamic shared memory each of `numBlocks` blocks can have on one multiprocessor.
EMU_PASSING_ON cudaOccError
cudaOccAvailableDynamicSMemPerBlock(size_t* bytesAvailable, const cudaOccDeviceProp* properties,
                                    const cudaOccFuncAttributes* attributes,
                                    const cudaOccDeviceState* state, int numBlocks, int blockSize) {
  const cudaOccError error = emu::occ::look_at(properties, attributes, state);
  if (error != CUDA_OCC_SUCCESS) return error;
  if (!bytesAvailable || numBlocks <= 0 || blockSize <= 0) return CUDA_OCC_ERROR_INVALID_INPUT;
  const cudaOccResult without = emu::occ::occupancy(*properties, *attributes, *state, blockSize, 0);
  if (without.activeBlocksPerMultiprocessor < numBlocks) return CUDA_OCC_ERROR_INVALID_INPUT;
  *bytesAvailable = emu::occ::shared_for(*properties, *attributes, *state, numBlocks);
  return CUDA_OCC_SUCCESS;
}
