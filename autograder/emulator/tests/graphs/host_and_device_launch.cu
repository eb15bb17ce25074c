// A device graph may be launched by the host, too, as often as it likes: one launch comes after the
// other, also after those by kernels that the stream waits for.
#include "graphs.h"

__device__ int runs;

__global__ void once_more() {
  ++runs;
  mark(runs);
}
__global__ void fire(cudaGraphExec_t graph) {
  if (cudaGraphLaunch(graph, cudaStreamGraphFireAndForget) != cudaSuccess) mark(-1);
}

int main() {
  const auto graph = device_graph([](cudaStream_t s) { once_more<<<1, 1, 0, s>>>(); });
  const auto firing = host_graph([=](cudaStream_t s) { fire<<<1, 1, 0, s>>>(graph); });
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(cudaGraphLaunch(graph, nullptr), 0);
    EXPECT_EQ(cudaGraphLaunch(firing, nullptr), 0);
  }
  expect_marks({1, 2, 3, 4, 5, 6});
  EXPECT_EQ(cudaGraphExecDestroy(firing), 0);
  EXPECT_EQ(cudaGraphExecDestroy(graph), 0);
  return failures();
}
