// Lesson 10, another way: a turn of the solver starts two steps and judges both in the next, for
// half as many links of a chain of tails, 11 µs each on an H200. Where the first was the last that
// counts, the second is done in vain, into the buffer that nobody reads. p, q and r are in a stream
// of each kind, and a tree of grids starts the tiles, more launches for fewer in one block.
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

// At most this many grids may be pending at once: what is done well needs only a few (L1, L2).
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
  const int blocks = blocks_for(n);
  // Three streams that know nothing of one another: the block's, the thread's, and nobody's.
  p<<<blocks, kBlock>>>(parts, n);
  keep_error(cudaGetLastError());
  q<<<blocks, kBlock, 0, cudaStreamPerThread>>>(parts + n, n);
  keep_error(cudaGetLastError());
  r<<<blocks, kBlock, 0, cudaStreamFireAndForget>>>(parts + 2 * n, n);
  keep_error(cudaGetLastError());
  z<<<blocks, kBlock, 0, cudaStreamTailLaunch>>>(sums, parts, n);  // waits for all of them (T2)
  keep_error(cudaGetLastError());
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

// ---- Task 2: a solver that goes on by itself ----------------------------------------------------

// What one step hands to the next; in global memory live only what the pointers point to.
struct Solver {
  float* now;   // the cells
  float* next;  // where a step writes; the two change places after it
  int n;
  float tolerance;
  int max_steps;
  int* change;  // largest change of the step, as the bits of a float (non-negative floats sort so);
                // behind it that of the turn's second step
  int* steps;   // steps judged; 0 when the solver starts
  int started;  // steps that the turn before has started
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
  for (int step = 0; step < s.started; ++step) {
    ++*s.steps;
    if (__int_as_float(s.change[step]) < s.tolerance) return;
  }
  s.started = min(2, s.max_steps - *s.steps);
  if (s.started == 0) return;
  Solver turned = s;
  turned.now = s.next;
  turned.next = s.now;
  turned.change = s.change + 1;
  *s.change = *turned.change = 0;
  const int blocks = blocks_for(s.n);
  relax<<<blocks, kBlock>>>(s);
  keep_error(cudaGetLastError());
  if (s.started == 2) {  // behind the first, in the block's NULL stream
    relax<<<blocks, kBlock>>>(turned);
    keep_error(cudaGetLastError());
  }
  // Two steps leave the buffers where they were, and one alone is the last.
  solve<<<1, 1, 0, cudaStreamTailLaunch>>>(s);
  keep_error(cudaGetLastError());
  // end: repeat-until-still
}

extern "C" int relax_until_still(float* cells, int* steps, int n, float tolerance, int max_steps) {
  const size_t bytes = sizeof(float) * n;
  DeviceArray<float> now, next;
  DeviceArray<int> change, count;
  TRY(prepare_device());
  TRY(cudaMalloc(&now.data, bytes));
  TRY(cudaMalloc(&next.data, bytes));
  TRY(cudaMalloc(&change.data, 2 * sizeof(int)));
  TRY(cudaMalloc(&count.data, sizeof(int)));
  TRY(cudaMemcpy(now.data, cells, bytes, cudaMemcpyHostToDevice));
  TRY(cudaMemset(next.data, 0, bytes));
  TRY(cudaMemset(change.data, 0, 2 * sizeof(int)));
  TRY(cudaMemset(count.data, 0, sizeof(int)));
  const Solver start{now.data, next.data, n, tolerance, max_steps, change.data, count.data, 0};
  solve<<<1, 1>>>(start);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(steps, count.data, sizeof(int), cudaMemcpyDeviceToHost));
  const float* result = *steps % 2 == 0 ? now.data : next.data;  // each step changed the buffers
  TRY(cudaMemcpy(cells, result, bytes, cudaMemcpyDeviceToHost));
  return read_error();
}

// ---- Task 3: many grids at once, after this one -------------------------------------------------

__global__ void slope_of_tile(int* slopes, const int* heights, int tile, int n) {
  const int i = tile * kBlock + threadIdx.x;
  slopes[i] = i + 1 < n ? heights[i + 1] - heights[i] : 0;  // the last slope needs the next tile
}

// begin: concurrent-work-after-a-grid
// Starts the tiles from `first` on, `count` of them, by four threads a grid: each has a quarter.
__global__ void start_slopes(int* slopes, const int* heights, int n, int first, int count) {
  const int quarter = (count + 3) / 4, begin = threadIdx.x * quarter;
  const int mine = min(quarter, count - begin);
  if (mine <= 0) return;
  if (mine == 1) {
    slope_of_tile<<<1, kBlock, 0, cudaStreamFireAndForget>>>(slopes, heights, first + begin, n);
  } else {
    start_slopes<<<1, 4, 0, cudaStreamFireAndForget>>>(slopes, heights, n, first + begin, mine);
  }
  keep_error(cudaGetLastError());
}

__global__ void write_heights(int* slopes, int* heights, int n) {
  const int i = thread_in_grid();
  heights[i] = (31 * i + 7) % 257;
  if (i > 0) return;
  start_slopes<<<1, 4, 0, cudaStreamTailLaunch>>>(slopes, heights, n, 0, gridDim.x);
  keep_error(cudaGetLastError());
}
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
