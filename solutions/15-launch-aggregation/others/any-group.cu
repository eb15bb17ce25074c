// Lesson 15, otherwise: tasks 4 and 5 are one function, for any group of threads that has a
// barrier: a tile of 32 or the block. After a successful launch, the launching thread empties the
// list, and sharing an empty list ends at once. So every kind of group uses the same code, without
// a flag or a vote. Each child of a vertex has its own named stream.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// before: // All edges are visited,
// After a launch by this thread: returns whether it succeeded. If not, counts it.
__device__ bool is_taken(const Level& l) {
  if (cudaGetLastError() == cudaSuccess) return true;
  atomicAdd(l.refused, 1);
  return false;
}

  // begin: one-child-per-vertex
  int first = edges.begin;  // of the edges that this thread still has to visit
  if (edges.count() > 0) {
    cudaStream_t stream;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess) {
      visit_each<<<divide_up(edges.count(), kChild), kChild, 0, stream>>>(l, edges);
      if (is_taken(l)) first = edges.end;
      cudaStreamDestroy(stream);  // neither waits nor cancels (S8)
    }
  }
  visit_edges(l, first, edges.end, 1);
  // end: one-child-per-vertex

  // begin: threshold
  const bool large = edges.count() > plan.threshold;
  if (large) visit_large(l, edges, plan.each);
  visit_edges(l, large ? edges.end : edges.begin, edges.end, 1);
  // end: threshold

// begin: coarsen
// Each block has a piece, which its threads visit together, word by word.
__global__ void visit_several(Level l, Edges edges) {
  const int piece = divide_up(edges.count(), gridDim.x);
  const int begin = edges.begin + blockIdx.x * piece;
  visit_edges(l, begin + threadIdx.x, min(begin + piece, edges.end), blockDim.x);
}

__device__ void visit_by_coarse_child(const Level& l, Edges edges, int each) {
  const dim3 blocks(divide_up(edges.count(), kChild * each));
  visit_several<<<blocks, kChild, 0, cudaStreamFireAndForget>>>(l, edges);
  if (!is_taken(l)) visit_edges(l, edges.begin, edges.end, 1);
}
// end: coarsen

// before: // ---- Task 4: one child
// ---- A child a group ----------------------------------------------------------------------------

// All threads of the group, with an empty list. In every kind of group, one thread launches.
template <typename Group>
__device__ void visit_by_group(const Group& group, const Level& l, Edges edges, Total& total,
                               Share* shares, const Plan& plan) {
  const bool large = edges.count() > plan.threshold;
  if (large) put(&total, shares, edges);
  group.sync();  // the list is complete
  if (group.thread_rank() == 0 && total != 0) {
    const int blocks = divide_up(edges_in(total), kChild * plan.each);
    visit_all<<<blocks, kChild, 0, cudaStreamFireAndForget>>>(l, shares, total);
    if (is_taken(l)) total = 0;  // the child has a copy
  }
  group.sync();
  visit_list(l, shares, total, group.thread_rank(), group.size());
  if (!large) visit_edges(l, edges.begin, edges.end, 1);
}

  // begin: one-child-per-warp
  const auto warp = cg::tiled_partition<kWarp>(cg::this_thread_block());
  visit_by_group(warp, l, edges, total, shares, plan);
  // end: one-child-per-warp

  // begin: one-child-per-block
  visit_by_group(cg::this_thread_block(), l, edges, total, shares, plan);
  // end: one-child-per-block
