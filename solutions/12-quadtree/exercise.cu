  // begin: count-the-quadrants
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    atomicAdd(&counts[quadrant_of(points[from[i]], center)], 1);
  }
  __syncthreads();
  // end: count-the-quadrants

  // begin: scan-and-reorder
  __shared__ int next[4];  // where the next point of each quadrant goes
  if (threadIdx.x == 0) {
    begins[0] = 0;
    for (int q = 0; q < 4; ++q) {
      next[q] = begins[q];
      begins[q + 1] = begins[q] + counts[q];
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    const int q = quadrant_of(points[from[i]], center);
    to[atomicAdd(&next[q], 1)] = from[i];
  }
  __syncthreads();
  // end: scan-and-reorder

// begin: divide-and-launch
// One thread. Launches a grid with one block for each child of `node`; returns the error code.
__device__ cudaError_t launch_children(const Tree& tree, int node, int depth) {
  divide<<<4, kBlock, 0, cudaStreamFireAndForget>>>(tree, child_of(node, 0), depth + 1);
  return cudaGetLastError();
}

__global__ void divide(Tree tree, int first, int depth) {
  __shared__ int counts[4], begins[5];
  const int node = first + blockIdx.x;
  const Node here = tree.nodes[node];
  const int* from = tree.buffers[depth % 2] + here.begin;
  int* to = tree.buffers[1 - depth % 2] + here.begin;
  if (is_leaf(tree, here.count, depth)) {  // for all threads of the block, or for none
    if (depth % 2 == 1) {
      for (int i = threadIdx.x; i < here.count; i += blockDim.x) to[i] = from[i];
    }
    return;
  }
  // [divide-a-node]
  const Point center = center_of(node);
  count_points(counts, tree.points, from, here.count, center);
  reorder_points(to, begins, counts, tree.points, from, here.count, center);
  if (threadIdx.x < 4) {
    const int q = threadIdx.x;
    tree.nodes[child_of(node, q)] = {here.begin + begins[q], begins[q + 1] - begins[q]};
  }
  __syncthreads();  // the children see what all threads wrote (M2)
  if (threadIdx.x == 0) build_children(tree, node, depth);
  // [divide-a-node]
}
// end: divide-and-launch

  // begin: nothing-is-lost
  if (tree.nodes[node].count > tree.rules.few) {
    if (launch_children(tree, node, depth) == cudaSuccess) return;
    atomicAdd(tree.refused, 1);
  }
  for (int q = 0; q < 4; ++q) build_serially(tree, child_of(node, q), depth + 1);
  // end: nothing-is-lost
