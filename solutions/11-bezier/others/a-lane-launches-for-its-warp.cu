// Lesson 11, another way: lane 0 launches the children of its warp's 32 lines one after another,
// and a shuffle passes to each lane whether its own was refused. On an H200 one thread took 5.9 µs
// for a launch into fire-and-forget, and 1,024 threads 0.59 µs each, so the reference is faster. A
// warp copies the points of a line from the heap together, where the reference uses one thread.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

  // begin: flat
  const auto warp = cg::tiled_partition<kWarp>(cg::this_thread_block());
  const int line = blockIdx.x, lane = warp.thread_rank();
  int count = 0;
  if (lane == 0) d.counts[line] = count = points_wanted(d.lines[line]);
  count = warp.shfl(count, 0);  // no barrier, and no shared memory
  if (lane < count) {
    const int steps = max(count - 1, 1);
    d.points_of(line)[lane] = on_curve(d.lines[line], static_cast<float>(lane) / steps);
  }
  // end: flat

// before: // One thread per line
// Where a line is drawn to.
__device__ Point* target(const Drawing& d, int line) {
  return d.heap[line] != nullptr ? d.heap[line] : d.points_of(line);
}

// All lanes of a warp call this, each with its own line, in order; from d.n on, there is no line.
// Launches a child for each, counted, to its target; true where that was refused.
__device__ bool refused_to_warp(const Drawing& d, int line) {
  const auto warp = cg::tiled_partition<kWarp>(cg::this_thread_block());
  unsigned refused = 0;  // a bit for each lane
  warp.sync();           // the children see what all lanes wrote (W6)
  if (warp.thread_rank() == 0) {
    cudaGetLastError();  // clears the error of cudaMalloc before the launches (R7)
    for (int lane = 0; lane < kWarp && line + lane < d.n; ++lane) {
      const int other = line + lane;
      draw_line<<<1, kWarp, 0, cudaStreamFireAndForget>>>(target(d, other), d.lines[other],
                                                          d.counts[other]);
      if (cudaGetLastError() != cudaSuccess) refused |= 1u << lane;
    }
  }
  return warp.shfl(refused, 0) >> warp.thread_rank() & 1;
}

  // begin: one-child-per-line
  const int i = thread_in_grid();
  if (i < d.n) {
    const int count = d.counts[i] = points_wanted(d.lines[i]);
    const bool full = cudaMalloc(&d.heap[i], sizeof(Point) * count) != cudaSuccess;
    if (full) d.heap[i] = nullptr;
  }
  if (refused_to_warp(d, i)) draw_by_hand(d, target(d, i), i);
  // end: one-child-per-line

  // begin: give-back
  const int i = thread_in_grid();
  const auto warp = cg::tiled_partition<kWarp>(cg::this_thread_block());
  const int first = i - static_cast<int>(warp.thread_rank());
  for (int line = first; line < min(first + kWarp, d.n); ++line) {
    if (d.heap[line] == nullptr) continue;
    const int p = warp.thread_rank();  // no line has more points than a warp has lanes
    if (p < d.counts[line]) d.points_of(line)[p] = d.heap[line][p];
  }
  warp.sync();  // every lane has read
  if (i < d.n) free(d.heap[i]);
  // end: give-back

  // begin: room-for-all
  constexpr int kLeast = 32;
  TRY(set_pool(n < kLeast ? kLeast : n));
  // end: room-for-all

  // begin: side-by-side
  const int i = thread_in_grid();
  if (i < d.n) d.counts[i] = points_wanted(d.lines[i]);
  if (refused_to_warp(d, i)) draw_by_hand(d, d.points_of(i), i);
  // end: side-by-side

  // begin: one-child-per-block
  __shared__ cudaError_t launched;
  const int first = blockIdx.x * kParent, end = min(first + kParent, d.n);
  const int line = first + threadIdx.x;
  if (line < end) d.counts[line] = points_wanted(d.lines[line]);
  __syncthreads();
  if (threadIdx.x == blockDim.x - 1) {  // any thread may do it, even one without a line
    const int blocks = blocks_for(end - first, kDrawing / kWarp);
    draw_lines<<<blocks, kDrawing, 0, cudaStreamFireAndForget>>>(d, first, end - first);
    launched = cudaGetLastError();
  }
  __syncthreads();
  if (launched == cudaSuccess) return;
  for (int i = line; i < end; i += kParent) draw_by_hand(d, d.points_of(i), i);
  // end: one-child-per-block
