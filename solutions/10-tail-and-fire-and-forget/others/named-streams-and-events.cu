// Lesson 10, another way: only what must be after a grid is a tail; all else is in named streams. z
// waits for the events of p, q and r and can start while the launching grid and what else it
// launches go on, which no tail can; it takes three streams and two events to make. With 1,024
// children 64 ran at once in named streams on an H200, and 128 when fired.
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

// A stream of this grid. To destroy it at the end of the scope neither waits nor cancels (S8).
class NamedStream {
 public:
  __device__ NamedStream() {
    keep_error(cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking));
  }
  NamedStream(const NamedStream&) = delete;
  NamedStream& operator=(const NamedStream&) = delete;
  __device__ ~NamedStream() { keep_error(cudaStreamDestroy(handle_)); }

  __device__ operator cudaStream_t() const { return handle_; }

  // What comes into this stream from now on waits for all that is in `other` now.
  __device__ void wait_for(const NamedStream& other) {
    cudaEvent_t until_here;
    keep_error(cudaEventCreateWithFlags(&until_here, cudaEventDisableTiming));
    keep_error(cudaEventRecord(until_here, other.handle_));
    keep_error(cudaStreamWaitEvent(handle_, until_here, 0));
    keep_error(cudaEventDestroy(until_here));
  }

 private:
  cudaStream_t handle_;
};

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
  NamedStream first, second, third;
  p<<<blocks, kBlock, 0, first>>>(parts, n);
  keep_error(cudaGetLastError());
  q<<<blocks, kBlock, 0, second>>>(parts + n, n);
  keep_error(cudaGetLastError());
  r<<<blocks, kBlock, 0, third>>>(parts + 2 * n, n);
  keep_error(cudaGetLastError());
  first.wait_for(second);
  first.wait_for(third);
  z<<<blocks, kBlock, 0, first>>>(sums, parts, n);
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

// Whether the step before this turn was the last. Before the first turn there was none.
__device__ bool is_over(const Solver& s) {
  const bool still = __int_as_float(*s.change) < s.tolerance;
  return *s.steps == s.max_steps || (*s.steps > 0 && still);
}

// The same on the host:
//   do { change = one step from now to next; swap(now, next); ++steps; }
//   while (change >= tolerance && steps < max_steps);
// One thread runs this.
__global__ void solve(Solver s) {
  // begin: repeat-until-still
  if (is_over(s)) return;
  ++*s.steps;
  *s.change = 0;
  NamedStream stepping;
  relax<<<blocks_for(s.n), kBlock, 0, stepping>>>(s);
  keep_error(cudaGetLastError());
  // relax has its arguments; what happens to s now is for the next turn (G1).
  float* const written = s.next;
  s.next = s.now;
  s.now = written;
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
// One thread for all tiles; a stream lasts only as long as its launch takes.
__global__ void start_slopes(int* slopes, const int* heights, int n) {
  for (int tile = 0; tile * kBlock < n; ++tile) {
    NamedStream alone;
    slope_of_tile<<<1, kBlock, 0, alone>>>(slopes, heights, tile, n);
    keep_error(cudaGetLastError());
  }
}

__global__ void write_heights(int* slopes, int* heights, int n) {
  if (thread_in_grid() == 0) {  // before any height is written: a tail waits for the whole grid
    start_slopes<<<1, 1, 0, cudaStreamTailLaunch>>>(slopes, heights, n);
    keep_error(cudaGetLastError());
  }
  heights[thread_in_grid()] = (31 * thread_in_grid() + 7) % 257;
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
