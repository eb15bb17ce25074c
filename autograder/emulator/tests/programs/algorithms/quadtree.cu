// A quadtree over points. The warps of a block count their node's points with ballots, scan the
// counts in shared memory and move the points into four quarters; then a grid of four blocks is
// launched for the quarters. Nodes come from a counter in global memory.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#define CUDA_CALL(x)                                     \
  do {                                                   \
    if ((x) != cudaSuccess) {                            \
      printf("Error at %s:%d: %s\n", __FILE__, __LINE__, \
             cudaGetErrorString(cudaPeekAtLastError())); \
      exit(EXIT_FAILURE);                                \
    }                                                    \
  } while (0)

class Box {
 public:
  __host__ __device__ Box() : lo_(make_float2(0, 0)), hi_(make_float2(1, 1)) {}
  __host__ __device__ Box(float2 lo, float2 hi) : lo_(lo), hi_(hi) {}
  __host__ __device__ float2 center() const {
    return make_float2(0.5f * (lo_.x + hi_.x), 0.5f * (lo_.y + hi_.y));
  }
  __host__ __device__ int quarter_of(const float2 &p) const {
    const float2 c = center();
    return (p.x >= c.x) + 2 * (p.y >= c.y);
  }
  __host__ __device__ Box quarter(int q) const {
    const float2 c = center();
    return Box(make_float2(q & 1 ? c.x : lo_.x, q & 2 ? c.y : lo_.y),
               make_float2(q & 1 ? hi_.x : c.x, q & 2 ? hi_.y : c.y));
  }
  __host__ __device__ bool contains(const float2 &p) const {
    return p.x >= lo_.x && p.x < hi_.x && p.y >= lo_.y && p.y < hi_.y;
  }

 private:
  float2 lo_, hi_;
};

struct Node {
  Box box;
  int begin = 0, end = 0;
  int children = -1;  // the first of four
  __host__ __device__ int size() const { return end - begin; }
  __host__ __device__ bool is_leaf() const { return children < 0; }
};

struct Tree {
  Node *nodes;
  int *used;
  float2 *points[2];
};

// Position of a level's points: they go to and fro between two arrays, leaves end in the first.
struct Level {
  int depth;
  __host__ __device__ explicit Level(int depth) : depth(depth) {}
  __host__ __device__ int from() const { return depth % 2; }
  __host__ __device__ int to() const { return 1 - from(); }
  __host__ __device__ Level next() const { return Level(depth + 1); }
};

template <int kThreads, int kMaxDepth, int kMinPoints>
__global__ void __launch_bounds__(kThreads) build(Tree tree, int first_node, Level level) {
  constexpr int kWarps = kThreads / 32;
  static_assert(kWarps >= 4 && kWarps <= 8, "one warp scans all the counts");
  extern __shared__ int counts[];  // [quarter][warp]
  const int warp = threadIdx.x / warpSize, lane = threadIdx.x % warpSize;
  Node &node = tree.nodes[first_node + blockIdx.x];
  const float2 *in = tree.points[level.from()];
  float2 *out = tree.points[level.to()];

  if (level.depth == kMaxDepth || node.size() <= kMinPoints) {
    if (level.from() == 1)
      for (int i = node.begin + threadIdx.x; i < node.end; i += kThreads) out[i] = in[i];
    return;
  }

  const int share = (node.size() + kWarps - 1) / kWarps;
  const int begin = node.begin + warp * share, end = min(begin + share, node.end);
  int mine[4] = {0, 0, 0, 0};
  for (int base = begin; base < end; base += warpSize) {
    const int i = base + lane;
    const int q = i < end ? node.box.quarter_of(in[i]) : -1;
#pragma unroll
    for (int k = 0; k < 4; ++k) mine[k] += __popc(__ballot_sync(~0u, q == k));
  }
  if (lane < 4) {
    int count = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k)
      if (lane == k) count = mine[k];
    counts[lane * kWarps + warp] = count;
  }
  __syncthreads();

  if (warp == 0) {  // exclusive scan over quarters, and within them over warps
    int count = lane < 4 * kWarps ? counts[lane] : 0;
    int sum = count;
    for (int offset = 1; offset < warpSize; offset <<= 1) {
      const int below = __shfl_up_sync(0xffffffff, sum, offset);
      if (lane >= offset) sum += below;
    }
    if (lane < 4 * kWarps) counts[lane] = node.begin + sum - count;
  }
  __syncthreads();

  __shared__ int starts[5];
  if (threadIdx.x < 4) starts[threadIdx.x] = counts[threadIdx.x * kWarps];
  if (threadIdx.x == 4) starts[4] = node.end;

  int next[4];
  for (int k = 0; k < 4; ++k) next[k] = counts[k * kWarps + warp];
  for (int base = begin; base < end; base += warpSize) {
    const int i = base + lane;
    const float2 p = i < end ? in[i] : make_float2(-1, -1);
    const int q = i < end ? node.box.quarter_of(p) : -1;
    for (int k = 0; k < 4; ++k) {
      const unsigned votes = __ballot_sync(0xffffffffu, q == k);
      if (q == k) out[next[k] + __popc(votes & ((1u << lane) - 1))] = p;
      next[k] += __popc(votes);
    }
  }
  __syncthreads();

  if (threadIdx.x == 0) {
    const int children = atomicAdd(tree.used, 4);
    for (int k = 0; k < 4; ++k) {
      Node child;
      child.box = node.box.quarter(k);
      child.begin = starts[k];
      child.end = starts[k + 1];
      tree.nodes[children + k] = child;
    }
    node.children = children;
    build<kThreads, kMaxDepth, kMinPoints>
        <<<4, kThreads, 4 * kWarps * sizeof(int)>>>(tree, children, level.next());
    if (cudaGetLastError() != cudaSuccess) __trap();
  }
}

struct Checker {
  const std::vector<Node> &nodes;
  const std::vector<float2> &points;
  int in_leaves = 0, deepest = 0;

  bool check(int index, int depth, int max_depth, int min_points) {
    const Node &node = nodes[index];
    deepest = std::max(deepest, depth);
    for (int i = node.begin; i < node.end; ++i)
      if (!node.box.contains(points[i])) return false;
    if (node.is_leaf()) {
      in_leaves += node.size();
      return depth == max_depth || node.size() <= min_points;
    }
    int at = node.begin;
    for (int k = 0; k < 4; ++k) {
      const Node &child = nodes[node.children + k];
      if (child.begin != at || !check(node.children + k, depth + 1, max_depth, min_points))
        return false;
      at = child.end;
    }
    return at == node.end;
  }
};

bool operator<(const float2 &a, const float2 &b) {
  return std::make_pair(a.x, a.y) < std::make_pair(b.x, b.y);
}

int main() {
  const int n = 2000, max_nodes = 4096;
  constexpr int kMaxDepth = 6, kMinPoints = 20, kThreads = 128;
  std::mt19937 rng(7);
  std::uniform_real_distribution<float> uniform(0.0f, 0.999f);
  std::vector<float2> points(n);
  for (auto &p : points) {
    p.x = uniform(rng);
    p.y = uniform(rng) * p.x;  // denser near the origin
  }

  Tree tree;
  CUDA_CALL(cudaMalloc(&tree.nodes, max_nodes * sizeof(Node)));
  CUDA_CALL(cudaMalloc(&tree.used, sizeof(int)));
  for (auto &p : tree.points) CUDA_CALL(cudaMalloc(&p, n * sizeof(float2)));
  Node root;
  root.end = n;
  const int one = 1;
  CUDA_CALL(cudaMemcpy(tree.nodes, &root, sizeof(Node), cudaMemcpyHostToDevice));
  CUDA_CALL(cudaMemcpy(tree.used, &one, sizeof(int), cudaMemcpyHostToDevice));
  CUDA_CALL(cudaMemcpy(tree.points[0], points.data(), n * sizeof(float2), cudaMemcpyHostToDevice));
  build<kThreads, kMaxDepth, kMinPoints>
      <<<1, kThreads, 4 * (kThreads / 32) * sizeof(int)>>>(tree, 0, Level(0));
  CUDA_CALL(cudaGetLastError());
  CUDA_CALL(cudaDeviceSynchronize());

  int used = 0;
  CUDA_CALL(cudaMemcpy(&used, tree.used, sizeof(int), cudaMemcpyDeviceToHost));
  std::vector<Node> nodes(used);
  std::vector<float2> sorted(n);
  CUDA_CALL(cudaMemcpy(nodes.data(), tree.nodes, used * sizeof(Node), cudaMemcpyDeviceToHost));
  CUDA_CALL(cudaMemcpy(sorted.data(), tree.points[0], n * sizeof(float2), cudaMemcpyDeviceToHost));
  CUDA_CALL(cudaFree(tree.nodes));
  CUDA_CALL(cudaFree(tree.used));
  for (float2 *p : tree.points) CUDA_CALL(cudaFree(p));

  Checker checker{nodes, sorted};
  bool ok = checker.check(0, 0, kMaxDepth, kMinPoints) && checker.in_leaves == n;
  std::sort(points.begin(), points.end());
  std::sort(sorted.begin(), sorted.end());
  for (int i = 0; i < n; ++i) ok = ok && points[i].x == sorted[i].x && points[i].y == sorted[i].y;
  printf("%d nodes, depth %d: %s\n", used, checker.deepest, ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
