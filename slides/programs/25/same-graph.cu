// All threads of a block launch the same graph.
#include <cstdio>

#include "graphs.h"

__device__ int accepted, refused;

__global__ void work() {}

// [all]
__global__ void all_launch(cudaGraphExec_t graph) {
  const cudaError_t error = cudaGraphLaunch(graph, cudaStreamGraphFireAndForget);
  atomicAdd(error == cudaSuccess ? &accepted : &refused, 1);
}
// [all]

__global__ void show() { printf("%d accepted, %d refused\n", accepted, refused); }

int main() {
  const auto graph = device_graph([](cudaStream_t s) { work<<<1, 1, 0, s>>>(); });
  const auto launching = host_graph([=](cudaStream_t s) {
    all_launch<<<1, 128, 0, s>>>(graph);
    show<<<1, 1, 0, s>>>();
  });
  cudaGraphLaunch(launching, nullptr);
  return cudaDeviceSynchronize();
}
