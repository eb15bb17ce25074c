// A kernel that launches a graph, launched by the host without a graph around it.
#include <cstdio>

#include "graphs.h"

__global__ void work() { printf("the graph runs\n"); }

// [launch]
__global__ void launcher(cudaGraphExec_t graph) {
  printf("the kernel runs\n");
  if (cudaGraphLaunch(graph, cudaStreamGraphFireAndForget) != cudaSuccess) printf("refused\n");
}
// [launch]

int main() {
  const cudaGraphExec_t graph = device_graph([](cudaStream_t s) { work<<<1, 1, 0, s>>>(); });
  // [calls]
  launcher<<<1, 1>>>(graph);
  printf("cudaDeviceSynchronize returns %d\n", cudaDeviceSynchronize());
  printf("cudaGetLastError returns %d\n", cudaGetLastError());
  // [calls]
}
