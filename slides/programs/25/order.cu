// The order of a graph's nodes, of what its first node fires and tails, and of the stream's next
// kernel.
#include <cstdio>

#include "graphs.h"

__global__ void fired(int* sink) {
  for (int i = 0; i < 20000; ++i) *sink += i;
  printf("fired\n");
}
__global__ void tail() { printf("tail\n"); }
__global__ void second() { printf("second node\n"); }
__global__ void after() { printf("the stream's next kernel\n"); }

// [first]
__global__ void first(cudaGraphExec_t tail_graph, cudaGraphExec_t fired_graph) {
  printf("first node\n");
  if (cudaGraphLaunch(tail_graph, cudaStreamGraphTailLaunch) != cudaSuccess) __trap();
  if (cudaGraphLaunch(fired_graph, cudaStreamGraphFireAndForget) != cudaSuccess) __trap();
}
// [first]

int main() {
  int* sink;
  cudaMalloc(&sink, sizeof(int));
  cudaMemset(sink, 0, sizeof(int));
  const auto tails = device_graph([](cudaStream_t s) { tail<<<1, 1, 0, s>>>(); });
  const auto fires = device_graph([=](cudaStream_t s) { fired<<<1, 1, 0, s>>>(sink); });
  // [graph]
  const auto graph = host_graph([=](cudaStream_t stream) {
    first<<<1, 1, 0, stream>>>(tails, fires);
    second<<<1, 1, 0, stream>>>();
  });
  cudaGraphLaunch(graph, nullptr);
  after<<<1, 1>>>();
  // [graph]
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(sink);
  return error;
}
