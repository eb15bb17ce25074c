  // begin: one-child-per-vertex
  if (edges.count() == 0) return;  // a grid of 0 blocks is an error (K6)
  const int blocks = divide_up(edges.count(), kChild);
  visit_each<<<blocks, kChild, 0, cudaStreamFireAndForget>>>(l, edges);
  if (cudaGetLastError() == cudaSuccess) return;
  atomicAdd(l.refused, 1);
  visit_edges(l, edges.begin, edges.end, 1);
  // end: one-child-per-vertex

  // begin: threshold
  if (edges.count() > plan.threshold) {
    visit_large(l, edges, plan.each);
  } else {
    visit_edges(l, edges.begin, edges.end, 1);
  }
  // end: threshold

// begin: coarsen
__global__ void visit_several(Level l, Edges edges) {
  visit_edges(l, edges.begin + thread_in_grid(), edges.end, gridDim.x * blockDim.x);
}

__device__ void visit_by_coarse_child(const Level& l, Edges edges, int each) {
  const int blocks = divide_up(edges.count(), kChild * each);
  visit_several<<<blocks, kChild, 0, cudaStreamFireAndForget>>>(l, edges);
  if (cudaGetLastError() == cudaSuccess) return;
  atomicAdd(l.refused, 1);
  visit_edges(l, edges.begin, edges.end, 1);
}
// end: coarsen

  // begin: one-child-per-warp
  const bool large = edges.count() > plan.threshold;
  if (large) put(&total, shares, edges);
  __syncwarp();  // the whole list, before the child that reads it is launched (M2, W6)
  bool launched = true;
  if (lane == 0 && total > 0) {
    const int blocks = divide_up(edges_in(total), kChild * plan.each);
    visit_all<<<blocks, kChild, 0, cudaStreamFireAndForget>>>(l, shares, total);
    launched = cudaGetLastError() == cudaSuccess;
    if (!launched) atomicAdd(l.refused, 1);
  }
  // All lanes get the result, and share the work of a refused launch.
  if (!__all_sync(0xffffffffu, launched)) visit_list(l, shares, total, lane, kWarp);
  if (!large) visit_edges(l, edges.begin, edges.end, 1);
  // end: one-child-per-warp

  // begin: one-child-per-block
  __shared__ bool launched;
  const bool large = edges.count() > plan.threshold;
  if (large) put(&total, shares, edges);
  __syncthreads();
  if (threadIdx.x == 0) {
    launched = true;
    if (total > 0) {
      const int blocks = divide_up(edges_in(total), kChild * plan.each);
      visit_all<<<blocks, kChild, 0, cudaStreamFireAndForget>>>(l, shares, total);
      launched = cudaGetLastError() == cudaSuccess;
      if (!launched) atomicAdd(l.refused, 1);
    }
  }
  __syncthreads();
  if (!launched) visit_list(l, shares, total, threadIdx.x, blockDim.x);
  if (!large) visit_edges(l, edges.begin, edges.end, 1);
  // end: one-child-per-block
