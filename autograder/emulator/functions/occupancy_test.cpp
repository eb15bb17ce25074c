// The search for the best block size, on a device with 4 multiprocessors of 1024 threads and 1000
// bytes of shared memory.
#include <gtest/gtest.h>

#include <algorithm>

#include "cuda_runtime.h"

namespace {

int kernel_limit = 1024;

int blocks_that_fit(int block_size, std::size_t shared_bytes) {
  const int by_threads = 1024 / block_size;
  const int by_memory = shared_bytes == 0 ? 32 : static_cast<int>(1000 / shared_bytes);
  return std::min(by_threads, by_memory);
}

void kernel() {}

}  // namespace

extern "C" {
cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
  *value = attribute == cudaDevAttrMultiProcessorCount ? 4
           : attribute == cudaDevAttrWarpSize          ? 32
                                                       : 1024;
  return cudaSuccess;
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void*) {
  *attributes = cudaFuncAttributes{};
  attributes->maxThreadsPerBlock = kernel_limit;
  return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void*,
                                                                   int block_size,
                                                                   std::size_t shared_bytes,
                                                                   unsigned) {
  *blocks = blocks_that_fit(block_size, shared_bytes);
  return cudaSuccess;
}
}

namespace {

TEST(Occupancy, TheLargestBlockAmongTheBestWins) {
  int grid = 0;
  int block = 0;
  EXPECT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel), cudaSuccess);
  EXPECT_EQ(block, 1024);
  EXPECT_EQ(grid, 4);
}

TEST(Occupancy, LimitsOfKernelAndCallerHold) {
  int grid = 0;
  int block = 0;
  kernel_limit = 512;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel);
  EXPECT_EQ(block, 512);
  EXPECT_EQ(grid, 8);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, 200);
  EXPECT_EQ(block, 128) << "8 blocks of it fill the multiprocessor, 5 of 200 threads do not";
  kernel_limit = 1024;
}

TEST(Occupancy, AsksForTheSharedMemoryOfEveryBlockSize) {
  int grid = 0;
  int block = 0;
  // Above 256 threads only one block fits; below that nothing stands in the way.
  const auto bytes = [](int size) { return size > 256 ? std::size_t{600} : std::size_t{0}; };
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, kernel, bytes, 992);
  EXPECT_EQ(block, 256);
  EXPECT_EQ(grid, 16);
}

TEST(Occupancy, NothingThatFitsIsAnError) {
  int grid = 0;
  int block = 0;
  EXPECT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 2000),
            cudaErrorInvalidConfiguration);
}

}  // namespace
