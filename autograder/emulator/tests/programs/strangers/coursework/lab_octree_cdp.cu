// Lab: an octree built by child grids, one per octant with too many points, on three levels; the counts of all
// leaves and their boxes are checked on the host. Expected output: "octree: PASSED"
#include "gputk.h"
#include <vector>
#include <algorithm>

struct Box { float3 lo; float size; };
struct Node { Box box; int begin, end, child; };  // child: first of eight, or -1

struct Tree {
  Node *nodes;
  int *used;
  float3 *points[2];
  int leaf, depth;
};

__device__ int octant(float3 p, Box b) {
  const float h = b.size / 2;
  return (p.x >= b.lo.x + h) | (p.y >= b.lo.y + h) << 1 | (p.z >= b.lo.z + h) << 2;
}

__global__ void build(Tree t, int first, int level) {
  Node *const node = &t.nodes[first + blockIdx.x];
  const float3 *in = t.points[level & 1];
  float3 *out = t.points[~level & 1];
  __shared__ int count[8], start[8], kids;
  const int n = node->end - node->begin;
  if (n <= t.leaf || level == t.depth) {
    if (level & 1) for (int i = node->begin + threadIdx.x; i < node->end; i += blockDim.x) out[i] = in[i];  // all leaves end in points[0]
    if (threadIdx.x == 0) node->child = -1;
    return;
  }
  if (threadIdx.x < 8) count[threadIdx.x] = 0;
  __syncthreads();
  for (int i = node->begin + threadIdx.x; i < node->end; i += blockDim.x) atomicAdd(&count[octant(in[i], node->box)], 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    int run = node->begin;
    for (int o = 0; o < 8; o++) { start[o] = run; run += count[o]; }
    kids = atomicAdd(t.used, 8);
    node->child = kids;
  }
  __syncthreads();
  if (threadIdx.x < 8) {
    const int o = threadIdx.x;
    const float h = node->box.size / 2;
    Box b{{node->box.lo.x + (o & 1) * h, node->box.lo.y + (o >> 1 & 1) * h, node->box.lo.z + (o >> 2) * h}, h};
    t.nodes[kids + o] = Node{b, start[o], start[o] + count[o], -1};
  }
  __syncthreads();
  for (int i = node->begin + threadIdx.x; i < node->end; i += blockDim.x) out[atomicAdd(&start[octant(in[i], node->box)], 1)] = in[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    build<<<8, blockDim.x>>>(t, kids, level + 1);
    if (cudaPeekAtLastError() != cudaSuccess) node->child = -2;
  }
}

static bool inside(float3 p, Box b) {
  return p.x >= b.lo.x && p.x < b.lo.x + b.size && p.y >= b.lo.y && p.y < b.lo.y + b.size && p.z >= b.lo.z && p.z < b.lo.z + b.size;
}

int main() {
  const int n = 3000, most = 8 * 600;
  Tree t;
  t.leaf = 40; t.depth = 4;
  gpuErrchk(cudaMallocManaged(&t.nodes, most * sizeof(Node)));
  gpuErrchk(cudaMallocManaged(&t.used, sizeof(int)));
  for (auto &p : t.points) gpuErrchk(cudaMallocManaged(&p, n * sizeof(float3)));
  Rng rng(99);
  double before = 0, after = 0;
  for (int i = 0; i < n; i++) {
    float u = rng.unit();
    t.points[0][i] = make_float3(u * u, rng.unit(), rng.unit() * rng.unit());
    before += t.points[0][i].x + 2 * t.points[0][i].y;
  }
  t.nodes[0] = Node{{{0, 0, 0}, 1}, 0, n, -1};
  *t.used = 1;
  build<<<1, 64>>>(t, 0, 0);
  gpuErrchk(cudaDeviceSynchronize());
  std::vector<std::pair<int, int>> todo{{0, 0}};
  int seen = 0, nodes = 0;
  bool ok = *t.used <= most;
  while (!todo.empty()) {
    auto [k, level] = todo.back();
    todo.pop_back();
    ++nodes;
    Node &node = t.nodes[k];
    if (node.child >= 0) for (int o = 0; o < 8; o++) todo.push_back({node.child + o, level + 1});
    else {
      ok = ok && node.child == -1 && (node.end - node.begin <= t.leaf || level == t.depth);
      for (int i = node.begin; i < node.end; i++, seen++) { ok = ok && inside(t.points[0][i], node.box); after += t.points[0][i].x + 2 * t.points[0][i].y; }
    }
  }
  ok = ok && seen == n && nodes == *t.used && std::abs(before - after) < 1e-6;
  for (auto p : t.points) cudaFree(p);
  cudaFree(t.nodes); cudaFree(t.used);
  return report("octree", ok);
}
