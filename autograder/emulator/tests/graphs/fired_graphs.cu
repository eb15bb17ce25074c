// The order of a graph, of what it fires and tails, and of the stream's next work (C4, C5). A graph
// of 0, then 3; 0 tails 2 and fires 1, which takes long; then the stream runs 9. The card's order
// was 0 3 1 2 9.
#include "graphs.h"

__global__ void start(cudaGraphExec_t fired, cudaGraphExec_t tail) {
  mark(0);
  const cudaError_t first = cudaGraphLaunch(tail, cudaStreamGraphTailLaunch);
  const cudaError_t second = cudaGraphLaunch(fired, cudaStreamGraphFireAndForget);
  if (first != cudaSuccess || second != cudaSuccess) mark(-1);
}

int main() {
  const auto fired = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(1, 200); });
  const auto tail = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(2, 0); });
  const auto graph = host_graph([&](cudaStream_t s) {
    start<<<1, 1, 0, s>>>(fired, tail);
    leaf<<<1, 1, 0, s>>>(3, 0);
  });
  cudaStream_t stream;
  EXPECT_EQ(cudaStreamCreate(&stream), 0);
  EXPECT_EQ(cudaGraphLaunch(graph, stream), 0);
  leaf<<<1, 1, 0, stream>>>(9, 0);
  const std::vector<int> order = taken_marks();
  EXPECT_EQ(order.size(), 5);
  EXPECT_EQ(order.front(), 0);
  expect_before(order, {0, 1, 3}, {2});
  expect_before(order, {2}, {9});
  return failures();
}
