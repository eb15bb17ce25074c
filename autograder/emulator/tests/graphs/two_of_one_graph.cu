// Two executable graphs of one graph have their conditions each for itself, also while both run.
#include "graphs.h"

__global__ void step(cudaGraphConditionalHandle handle, int* left, int* rounds) {
  ++*rounds;
  cudaGraphSetConditional(handle, --*left > 0);
}

int main() {
  int* numbers;
  EXPECT_EQ(cudaMalloc((void**)&numbers, 4 * sizeof(int)), 0);
  const int start[] = {20, 0, 5, 0};
  EXPECT_EQ(cudaMemcpy(numbers, start, sizeof start, cudaMemcpyHostToDevice), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  cudaGraph_t graph, body;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  cudaGraphConditionalHandle handle = condition(graph, 1);
  add_conditional(graph, nullptr, handle, cudaGraphCondTypeWhile, &body);
  int *left = numbers, *rounds = numbers + 1;
  void* arguments[] = {&handle, &left, &rounds};
  const cudaGraphNode_t node = add_kernel(body, nullptr, (void*)step, arguments);
  cudaGraphExec_t first, second;
  EXPECT_EQ(cudaGraphInstantiate(&first, graph, 0), 0);
  left += 2, rounds += 2;
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)step;
  kernel.gridDim = kernel.blockDim = dim3(1);
  kernel.kernelParams = arguments;
  EXPECT_EQ(cudaGraphKernelNodeSetParams(node, &kernel), 0);
  EXPECT_EQ(cudaGraphInstantiate(&second, graph, 0), 0);
  cudaStream_t one, other;
  EXPECT_EQ(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking), 0);
  EXPECT_EQ(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking), 0);
  EXPECT_EQ(cudaGraphLaunch(first, one), 0);
  EXPECT_EQ(cudaGraphLaunch(second, other), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int end[4];
  EXPECT_EQ(cudaMemcpy(end, numbers, sizeof end, cudaMemcpyDeviceToHost), 0);
  EXPECT_EQ(end[1], 20);
  EXPECT_EQ(end[3], 5);
  EXPECT_EQ(cudaFree(numbers), 0);
  return failures();
}
