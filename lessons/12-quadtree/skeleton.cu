// Lesson 12: a quadtree. A block sorts the points of its square into four quadrants, and one of its
// threads launches the same kernel with four blocks, one per quadrant.
//
// The points stay where they are; what moves are their numbers, from one buffer to another and, a
// level deeper, back. Blocks of a level work on ranges that do not overlap, and a parent writes the
// ranges of its children before it launches them (M2). So no grid ever waits for another.
#include <cuda_runtime.h>

#include <vector>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 64;

// ---- Given: the tree, and the serial version ----------------------------------------------------

// For a node at depth d, the numbers of its points are in buffers[d % 2], in the node's range. In
// the end those of all leaves must be in buffers[0].
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

// Every point lies in exactly one quadrant: only this function decides, with one comparison
// per axis. A point on a border is eastern, or northern; NaN is neither, since each
// comparison with it is false.
__host__ __device__ inline int quadrant_of(Point point, Point center) {
  return (point.x >= center.x ? 1 : 0) + (point.y >= center.y ? 2 : 0);
}

// The center of a node's square, from the node's number alone. Each step up to the root halves the
// coordinates. Halving is exact, so all threads compute the same center.
__host__ __device__ inline Point center_of(int node) {
  Point center = {0.5f, 0.5f};
  for (; node > 0; node = (node - 1) / 4) {
    const int quadrant = (node - 1) % 4;
    center.x = 0.5f * (center.x + quadrant % 2);
    center.y = 0.5f * (center.y + quadrant / 2);
  }
  return center;
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
  const Point center = center_of(node);
  for (int q = 0, begin = 0, end = 0; q < 4; ++q, begin = end) {
    for (int i = 0; i < here.count; ++i)
      if (quadrant_of(tree.points[from[i]], center) == q) to[end++] = from[i];
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

// All threads of a block call this, and when it returns each may read counts, four ints of shared
// memory: how many of the `count` points whose numbers are in `from` lie in each quadrant.
__device__ void count_points(int* counts, const Point* points, const int* from, int count,
                             Point center) {
  // begin: count-the-quadrants
  // TODO(count-the-quadrants): count the points of each quadrant with all threads of the block.
  // quadrant_of says which; the numbers of the points are in from[0] … from[count - 1]. Threads add
  // to the same four counts. Must hold for any count, also 0 and more than blockDim.x, and every
  // thread of the block must be able to read counts afterwards.
  // end: count-the-quadrants
}

// One block.
__global__ void count_all(int* result, const Point* points, const int* numbers, int n) {
  __shared__ int counts[4];
  count_points(counts, points, numbers, n, center_of(0));
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
// `to`, counted from `to`, and after them the end of the last; and `to` holds the numbers that are
// in `from`, quadrant by quadrant.
__device__ void reorder_points(int* to, int* begins, const int* counts, const Point* points,
                               const int* from, int count, Point center) {
  // begin: scan-and-reorder
  // TODO(scan-and-reorder): from the four counts compute begins, an exclusive scan: begins[0] is 0,
  // each further one adds a count, begins[4] is the end. Then let all threads put the numbers of
  // `from` into `to`, each into the range of its quadrant, no two into one element. Must hold for
  // any count; every thread must be able to read begins and `to` afterwards.
  // end: scan-and-reorder
}

// One block.
__global__ void sort_all(int* order, int* result, const Point* points, const int* numbers, int n) {
  __shared__ int counts[4], begins[5];
  count_points(counts, points, numbers, n, center_of(0));
  reorder_points(order, begins, counts, points, numbers, n, center_of(0));
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

// One thread builds the four children of a node, whose ranges and points have been written.
__device__ void build_children(const Tree& tree, int node, int depth);  // task 4

// Block b builds node first + b, which is at `depth`.
__global__ void divide(Tree tree, int first, int depth);

// begin: divide-and-launch
// TODO(divide-and-launch): divide is divide_serially by a block. A leaf: its numbers must end up
// in buffers[0]. Otherwise count, reorder into the other buffer, write the four children to
// tree.nodes, and let one thread call build_children when the whole block has written.
// launch_children launches one grid of four blocks of kBlock threads, so that no branch of the
// tree waits for another, and returns the error code of this launch.
__device__ cudaError_t launch_children(const Tree& tree, int node, int depth) {
  return cudaSuccess;
}

__global__ void divide(Tree tree, int first, int depth) {}
// end: divide-and-launch

// ---- Task 4: when nothing is launched -----------------------------------------------------------

__device__ void build_children(const Tree& tree, int node, int depth) {
  // begin: nothing-is-lost
  // TODO(nothing-is-lost): so far a launch that is refused loses a whole branch. Count it in
  // *tree.refused, which all blocks share, and let this thread build the four children and all that
  // is below them, with build_serially. Do the same, without a launch, if the node has at most
  // tree.rules.few points.
  keep_error(launch_children(tree, node, depth));
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
