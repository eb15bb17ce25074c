// Lesson 12, another way: each thread has one part of the numbers and four counts of its own, as in
// a radix sort, and one scan finds the places of all parts. So no place is taken atomically, and
// each quadrant keeps its order. For that every point is looked at three times, not twice, and
// neighbouring threads read far from one another, where in the reference they read side by side.
#include <cuda_runtime.h>

#include <vector>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 64;

// ---- Given: the tree, and the serial version ----------------------------------------------------

// Of a node at depth d the numbers of its points are in buffers[d % 2], at the node's range. In the
// end those of all leaves must be in buffers[0].
struct Tree {
  const Point* points;
  int* buffers[2];
  Node* nodes;
  int* refused;  // launches that the pool refused
  TreeRules rules;
};

__host__ __device__ inline bool is_leaf(const Tree& tree, int count, int depth) {
  return count <= tree.rules.min_points || depth == tree.rules.max_depth;
}

// Every point lies in one quadrant and no other: one question for each axis, asked in one
// place. A point on a border is eastern, or northern; NaN is neither, since each comparison
// with it is false.
__host__ __device__ inline int quadrant_of(Point point, Point centre) {
  return (point.x >= centre.x ? 1 : 0) + (point.y >= centre.y ? 2 : 0);
}

// The middle of a node's square, from its number alone: the way up to the root, each step of which
// halves. Halves are exact, so everybody computes the same centre.
__host__ __device__ inline Point centre_of(int node) {
  Point centre = {0.5f, 0.5f};
  for (; node > 0; node = (node - 1) / 4) {
    const int quadrant = (node - 1) % 4;
    centre.x = 0.5f * (centre.x + quadrant % 2);
    centre.y = 0.5f * (centre.y + quadrant / 2);
  }
  return centre;
}

// One thread. Sorts the numbers of a node's points into its quadrants and writes its four
// children; returns false, and leaves the numbers in buffers[0], if the node is a leaf.
__host__ __device__ inline bool divide_serially(const Tree& tree, int node, int depth) {
  const Node here = tree.nodes[node];
  const int* from = tree.buffers[depth % 2] + here.begin;
  int* to = tree.buffers[1 - depth % 2] + here.begin;
  if (is_leaf(tree, here.count, depth)) {
    for (int i = 0; depth % 2 == 1 && i < here.count; ++i) to[i] = from[i];
    return false;
  }
  const Point centre = centre_of(node);
  for (int q = 0, begin = 0, end = 0; q < 4; ++q, begin = end) {
    for (int i = 0; i < here.count; ++i)
      if (quadrant_of(tree.points[from[i]], centre) == q) to[end++] = from[i];
    tree.nodes[child_of(node, q)] = {here.begin + begin, end - begin};
  }
  return true;
}

// One thread builds everything from `node` down, level by level and without a recursion: on each
// level the numbers of its descendants follow one another. Its range must be in tree.nodes, its
// points' numbers in the buffer of its depth.
__host__ __device__ inline void build_serially(const Tree& tree, int node, int depth) {
  bool divided = true;
  for (int first = node, width = 1; divided; first = child_of(first, 0), width *= 4, ++depth) {
    divided = false;
    for (int i = first; i < first + width; ++i) {
      const bool exists = tree.nodes[i].begin >= 0;
      if (exists && divide_serially(tree, i, depth)) divided = true;
    }
  }
}

extern "C" int build_on_the_host(Node* nodes, int* order, const Point* points, int n,
                                 TreeRules rules) {
  std::vector<int> other(n);
  const Tree tree{points, {order, other.data()}, nodes, nullptr, rules};
  for (int i = 0; i < nodes_to_depth(rules.max_depth); ++i) nodes[i] = {-1, -1};
  for (int i = 0; i < n; ++i) order[i] = i;
  nodes[0] = {0, n};
  build_serially(tree, 0, 0);
  return cudaSuccess;
}

// Device memory with the numbers 0 … n - 1.
cudaError_t number_points(DeviceArray<int>& numbers, int n) {
  std::vector<int> all(n);
  for (int i = 0; i < n; ++i) all[i] = i;
  return numbers.copy_of(all.data(), n);
}

// ---- Task 1: count ------------------------------------------------------------------------------

// The numbers of one thread: begin … end - 1 of `count`.
struct Part {
  int begin, end;
};

__device__ Part part_of(int count) {
  const int each = (count + kBlock - 1) / kBlock, begin = static_cast<int>(threadIdx.x) * each;
  return {min(begin, count), min(begin + each, count)};
}

// All threads of a block call this, and when it returns each may read counts, four ints of shared
// memory: how many of the `count` points whose numbers are in `from` lie in each quadrant.
__device__ void count_points(int* counts, const Point* points, const int* from, int count,
                             Point centre) {
  // begin: count-the-quadrants
  const Part part = part_of(count);
  int mine[4] = {};
  for (int i = part.begin; i < part.end; ++i) ++mine[quadrant_of(points[from[i]], centre)];
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  __syncthreads();
  for (int q = 0; q < 4; ++q) {
    for (int step = 16; step > 0; step /= 2) mine[q] += __shfl_down_sync(0xffffffff, mine[q], step);
    if (threadIdx.x % 32 == 0) atomicAdd_block(&counts[q], mine[q]);  // once for a warp
  }
  __syncthreads();
  // end: count-the-quadrants
}

// One block.
__global__ void count_all(int* result, const Point* points, const int* numbers, int n) {
  __shared__ int counts[4];
  count_points(counts, points, numbers, n, centre_of(0));
  if (threadIdx.x < 4) result[threadIdx.x] = counts[threadIdx.x];
}

extern "C" int count_quadrants(int* counts, const Point* points, int n) {
  DeviceArray<Point> device_points;
  DeviceArray<int> device_counts, numbers;
  TRY(device_points.copy_of(points, n));
  TRY(number_points(numbers, n));
  TRY(device_counts.allocate(4));
  count_all<<<1, kBlock>>>(device_counts.data, device_points.data, numbers.data, n);
  TRY(cudaGetLastError());
  return device_counts.copy_to(counts, 4);
}

// ---- Task 2: scan and reorder -------------------------------------------------------------------

// All threads of a block call this; counts, in shared memory, are those of count_points. When it
// returns each thread may read begins, five ints of shared memory: where each quadrant begins in
// `to`, counted from `to`, and behind them the end of the last; and `to` holds the numbers that are
// in `from`, quadrant by quadrant.
__device__ void reorder_points(int* to, int* begins, const int* counts, const Point* points,
                               const int* from, int count, Point centre) {
  // begin: scan-and-reorder
  __shared__ int places[4][kBlock];  // of each quadrant and part: how many, and then where from
  const Part part = part_of(count);
  int mine[4] = {};
  for (int i = part.begin; i < part.end; ++i) ++mine[quadrant_of(points[from[i]], centre)];
  for (int q = 0; q < 4; ++q) places[q][threadIdx.x] = mine[q];
  __syncthreads();
  if (threadIdx.x < 4) {  // a quadrant each, behind those before it
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
    const int q = quadrant_of(points[from[i]], centre);
    to[places[q][threadIdx.x]++] = from[i];
  }
  __syncthreads();
  // end: scan-and-reorder
}

// One block.
__global__ void sort_all(int* order, int* result, const Point* points, const int* numbers, int n) {
  __shared__ int counts[4], begins[5];
  count_points(counts, points, numbers, n, centre_of(0));
  reorder_points(order, begins, counts, points, numbers, n, centre_of(0));
  if (threadIdx.x < 5) result[threadIdx.x] = begins[threadIdx.x];
}

extern "C" int sort_into_quadrants(int* order, int* begins, const Point* points, int n) {
  DeviceArray<Point> device_points;
  DeviceArray<int> device_order, device_begins, numbers;
  TRY(device_points.copy_of(points, n));
  TRY(number_points(numbers, n));
  TRY(device_order.allocate(n));
  TRY(device_begins.allocate(5));
  TRY(cudaMemset(device_order.data, 0xff, sizeof(int) * n));
  sort_all<<<1, kBlock>>>(device_order.data, device_begins.data, device_points.data, numbers.data,
                          n);
  TRY(cudaGetLastError());
  TRY(device_order.copy_to(order, n));
  return device_begins.copy_to(begins, 5);
}

// ---- Task 3: divide, and launch -----------------------------------------------------------------

// One thread: four children wait to be built, whose ranges and points are in their places.
__device__ void go_on(const Tree& tree, int node, int depth);  // task 4

// Block b builds node first + b, which is at `depth`.
__global__ void divide(Tree tree, int first, int depth);

// begin: divide-and-launch
// One thread. Launches a grid with a block for each child of `node`; returns what CUDA says.
__device__ cudaError_t launch_children(const Tree& tree, int node, int depth) {
  cudaStream_t branch;
  const cudaError_t made = cudaStreamCreateWithFlags(&branch, cudaStreamNonBlocking);
  if (made != cudaSuccess) return made;
  divide<<<4, kBlock, 0, branch>>>(tree, child_of(node, 0), depth + 1);
  const cudaError_t launched = cudaGetLastError();
  cudaStreamDestroy(branch);  // the branch grows all the same (S8)
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
  count_points(counts, tree.points, from, here.count, centre_of(node));
  reorder_points(to, begins, counts, tree.points, from, here.count, centre_of(node));
  if (threadIdx.x != last) return;
  for (int q = 0; q < 4; ++q) {  // by the thread that launches: what it wrote, children see (M2)
    tree.nodes[child_of(node, q)] = {here.begin + begins[q], counts[q]};
  }
  go_on(tree, node, depth);
}
// end: divide-and-launch

// ---- Task 4: when it does not launch ------------------------------------------------------------

__device__ void go_on(const Tree& tree, int node, int depth) {
  // begin: nothing-is-lost
  const bool pays = tree.nodes[node].count > tree.rules.few;
  const cudaError_t launched = pays ? launch_children(tree, node, depth) : cudaErrorNotReady;
  if (launched == cudaSuccess) return;
  if (pays) atomicAdd(tree.refused, 1);
  for (int q = 3; q >= 0; --q) build_serially(tree, child_of(node, q), depth + 1);
  // end: nothing-is-lost
}

extern "C" int build_quadtree(Node* nodes, int* order, int* refused, const Point* points, int n,
                              TreeRules rules) {
  const int places = nodes_to_depth(rules.max_depth);
  const Node root{0, n};
  DeviceArray<Point> device_points;
  DeviceArray<int> first, second, device_refused;
  DeviceArray<Node> device_nodes;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, rules.pool));
  TRY(clear_error());
  TRY(device_points.copy_of(points, n));
  TRY(number_points(first, n));
  TRY(second.allocate(n));
  TRY(cudaMemset(second.data, 0xff, sizeof(int) * n));
  TRY(device_refused.allocate(1));
  TRY(cudaMemset(device_refused.data, 0, sizeof(int)));
  TRY(device_nodes.allocate(places));
  TRY(cudaMemset(device_nodes.data, 0xff, sizeof(Node) * places));
  TRY(cudaMemcpy(device_nodes.data, &root, sizeof(Node), cudaMemcpyHostToDevice));
  const Tree tree{
      device_points.data, {first.data, second.data}, device_nodes.data, device_refused.data, rules};
  divide<<<1, kBlock>>>(tree, 0, 0);
  TRY(cudaGetLastError());
  TRY(device_nodes.copy_to(nodes, places));
  TRY(first.copy_to(order, n));
  TRY(device_refused.copy_to(refused, 1));
  return read_error();
}
