// NVIDIA's stand-alone occupancy calculator: for this device it says what the runtime says,
// whatever the block and its shared memory; for other devices it says what their numbers make of
// it.
#include <cuda_occupancy.h>
#include <limits.h>

#include "../../expect.h"

extern __shared__ int own[];

__global__ void plain(int* out) { out[threadIdx.x] = blockIdx.x; }
__global__ void shared(int* out) {
  __shared__ int table[100];
  table[threadIdx.x % 100] = own[threadIdx.x] = blockIdx.x;
  out[threadIdx.x] = table[0];
}

struct Calculator {
  cudaOccDeviceProp device;
  cudaOccFuncAttributes kernel;
  cudaOccDeviceState state;

  cudaOccResult result(int block, size_t bytes) const {
    cudaOccResult result{};
    EXPECT_EQ(static_cast<int>(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel,
                                                                       &state, block, bytes)),
              static_cast<int>(CUDA_OCC_SUCCESS));
    return result;
  }
  int blocks(int block, size_t bytes = 0) const {
    return result(block, bytes).activeBlocksPerMultiprocessor;
  }
};

template <class Kernel>
Calculator for_this_device(Kernel* kernel) {
  cudaDeviceProp device;
  cudaFuncAttributes attributes;
  EXPECT_EQ(cudaGetDeviceProperties(&device, 0), cudaSuccess);
  EXPECT_EQ(cudaFuncGetAttributes(&attributes, kernel), cudaSuccess);
  return {device, attributes, cudaOccDeviceState()};
}

template <class Kernel>
void compare(Kernel* kernel) {
  EXPECT_EQ(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10),
            cudaSuccess);
  const Calculator calculator = for_this_device(kernel);
  for (int block = 1; block <= 1024; block += block % 96 == 0 ? 1 : 5) {
    for (const size_t bytes : {0, 100, 5000, 22000, 45665, 45666, 100000, 200 << 10, 201 << 10}) {
      int blocks = -1;
      EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block, bytes),
                cudaSuccess);
      EXPECT_EQ(calculator.blocks(block, bytes), blocks);
    }
  }
}

size_t grows(int block) { return static_cast<size_t>(block) * 150; }

template <class Kernel>
void compare_the_best(Kernel* kernel) {
  const Calculator c = for_this_device(kernel);
  int grid = 0, block = 0, calculated_grid = 0, calculated_block = 0;
  EXPECT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 3000), cudaSuccess);
  cudaOccMaxPotentialOccupancyBlockSize(&calculated_grid, &calculated_block, &c.device, &c.kernel,
                                        &c.state, 3000);
  EXPECT_EQ(calculated_grid, grid);
  EXPECT_EQ(calculated_block, block);
  EXPECT_EQ(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, kernel, grows),
            cudaSuccess);
  cudaOccMaxPotentialOccupancyBlockSize(&calculated_grid, &calculated_block, &c.device, &c.kernel,
                                        &c.state, grows, 0);
  EXPECT_EQ(calculated_grid, grid);
  EXPECT_EQ(calculated_block, block);
  cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(&calculated_grid, &calculated_block, &c.device,
                                                    &c.kernel, &c.state,
                                                    [](int size) { return grows(size); });
  EXPECT_EQ(calculated_grid, grid);
  EXPECT_EQ(calculated_block, block);
  for (int blocks = 1; blocks <= 8; ++blocks) {
    size_t bytes = 0, calculated = 0;
    EXPECT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel, blocks, 128), cudaSuccess);
    EXPECT_EQ(static_cast<int>(cudaOccAvailableDynamicSMemPerBlock(
                  &calculated, &c.device, &c.kernel, &c.state, blocks, 128)),
              static_cast<int>(CUDA_OCC_SUCCESS));
    EXPECT_EQ(calculated, bytes);
  }
}

// What an H200 says of its own room. The kernel's registers are not what keeps blocks away.
void known_of_the_h200() {
  cudaDeviceProp device;
  EXPECT_EQ(cudaGetDeviceProperties(&device, 0), cudaSuccess);
  if (device.major != 9 || device.minor != 0) return;
  const Calculator c = for_this_device(plain);
  EXPECT_EQ(c.blocks(64, 22000), 10);
  EXPECT_EQ(c.blocks(64, 45265), 5);
  EXPECT_EQ(c.blocks(64, 45665), 4);
  const size_t room[] = {200 << 10, 116736, 77824, 58368, 46592, 38912, 33280, 29184};
  for (int blocks = 1; blocks <= 8; ++blocks) {
    size_t bytes = 0;
    EXPECT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, blocks, 128), cudaSuccess);
    EXPECT_EQ(bytes, room[blocks - 1]);
  }
}

/// A card of compute capability 8.6, by the numbers of the programming guide.
Calculator for_another_device(int registers) {
  Calculator c;
  c.device.computeMajor = 8;
  c.device.computeMinor = 6;
  c.device.maxThreadsPerBlock = 1024;
  c.device.maxThreadsPerMultiprocessor = 1536;
  c.device.regsPerBlock = c.device.regsPerMultiprocessor = 65536;
  c.device.warpSize = 32;
  c.device.sharedMemPerBlock = 48 << 10;
  c.device.sharedMemPerMultiprocessor = 100 << 10;
  c.device.numSms = 28;
  c.device.sharedMemPerBlockOptin = 99 << 10;
  c.device.reservedSharedMemPerBlock = 1 << 10;
  c.kernel.maxThreadsPerBlock = INT_MAX;
  c.kernel.numRegs = registers;
  return c;
}

void other_devices() {
  Calculator c = for_another_device(32);
  EXPECT_EQ(c.blocks(256), 6);  // 1536 threads
  EXPECT_EQ(c.blocks(1024), 1);
  EXPECT_EQ(c.blocks(64), 16);  // no more blocks than 16
  EXPECT_EQ(c.result(64, 0).limitingFactors, static_cast<unsigned>(OCC_LIMIT_BLOCKS));
  EXPECT_EQ(c.result(256, 0).limitingFactors, static_cast<unsigned>(OCC_LIMIT_WARPS));
  EXPECT_EQ(c.blocks(2048), 0);
  EXPECT_EQ(c.blocks(64, 9 << 10), 10);  // 10 of 10 KB fill 100 KB
  EXPECT_EQ(c.result(64, 9 << 10).limitingFactors, static_cast<unsigned>(OCC_LIMIT_SHARED_MEMORY));
  EXPECT_EQ(c.result(64, 9 << 10).allocatedSharedMemPerBlock, 10 << 10);
  EXPECT_EQ(c.blocks(64, (9 << 10) + 1), 9);   // in units of 128 bytes
  EXPECT_EQ(c.blocks(64, (48 << 10) + 1), 0);  // the kernel has not asked for more
  c.kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  c.kernel.maxDynamicSharedSizeBytes = 99 << 10;
  EXPECT_EQ(c.blocks(64, 99 << 10), 1);
  c.state.carveoutConfig = 30;
  EXPECT_EQ(c.blocks(64, 9 << 10), 3);  // of 32 KB

  c = for_another_device(100);
  EXPECT_EQ(c.blocks(128), 4);  // 104 registers a thread: 4 warps on each quarter, 16 in all
  EXPECT_EQ(c.result(128, 0).limitingFactors, static_cast<unsigned>(OCC_LIMIT_REGISTERS));
  EXPECT_EQ(c.result(128, 0).allocatedRegistersPerBlock, 104 * 128);
  EXPECT_EQ(c.blocks(1024), 0);  // 106496 registers
}

void wrong_use() {
  Calculator c = for_another_device(32);
  cudaOccResult result{};
  const auto status = [&](int block) {
    return static_cast<int>(
        cudaOccMaxActiveBlocksPerMultiprocessor(&result, &c.device, &c.kernel, &c.state, block, 0));
  };
  EXPECT_EQ(status(32), static_cast<int>(CUDA_OCC_SUCCESS));
  EXPECT_EQ(status(0), static_cast<int>(CUDA_OCC_ERROR_INVALID_INPUT));
  c.device.computeMajor = 99;
  EXPECT_EQ(status(32), static_cast<int>(CUDA_OCC_ERROR_UNKNOWN_DEVICE));
  c.device = cudaOccDeviceProp();
  EXPECT_EQ(status(32), static_cast<int>(CUDA_OCC_ERROR_INVALID_INPUT));
}

int main() {
  compare(plain);
  compare(shared);
  compare_the_best(plain);
  compare_the_best(shared);
  known_of_the_h200();
  other_devices();
  wrong_use();
  return failures();
}
