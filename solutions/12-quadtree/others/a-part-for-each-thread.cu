// Lesson 12, another way: each thread has one part of the numbers and four counts of its own, as in
// a radix sort, and one scan finds the places of all parts. So no place is reserved with an atomic,
// and each quadrant keeps its order. But every point is read three times, not twice, and
// neighboring threads read words that are far apart; in the reference these are next to each other.

// before: // All threads of a block call this,
// The numbers of one thread: begin … end - 1 of `count`.
struct Part {
  int begin, end;
};

__device__ Part part_of(int count) {
  const int each = (count + kBlock - 1) / kBlock, begin = static_cast<int>(threadIdx.x) * each;
  return {min(begin, count), min(begin + each, count)};
}

  // begin: count-the-quadrants
  const Part part = part_of(count);
  int mine[4] = {};
  for (int i = part.begin; i < part.end; ++i) ++mine[quadrant_of(points[from[i]], center)];
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  __syncthreads();
  for (int q = 0; q < 4; ++q) {
    for (int step = 16; step > 0; step /= 2) mine[q] += __shfl_down_sync(0xffffffff, mine[q], step);
    if (threadIdx.x % 32 == 0) atomicAdd_block(&counts[q], mine[q]);  // once per warp
  }
  __syncthreads();
  // end: count-the-quadrants

  // begin: scan-and-reorder
  __shared__ int places[4][kBlock];  // of each quadrant and part: first the count, then the start
  const Part part = part_of(count);
  int mine[4] = {};
  for (int i = part.begin; i < part.end; ++i) ++mine[quadrant_of(points[from[i]], center)];
  for (int q = 0; q < 4; ++q) places[q][threadIdx.x] = mine[q];
  __syncthreads();
  if (threadIdx.x < 4) {  // one quadrant each, after those before it
    const int q = threadIdx.x;
    int place = 0;
    for (int other = 0; other < q; ++other) place += counts[other];
    begins[q] = place;
    for (int& of_part : places[q]) {
      const int how_many = of_part;
      of_part = place;
      place += how_many;
    }
    if (q == 3) begins[4] = place;
  }
  __syncthreads();
  for (int i = part.begin; i < part.end; ++i) {
    const int q = quadrant_of(points[from[i]], center);
    to[places[q][threadIdx.x]++] = from[i];
  }
  __syncthreads();
  // end: scan-and-reorder

// begin: divide-and-launch
// One thread. Launches a grid with one block for each child of `node`; returns the error code.
__device__ cudaError_t launch_children(const Tree& tree, int node, int depth) {
  cudaStream_t branch;
  const cudaError_t made = cudaStreamCreateWithFlags(&branch, cudaStreamNonBlocking);
  if (made != cudaSuccess) return made;
  divide<<<4, kBlock, 0, branch>>>(tree, child_of(node, 0), depth + 1);
  const cudaError_t launched = cudaGetLastError();
  cudaStreamDestroy(branch);  // the branch still grows (S8)
  return launched;
}

__global__ void divide(Tree tree, int first, int depth) {
  __shared__ int counts[4], begins[5];
  const int node = first + blockIdx.x, last = blockDim.x - 1;
  const Node here = tree.nodes[node];
  const bool leaf = is_leaf(tree, here.count, depth);
  if (leaf && depth % 2 == 0) return;
  const int* const from = tree.buffers[depth % 2] + here.begin;
  int* const to = tree.buffers[1 - depth % 2] + here.begin;
  if (leaf) {
    const Part part = part_of(here.count);
    for (int i = part.begin; i < part.end; ++i) to[i] = from[i];
    return;
  }
  count_points(counts, tree.points, from, here.count, center_of(node));
  reorder_points(to, begins, counts, tree.points, from, here.count, center_of(node));
  if (threadIdx.x != last) return;
  for (int q = 0; q < 4; ++q) {  // by the thread that launches: its children see what it wrote (M2)
    tree.nodes[child_of(node, q)] = {here.begin + begins[q], counts[q]};
  }
  build_children(tree, node, depth);
}
// end: divide-and-launch

  // begin: nothing-is-lost
  const bool pays = tree.nodes[node].count > tree.rules.few;
  const cudaError_t launched = pays ? launch_children(tree, node, depth) : cudaErrorNotReady;
  if (launched == cudaSuccess) return;
  if (pays) atomicAdd(tree.refused, 1);
  for (int q = 3; q >= 0; --q) build_serially(tree, child_of(node, q), depth + 1);
  // end: nothing-is-lost
