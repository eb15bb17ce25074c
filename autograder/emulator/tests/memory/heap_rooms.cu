// How much of the device heap requests take: of 8 MB an empty heap grants 7,673,856 bytes at once;
// filled by one thread it holds as many pieces of a size as the card was seen to give, and all of
// it is free again when they are freed (H3, h200-facts 1).
#include <cstdlib>

#include "../expect.h"

__device__ unsigned pieces;
__device__ void** last;

__global__ void ask(std::size_t size, int* granted) {
  void* p = malloc(size);
  *granted = p != nullptr;
  free(p);
}

// Each piece begins with the address of the one before.
__global__ void fill(std::size_t size) {
  while (void** piece = static_cast<void**>(malloc(size))) {
    *piece = last;
    last = piece;
    ++pieces;
  }
}

__global__ void empty() {
  while (last) {
    void** piece = last;
    last = static_cast<void**>(*piece);
    free(piece);
  }
}

bool is_granted(std::size_t size) {
  int granted = 0;
  int* answer = nullptr;
  cudaMalloc(&answer, sizeof *answer);
  ask<<<1, 1>>>(size, answer);
  cudaMemcpy(&granted, answer, sizeof granted, cudaMemcpyDeviceToHost);
  cudaFree(answer);
  return granted != 0;
}

unsigned fits_so_often(std::size_t size) {
  unsigned count = 0;
  cudaMemcpyToSymbol(pieces, &count, sizeof count);
  fill<<<1, 1>>>(size);
  cudaMemcpyFromSymbol(&count, pieces, sizeof count);
  empty<<<1, 1>>>();
  cudaDeviceSynchronize();
  return count;
}

int main() {
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 4 << 20), 0);
  EXPECT_EQ(is_granted(3'836'000), true);
  EXPECT_EQ(is_granted(3'840'000), false);
  EXPECT_EQ(fits_so_often(16), 45334U);
  EXPECT_EQ(fits_so_often(81), 22667U);
  EXPECT_EQ(fits_so_often(512), 5667U);
  EXPECT_EQ(fits_so_often(1000), 1889U);
  EXPECT_EQ(fits_so_often(1024), 1889U);
  EXPECT_EQ(fits_so_often(4096), 944U);
  EXPECT_EQ(fits_so_often(16384), 236U);
  EXPECT_EQ(fits_so_often(65536), 39U);
  EXPECT_EQ(fits_so_often(1 << 20), 3U);
  EXPECT_EQ(is_granted(3'836'000), true);
  return failures();
}
