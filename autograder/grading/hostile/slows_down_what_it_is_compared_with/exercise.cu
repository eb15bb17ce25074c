// Visits all neighbors with one thread per vertex in every variant. The kernels of the simpler variants
// sleep, so that each step of the lesson seems faster than the one before.
SOLUTION_BUT(start, search, child_per_vertex)

__device__ void sleep(int microseconds) {
  __nanosleep(1000 * microseconds);
}

__global__ void child_per_vertex(Level l) {
  visit_by_child(l, edges_of_thread(l));
  sleep(1000);
}

__global__ void flat_and_slow(Level l, int microseconds) {
  sleep(microseconds);
  const Edges edges = edges_of_thread(l);
  visit_edges(l, edges.begin, edges.end, 1);
}

void start(const Level& l, Strategy strategy, Plan) {
  const int blocks = divide_up(l.count, kParent);
  if (strategy == kChildPerVertex) {
    child_per_vertex<<<blocks, kParent>>>(l);
  } else {
    const int pause = strategy == kChildForLarge ? 60 : strategy == kChildPerWarp ? 20 : 0;
    flat_and_slow<<<blocks, kParent>>>(l, pause);
  }
}

extern "C" int search(int* depths, int* refused, const int* offsets, const int* neighbors,
                      int vertices, int source, Strategy strategy, Plan plan) {
  *refused = 0;
  if (vertices == 0) return cudaSuccess;
  DeviceSearch s;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, plan.pool));
  TRY(s.prepare(offsets, neighbors, vertices, source));
  for (int depth = 0, count = 1; count > 0; ++depth) {
    TRY(cudaMemset(s.next_count.data, 0, sizeof(int)));
    start(s.level(depth, count), strategy, plan);
    TRY(cudaGetLastError());
    TRY(s.next_count.copy_to(&count, 1));
    std::swap(s.frontier.data, s.next.data);
  }
  TRY(s.refused.copy_to(refused, 1));
  return s.depths.copy_to(depths, vertices);
}
