// Lesson 10: what comes after a grid, and what runs beside it.
//
// A grid launched into cudaStreamFireAndForget depends on nothing (S6). A grid launched into
// cudaStreamTailLaunch starts when the launching grid's threads have ended and all else that it
// launched is complete (T2). The two replace most uses of cudaDeviceSynchronize in old device code.
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

// At most this many grids may be pending at once: a correct solution needs only a few (L1, L2).
constexpr size_t kPendingGrids = 32;

cudaError_t prepare_device() {
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, kPendingGrids));
  return clear_error();
}

constexpr int kBlock = 128;

__device__ int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

// ---- Task 1: z after p, q and r -----------------------------------------------------------------

__global__ void p(int* out, int n) {
  const int i = thread_in_grid();
  if (i < n) out[i] = i;
}

__global__ void q(int* out, int n) {
  const int i = thread_in_grid();
  if (i < n) out[i] = i * i;
}

__global__ void r(int* out, int n) {
  const int i = thread_in_grid();
  if (i < n) out[i] = 3;
}

__global__ void z(int* sums, const int* parts, int n) {
  const int i = thread_in_grid();
  if (i < n) sums[i] = parts[i] + parts[n + i] + parts[2 * n + i];
}

// `parts` has room for three times n numbers: those of p, then q's, then r's. One thread runs this.
__global__ void start_all(int* sums, int* parts, int n) {
  // begin: z-after-p-q-r
  // TODO(z-after-p-q-r): launch p, q and r, each on its own third of `parts`, so that none of them
  // waits for another; then z, so that it starts when all three are complete. Check every launch.
  // end: z-after-p-q-r
}

extern "C" int sum_of_three(int* sums, int n) {
  const size_t bytes = sizeof(int) * n;
  DeviceArray<int> device_sums, parts;
  TRY(prepare_device());
  TRY(cudaMalloc(&device_sums.data, bytes));
  TRY(cudaMalloc(&parts.data, 3 * bytes));
  TRY(cudaMemset(device_sums.data, 0xff, bytes));
  TRY(cudaMemset(parts.data, 0xff, 3 * bytes));
  start_all<<<1, 1>>>(device_sums.data, parts.data, n);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(sums, device_sums.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

// ---- Task 2: a solver that launches itself again ------------------------------------------------

// What one step passes to the next. Only what the pointers point to is in global memory.
struct Solver {
  float* now;   // the cells
  float* next;  // where a step writes; the two are exchanged after it
  int n;
  float tolerance;
  int max_steps;
  int* change;  // largest change of the step, as the bits of a float (non-negative floats sort so)
  int* steps;   // steps started; 0 when the solver starts
};

// One step, in as many blocks as it takes. *change must be 0 before.
__global__ void relax(Solver s) {
  const int i = thread_in_grid();
  if (i >= s.n) return;
  const bool inner = i > 0 && i < s.n - 1;
  s.next[i] = inner ? 0.5f * (s.now[i - 1] + s.now[i + 1]) : s.now[i];
  atomicMax(s.change, __float_as_int(fabsf(s.next[i] - s.now[i])));
}

// The same on the host:
//   do { change = one step from now to next; swap(now, next); ++steps; }
//   while (change >= tolerance && steps < max_steps);
// One thread runs this.
__global__ void solve(Solver s) {
  // begin: repeat-until-still
  // TODO(repeat-until-still): if the last step changed no cell by s.tolerance or more, or max_steps
  // steps are done, end. Otherwise count a step, set *s.change to 0, launch relax, and let this
  // kernel follow when the step is complete, with the two buffers exchanged. However many steps it
  // takes, only a few grids may be pending at a time. Check every launch.
  // end: repeat-until-still
}

extern "C" int relax_until_still(float* cells, int* steps, int n, float tolerance, int max_steps) {
  const size_t bytes = sizeof(float) * n;
  DeviceArray<float> now, next;
  DeviceArray<int> change, count;
  TRY(prepare_device());
  TRY(cudaMalloc(&now.data, bytes));
  TRY(cudaMalloc(&next.data, bytes));
  TRY(cudaMalloc(&change.data, sizeof(int)));
  TRY(cudaMalloc(&count.data, sizeof(int)));
  TRY(cudaMemcpy(now.data, cells, bytes, cudaMemcpyHostToDevice));
  TRY(cudaMemset(next.data, 0, bytes));
  TRY(cudaMemset(change.data, 0, sizeof(int)));
  TRY(cudaMemset(count.data, 0, sizeof(int)));
  const Solver start{now.data, next.data, n, tolerance, max_steps, change.data, count.data};
  solve<<<1, 1>>>(start);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(steps, count.data, sizeof(int), cudaMemcpyDeviceToHost));
  const float* result = *steps % 2 == 0 ? now.data : next.data;  // each step exchanged the buffers
  TRY(cudaMemcpy(cells, result, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

// ---- Task 3: many grids at once, after this one -------------------------------------------------

__global__ void slope_of_tile(int* slopes, const int* heights, int tile, int n) {
  const int i = tile * kBlock + threadIdx.x;
  slopes[i] = i + 1 < n ? heights[i + 1] - heights[i] : 0;  // the last slope needs the next tile
}

// begin: concurrent-work-after-a-grid
// TODO(concurrent-work-after-a-grid): in write_heights let every thread write its height, and let
// start_slopes follow the grid, once. In start_slopes launch slope_of_tile once for each tile, with
// kBlock threads, so that no tile waits for another. Check every launch.
__global__ void start_slopes(int* slopes, const int* heights, int n) {}

__global__ void write_heights(int* slopes, int* heights, int n) {}
// end: concurrent-work-after-a-grid

extern "C" int slopes_of_tiles(int* slopes, int tiles) {
  const int n = tiles * kBlock;
  const size_t bytes = sizeof(int) * n;
  DeviceArray<int> device_slopes, heights;
  TRY(prepare_device());
  TRY(cudaMalloc(&device_slopes.data, bytes));
  TRY(cudaMalloc(&heights.data, bytes));
  TRY(cudaMemset(device_slopes.data, 0x7f, bytes));
  TRY(cudaMemset(heights.data, 0x7f, bytes));
  write_heights<<<tiles, kBlock>>>(device_slopes.data, heights.data, n);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(slopes, device_slopes.data, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}
