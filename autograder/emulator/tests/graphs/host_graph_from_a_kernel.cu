// A kernel that launches a graph of the host, which was not instantiated for it, faults with 700 (C2).
#include "graphs.h"

__global__ void fire(cudaGraphExec_t graph) { cudaGraphLaunch(graph, cudaStreamGraphFireAndForget); }

int main() {
  const auto fired = host_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(7, 0); });
  const auto graph = host_graph([=](cudaStream_t s) { fire<<<1, 1, 0, s>>>(fired); });
  EXPECT_EQ(cudaGraphLaunch(graph, nullptr), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  return failures();
}
