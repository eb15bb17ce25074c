// Lesson 15's kernels for a search on the host: children of the right sizes compare and swap in an array of
// nobody's. An attack that includes this defines edges_of_thread(), and search().
#include <cuda_runtime.h>

#include <vector>

#include "../given.h"
#include "exercise.h"

constexpr int kWarp = 32, kParent = 128, kChild = 64;

__host__ __device__ int divide_up(int a, int b) { return (a + b - 1) / b; }

struct Level {
  const int *edges, *frontier;
  int* depths;
  int depth, count;
  int* nobodys;
  int* refused;
};

__device__ void visit(const Level& l, int first, int end, int stride) {
  for (int e = first; e < end; e += stride) atomicCAS(&l.nobodys[e], 1, 1);
}

// Of this thread's vertex, 0 if there is none; its depth is written.
__device__ int edges_of_thread(const Level& l);

__global__ void flat(Level l) { visit(l, 0, edges_of_thread(l), 1); }
__global__ void visit_each(Level l, int edges) {
  const int e = thread_in_grid();
  if (e < edges) visit(l, e, e + 1, 1);
}
__global__ void visit_several(Level l, int edges) {
  visit(l, thread_in_grid(), edges, gridDim.x * blockDim.x);
}
__global__ void visit_all(Level l, int edges) {
  visit(l, thread_in_grid(), edges, gridDim.x * blockDim.x);
}

__device__ bool is_launched(const Level& l) {
  if (cudaGetLastError() == cudaSuccess) return true;
  atomicAdd(l.refused, 1);
  return false;
}

__global__ void child_per_vertex(Level l) {
  const int edges = edges_of_thread(l);
  if (edges == 0) return;
  visit_each<<<divide_up(edges, kChild), kChild, 0, cudaStreamFireAndForget>>>(l, edges);
  if (!is_launched(l)) visit(l, 0, edges, 1);
}

__global__ void child_for_large(Level l, Plan plan) {
  const int edges = edges_of_thread(l);
  if (edges <= plan.threshold) return visit(l, 0, edges, 1);
  if (plan.each == 1)
    visit_each<<<divide_up(edges, kChild), kChild, 0, cudaStreamFireAndForget>>>(l, edges);
  else
    visit_several<<<divide_up(edges, kChild * plan.each), kChild, 0, cudaStreamFireAndForget>>>(l, edges);
  if (!is_launched(l)) visit(l, 0, edges, 1);
}

__device__ bool launch_for_all(const Level& l, int edges, int each) {
  if (edges == 0) return true;
  visit_all<<<divide_up(edges, kChild * each), kChild, 0, cudaStreamFireAndForget>>>(l, edges);
  return is_launched(l);
}

__global__ void child_per_warp(Level l, Plan plan) {
  __shared__ int totals[kParent / kWarp];
  int& total = totals[threadIdx.x / kWarp];
  const int lane = threadIdx.x % kWarp;
  const int edges = edges_of_thread(l);
  if (lane == 0) total = 0;
  __syncwarp();
  if (edges > plan.threshold) atomicAdd(&total, edges);
  __syncwarp();
  bool launched = true;
  if (lane == 0) launched = launch_for_all(l, total, plan.each);
  if (!__all_sync(0xffffffffu, launched)) visit(l, lane, total, kWarp);
  if (edges <= plan.threshold) visit(l, 0, edges, 1);
}

__global__ void child_per_block(Level l, Plan plan) {
  __shared__ int total;
  __shared__ bool launched;
  const int edges = edges_of_thread(l);
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  if (edges > plan.threshold) atomicAdd(&total, edges);
  __syncthreads();
  if (threadIdx.x == 0) launched = launch_for_all(l, total, plan.each);
  __syncthreads();
  if (!launched) visit(l, threadIdx.x, total, kParent);
  if (edges <= plan.threshold) visit(l, 0, edges, 1);
}

void start(const Level& l, Strategy strategy, Plan plan) {
  const int blocks = divide_up(l.count, kParent);
  if (strategy == kFlat) flat<<<blocks, kParent>>>(l);
  if (strategy == kChildPerVertex) child_per_vertex<<<blocks, kParent>>>(l);
  if (strategy == kChildForLarge) child_for_large<<<blocks, kParent>>>(l, plan);
  if (strategy == kChildPerWarp) child_per_warp<<<blocks, kParent>>>(l, plan);
  if (strategy == kChildPerBlock) child_per_block<<<blocks, kParent>>>(l, plan);
}
