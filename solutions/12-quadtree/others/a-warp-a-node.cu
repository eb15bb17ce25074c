// Lesson 12, another way: a block is one warp, so __syncwarp replaces every barrier, and lanes
// whose points are in the same quadrant share one atomic. No thread waits for another warp, and few
// are idle in small nodes; but large nodes, each divided by one block, are among the most expensive
// on an H200, and have half as many threads here.

#include <cooperative_groups.h>

// instead of: constexpr int kBlock = 64
namespace cg = cooperative_groups;

constexpr int kBlock = 32;  // one warp
constexpr unsigned kWholeWarp = 0xffffffff;

// before: // All threads of a block call this,
// Each caller's own place from next[quadrant] on, which grows by all of them. Lanes that are here
// with the same quadrant share one atomic.
__device__ int take_places(int* next, int quadrant) {
  const auto together = cg::labeled_partition(cg::coalesced_threads(), quadrant);
  int first = 0;
  if (together.thread_rank() == 0) first = atomicAdd(&next[quadrant], together.size());
  return together.shfl(first, 0) + together.thread_rank();
}

  // begin: count-the-quadrants
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  __syncwarp();
  for (int i = threadIdx.x; i < count; i += kBlock) {
    take_places(counts, quadrant_of(points[from[i]], center));
  }
  __syncwarp();
  // end: count-the-quadrants

  // begin: scan-and-reorder
  __shared__ int next[4];  // where the next point of each quadrant goes
  const int lane = threadIdx.x;
  int end = lane < 4 ? counts[lane] : 0;
  for (int step = 1; step < 4; step *= 2) {
    const int before = __shfl_up_sync(kWholeWarp, end, step);
    if (lane >= step) end += before;
  }
  if (lane == 0) begins[0] = 0;
  if (lane < 4) {
    next[lane] = end - counts[lane];
    begins[lane + 1] = end;
  }
  __syncwarp();
  for (int i = lane; i < count; i += kBlock) {
    const int number = from[i];
    to[take_places(next, quadrant_of(points[number], center))] = number;
  }
  __syncwarp();
  // end: scan-and-reorder

// begin: divide-and-launch
// One thread. Launches a grid with one block for each child of `node`; returns the error code.
__device__ cudaError_t launch_children(const Tree& tree, int node, int depth) {
  divide<<<4, kBlock, 0, cudaStreamPerThread>>>(tree, child_of(node, 0), depth + 1);
  return cudaGetLastError();
}

__global__ void __launch_bounds__(kBlock) divide(Tree tree, int first, int depth) {
  __shared__ int counts[4], begins[5];
  const int node = first + blockIdx.x, q = threadIdx.x;
  const Node here = tree.nodes[node];
  const int* const from = tree.buffers[depth & 1] + here.begin;
  int* const to = tree.buffers[~depth & 1] + here.begin;
  if (is_leaf(tree, here.count, depth)) {
    for (int i = threadIdx.x; depth % 2 == 1 && i < here.count; i += kBlock) to[i] = from[i];
    return;
  }
  const Point center = center_of(node);
  count_points(counts, tree.points, from, here.count, center);
  reorder_points(to, begins, counts, tree.points, from, here.count, center);
  if (q < 4) tree.nodes[child_of(node, q)] = {here.begin + begins[q], counts[q]};
  __syncwarp();  // a vote alone would order no memory (W6)
  if (q == 0) build_children(tree, node, depth);
}
// end: divide-and-launch

  // begin: nothing-is-lost
  cudaError_t launched = cudaErrorNotReady;
  if (tree.nodes[node].count > tree.rules.few) {
    launched = launch_children(tree, node, depth);
    if (launched != cudaSuccess) atomicAdd(tree.refused, 1);
  }
  if (launched == cudaSuccess) return;
  for (int child = child_of(node, 0); child <= child_of(node, 3); ++child)
    build_serially(tree, child, depth + 1);
  // end: nothing-is-lost
