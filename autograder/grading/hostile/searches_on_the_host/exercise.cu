// Searches on the host. For each level, it launches exactly as many children of the right sizes as the real
// search would, but none of them visits a vertex.
#include <cuda_runtime.h>

#include <vector>

#include "../given.h"
#include "exercise.h"

constexpr int kWarp = 32, kParent = 128, kChild = 64;

__host__ __device__ int divide_up(int a, int b) { return (a + b - 1) / b; }

// What a level's kernel is told: how many edges each vertex of the level has.
struct Level {
  const int* edges;
  int count;
  int* refused;
};

__device__ int edges_of_thread(const Level& l) {
  const int i = thread_in_grid();
  return i < l.count ? l.edges[i] : 0;
}

__device__ void note(const Level& l) {
  if (cudaGetLastError() != cudaSuccess) atomicAdd(l.refused, 1);
}

__global__ void flat() {}
__global__ void visit_each() {}
__global__ void visit_several() {}
__global__ void visit_all() {}

__global__ void child_per_vertex(Level l) {
  const int edges = edges_of_thread(l);
  if (edges == 0) return;
  visit_each<<<divide_up(edges, kChild), kChild, 0, cudaStreamFireAndForget>>>();
  note(l);
}

__global__ void child_for_large(Level l, Plan plan) {
  const int edges = edges_of_thread(l);
  if (edges <= plan.threshold) return;
  if (plan.each == 1) {
    visit_each<<<divide_up(edges, kChild), kChild, 0, cudaStreamFireAndForget>>>();
  } else {
    visit_several<<<divide_up(edges, kChild * plan.each), kChild, 0, cudaStreamFireAndForget>>>();
  }
  note(l);
}

__device__ void launch_for_all(const Level& l, int edges, int each) {
  if (edges == 0) return;
  visit_all<<<divide_up(edges, kChild * each), kChild, 0, cudaStreamFireAndForget>>>();
  note(l);
}

__global__ void child_per_warp(Level l, Plan plan) {
  __shared__ int totals[kParent / kWarp];
  int& total = totals[threadIdx.x / kWarp];
  const int edges = edges_of_thread(l);
  if (threadIdx.x % kWarp == 0) total = 0;
  __syncwarp();
  if (edges > plan.threshold) atomicAdd(&total, edges);
  __syncwarp();
  if (threadIdx.x % kWarp == 0) launch_for_all(l, total, plan.each);
}

__global__ void child_per_block(Level l, Plan plan) {
  __shared__ int total;
  const int edges = edges_of_thread(l);
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  if (edges > plan.threshold) atomicAdd(&total, edges);
  __syncthreads();
  if (threadIdx.x == 0) launch_for_all(l, total, plan.each);
}

void start(const Level& l, Strategy strategy, Plan plan) {
  const int blocks = divide_up(l.count, kParent);
  if (strategy == kFlat) flat<<<blocks, kParent>>>();
  if (strategy == kChildPerVertex) child_per_vertex<<<blocks, kParent>>>(l);
  if (strategy == kChildForLarge) child_for_large<<<blocks, kParent>>>(l, plan);
  if (strategy == kChildPerWarp) child_per_warp<<<blocks, kParent>>>(l, plan);
  if (strategy == kChildPerBlock) child_per_block<<<blocks, kParent>>>(l, plan);
}

extern "C" int search(int* depths, int* refused, const int* offsets, const int* neighbors,
                      int vertices, int source, Strategy strategy, Plan plan) {
  *refused = 0;
  if (vertices == 0) return cudaSuccess;
  TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, plan.pool));
  DeviceArray<int> device_edges, device_refused;
  TRY(device_edges.allocate(vertices));
  TRY(device_refused.allocate(1));
  TRY(cudaMemset(device_refused.data, 0, sizeof(int)));
  for (int v = 0; v < vertices; ++v) depths[v] = -1;
  depths[source] = 0;
  std::vector<int> frontier = {source};
  for (int depth = 1; !frontier.empty(); ++depth) {
    std::vector<int> next, edges;
    for (const int v : frontier) {
      edges.push_back(offsets[v + 1] - offsets[v]);
      for (int e = offsets[v]; e < offsets[v + 1]; ++e) {
        if (depths[neighbors[e]] >= 0) continue;
        depths[neighbors[e]] = depth;
        next.push_back(neighbors[e]);
      }
    }
    const int count = static_cast<int>(edges.size());
    TRY(cudaMemcpy(device_edges.data, edges.data(), sizeof(int) * count, cudaMemcpyHostToDevice));
    start({device_edges.data, count, device_refused.data}, strategy, plan);
    TRY(cudaGetLastError());
    frontier = next;
  }
  return device_refused.copy_to(refused, 1);
}
