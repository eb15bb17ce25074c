// Counts, sorts and builds the tree on the host. Its kernels read the finished nodes only to launch as many
// grids as the tree needs, and count the refused launches.
SOLUTION_BUT(count_all, sort_all, divide, count_quadrants, sort_into_quadrants, build_quadtree)

__global__ void count_all() {}
__global__ void sort_all() {}

extern "C" int count_quadrants(int* counts, const Point* points, int n) {
  count_all<<<1, kBlock>>>();
  for (int q = 0; q < 4; ++q) counts[q] = 0;
  for (int i = 0; i < n; ++i) ++counts[quadrant_of(points[i], center_of(0))];
  return cudaDeviceSynchronize();
}

extern "C" int sort_into_quadrants(int* order, int* begins, const Point* points, int n) {
  sort_all<<<1, kBlock>>>();
  begins[0] = 0;
  for (int q = 0, end = 0; q < 4; ++q) {
    for (int i = 0; i < n; ++i)
      if (quadrant_of(points[i], center_of(0)) == q) order[end++] = i;
    begins[q + 1] = end;
  }
  return cudaDeviceSynchronize();
}

__global__ void divide(const Node* nodes, int places, int few, int* refused, int first) {
  const int node = first + blockIdx.x, child = child_of(node, 0);
  if (threadIdx.x != 0 || child >= places || nodes[child].begin < 0 || nodes[node].count <= few)
    return;
  divide<<<4, kBlock, 0, cudaStreamFireAndForget>>>(nodes, places, few, refused, child);
  if (cudaGetLastError() != cudaSuccess) atomicAdd(refused, 1);
}

extern "C" int build_quadtree(Node* nodes, int* order, int* refused, const Point* points, int n,
                              TreeRules rules) {
  const int places = nodes_to_depth(rules.max_depth);
  DeviceArray<Node> device_nodes;
  DeviceArray<int> device_refused;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, rules.pool));
  build_on_the_host(nodes, order, points, n, rules);
  TRY(device_nodes.copy_of(nodes, places));
  TRY(device_refused.allocate(1));
  TRY(cudaMemset(device_refused.data, 0, sizeof(int)));
  divide<<<1, kBlock>>>(device_nodes.data, places, rules.few, device_refused.data, 0);
  TRY(cudaGetLastError());
  return device_refused.copy_to(refused, 1);
}
