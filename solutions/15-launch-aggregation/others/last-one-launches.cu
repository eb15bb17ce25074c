// Lesson 15, otherwise: the thread that is the last to put its vertex on the list launches, before
// the barrier, not after it. Fences and a counter replace the barrier (M4): more to get right, and
// it pays off only if threads reach the list at very different times. One function serves warps and
// blocks, and gets their barrier as an argument.

// before: // All edges are visited,
// One thread. Launches a kernel that visits edges, in blocks of kChild threads with `each` edges
// per thread. Returns whether it succeeded; if not, counts it.
template <typename... Parameters>
__device__ bool launch_visits(void (*kernel)(Level, Parameters...), const Level& l, int edges,
                              int each, Parameters... parameters) {
  const dim3 blocks(divide_up(edges, kChild * each)), threads(kChild);
  kernel<<<blocks, threads, 0, cudaStreamFireAndForget>>>(l, parameters...);
  if (cudaGetLastError() == cudaSuccess) return true;
  atomicAdd(l.refused, 1);
  return false;
}

  // begin: one-child-per-vertex
  const bool by_child = edges.count() > 0 && launch_visits(visit_each, l, edges.count(), 1, edges);
  if (!by_child) visit_edges(l, edges.begin, edges.end, 1);
  // end: one-child-per-vertex

  // begin: threshold
  edges.count() > plan.threshold ? visit_large(l, edges, plan.each)
                                 : visit_edges(l, edges.begin, edges.end, 1);
  // end: threshold

// begin: coarsen
// Each warp has a piece, whose neighboring words its lanes visit together: memory is read in whole
// lines, and no two warps share a piece.
__global__ void visit_several(Level l, Edges edges) {
  const int warps = gridDim.x * blockDim.x / kWarp, warp = thread_in_grid() / kWarp;
  const int piece = divide_up(divide_up(edges.count(), kWarp), warps) * kWarp;
  const int begin = edges.begin + warp * piece, lane = threadIdx.x % kWarp;
  visit_edges(l, begin + lane, min(begin + piece, edges.end), kWarp);
}

__device__ void visit_by_coarse_child(const Level& l, Edges edges, int each) {
  if (launch_visits(visit_several, l, edges.count(), each, edges)) return;
  visit_edges(l, edges.begin, edges.end, 1);
}
// end: coarsen

// before: // ---- Task 4: one child
// ---- The last one launches ----------------------------------------------------------------------

// Of a group of threads, in shared memory; both 0 at first.
struct Arrivals {
  int count;     // of the threads that have nothing more to put on the list
  bool refused;  // the launch for the list
};

// All `threads` threads of a group, with an empty list; `barrier` is one for all of them.
template <typename Barrier>
__device__ void visit_by_group(const Level& l, Edges edges, const Plan& plan, Total& total,
                               Share* shares, Arrivals& arrivals, int threads, Barrier barrier) {
  const bool large = edges.count() > plan.threshold;
  if (large) put(&total, shares, edges);
  __threadfence();  // the share, before it is announced
  if (atomicAdd(&arrivals.count, 1) == threads - 1) {
    __threadfence();
    const Total list = atomicAdd(&total, 0);
    arrivals.refused = list > 0 && !launch_visits(visit_all, l, edges_in(list), plan.each,
                                                  static_cast<const Share*>(shares), list);
  }
  if (!large) visit_edges(l, edges.begin, edges.end, 1);  // meanwhile the launch is under way
  barrier();
  const int me = threadIdx.x % threads;
  if (arrivals.refused) visit_list(l, shares, total, me, threads);
}

  // begin: one-child-per-warp
  __shared__ Arrivals of_warps[kParent / kWarp];
  Arrivals& arrivals = of_warps[threadIdx.x / kWarp];
  if (lane == 0) arrivals = {0, false};
  __syncwarp();
  visit_by_group(l, edges, plan, total, shares, arrivals, kWarp, [] { __syncwarp(); });
  // end: one-child-per-warp

  // begin: one-child-per-block
  __shared__ Arrivals arrivals;
  if (threadIdx.x == 0) arrivals = {0, false};
  __syncthreads();
  visit_by_group(l, edges, plan, total, shares, arrivals, kParent, [] { __syncthreads(); });
  // end: one-child-per-block
