// Conditional nodes beside each other in one graph: their loops run each for itself, and a node that
// follows both comes after both.
#include "graphs.h"

__global__ void step(cudaGraphConditionalHandle handle, int* left, int* rounds) {
  ++*rounds;
  cudaGraphSetConditional(handle, --*left > 0);
}
__global__ void sum(const int* numbers, int* total) { *total = numbers[1] + numbers[3]; }

int main() {
  int* numbers;
  EXPECT_EQ(cudaMalloc((void**)&numbers, 5 * sizeof(int)), 0);
  const int start[] = {30, 0, 7, 0, 0};
  EXPECT_EQ(cudaMemcpy(numbers, start, sizeof start, cudaMemcpyHostToDevice), 0);
  cudaGraph_t graph;
  cudaGraphNode_t nodes[2];
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  for (int i = 0; i < 2; ++i) {
    cudaGraph_t body;
    const cudaGraphConditionalHandle handle = condition(graph, 1);
    nodes[i] = add_conditional(graph, nullptr, handle, cudaGraphCondTypeWhile, &body);
    capture_into(body, [=](cudaStream_t s) {
      step<<<1, 1, 0, s>>>(handle, numbers + 2 * i, numbers + 2 * i + 1);
    });
  }
  int* total = numbers + 4;
  void* arguments[] = {&numbers, &total};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)sum;
  kernel.gridDim = kernel.blockDim = dim3(1);
  kernel.kernelParams = arguments;
  cudaGraphNode_t last;
  EXPECT_EQ(cudaGraphAddKernelNode(&last, graph, nodes, 2, &kernel), 0);
  run(instantiated(graph));
  int result = 0;
  EXPECT_EQ(cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost), 0);
  EXPECT_EQ(result, 37);
  EXPECT_EQ(cudaFree(numbers), 0);
  return failures();
}
