// cudaGetCurrentGraphExec is the graph whose node runs, if it was instantiated for the device (C10):
// null in plain kernels and in graphs of the host.
#include "graphs.h"

__device__ cudaGraphExec_t seen;

__global__ void look() { seen = cudaGetCurrentGraphExec(); }
__global__ void fire(cudaGraphExec_t graph) { cudaGraphLaunch(graph, cudaStreamGraphFireAndForget); }

cudaGraphExec_t what_was_seen() {
  cudaGraphExec_t value = nullptr;
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  EXPECT_EQ(cudaMemcpyFromSymbol(&value, seen, sizeof value), 0);
  return value;
}

int main() {
  const auto look_in = [](cudaStream_t s) { look<<<1, 1, 0, s>>>(); };
  look<<<1, 1>>>();
  EXPECT(what_was_seen() == nullptr);
  run(host_graph(look_in));
  EXPECT(what_was_seen() == nullptr);
  const auto graph = device_graph(look_in), other = device_graph(look_in);
  run(graph);
  EXPECT(what_was_seen() == graph);
  run(host_graph([&](cudaStream_t s) { fire<<<1, 1, 0, s>>>(other); }));
  EXPECT(what_was_seen() == other);
  return failures();
}
