// Lesson 15, otherwise: places on a list come from prefix sums, not from an atomic at which all
// threads queue, so the list has the order of the threads in every run. One sum counts vertices and
// edges, in the two halves of a number. Children of a vertex go into the stream of their thread,
// and threads of coarse children visit consecutive edges.

  // begin: one-child-per-vertex
  const int blocks = divide_up(edges.count(), kChild);
  if (blocks == 0) return;
  visit_each<<<blocks, kChild, 0, cudaStreamPerThread>>>(l, edges);  // of this thread alone (S7)
  if (cudaGetLastError() != cudaSuccess) {
    atomicAdd(l.refused, 1);
    visit_edges(l, edges.begin, edges.end, 1);
  }
  // end: one-child-per-vertex

  // begin: threshold
  if (edges.count() <= plan.threshold) return visit_edges(l, edges.begin, edges.end, 1);
  visit_large(l, edges, plan.each);
  // end: threshold

// begin: coarsen
// Each thread has its own piece; all pieces together cover the list. Simple, but threads of a warp
// then read words that lie apart; with a stride they would lie together.
__global__ void visit_several(Level l, Edges edges) {
  const int piece = divide_up(edges.count(), gridDim.x * blockDim.x);
  const int begin = edges.begin + thread_in_grid() * piece;
  visit_edges(l, begin, min(begin + piece, edges.end), 1);
}

__device__ void visit_by_coarse_child(const Level& l, Edges edges, int each) {
  visit_several<<<divide_up(edges.count(), kChild * each), kChild, 0, cudaStreamFireAndForget>>>(
      l, edges);
  if (cudaGetLastError() == cudaSuccess) return;
  atomicAdd(l.refused, 1);
  visit_edges(l, edges.begin, edges.end, 1);
}
// end: coarsen

// before: // ---- Task 4: one child
// ---- Places by prefix sums ----------------------------------------------------------------------

constexpr unsigned kAllLanes = 0xffffffff;

// What a thread's vertex adds to the total of its list.
__device__ Total total_of(Edges edges, bool large) {
  return large ? kOneVertex + edges.count() : 0;
}

// The sum over this lane and those before it, of vertices and edges at once.
__device__ Total sum_to_lane(Total mine) {
  for (int distance = 1; distance < kWarp; distance *= 2) {
    const Total before = __shfl_up_sync(kAllLanes, mine, distance);
    if (static_cast<int>(threadIdx.x) % kWarp >= distance) mine += before;
  }
  return mine;
}

// The place of a vertex after those that have `before` in total.
__device__ void put_behind(Total before, Share* shares, Edges edges) {
  shares[vertices_in(before)] = {edges_in(before), edges.begin - edges_in(before)};
}

// One thread. Whether no other thread needs to visit the list.
__device__ bool visit_by_one_child(const Level& l, const Share* shares, Total list, int each) {
  if (list == 0) return true;
  const int blocks = divide_up(edges_in(list), kChild * each);
  visit_all<<<blocks, kChild, 0, cudaStreamFireAndForget>>>(l, shares, list);
  if (cudaGetLastError() == cudaSuccess) return true;
  atomicAdd(l.refused, 1);
  return false;
}

  // begin: one-child-per-warp
  const bool large = edges.count() > plan.threshold;
  const Total mine = total_of(edges, large), to_me = sum_to_lane(mine);
  if (large) put_behind(to_me - mine, shares, edges);
  if (lane == kWarp - 1) total = to_me;
  __syncwarp();  // list and total are complete
  const bool done = lane == 0 && visit_by_one_child(l, shares, total, plan.each);
  if (!__any_sync(kAllLanes, done)) visit_list(l, shares, total, lane, kWarp);
  if (!large) visit_edges(l, edges.begin, edges.end, 1);
  // end: one-child-per-warp

  // begin: one-child-per-block
  __shared__ Total of_warps[kParent / kWarp];
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const bool large = edges.count() > plan.threshold;
  const Total mine = total_of(edges, large);
  Total to_me = sum_to_lane(mine);
  if (lane == kWarp - 1) of_warps[warp] = to_me;
  __syncthreads();
  for (int w = 0; w < warp; ++w) to_me += of_warps[w];
  if (large) put_behind(to_me - mine, shares, edges);
  if (threadIdx.x == kParent - 1) total = to_me;
  __syncthreads();
  const bool done = threadIdx.x == 0 && visit_by_one_child(l, shares, total, plan.each);
  if (!__syncthreads_or(done)) visit_list(l, shares, total, threadIdx.x, blockDim.x);
  if (!large) visit_edges(l, edges.begin, edges.end, 1);
  // end: one-child-per-block
