// A sibling is no part of the launching graph: the graph's tails do not wait for it, but the
// stream's next work does (C6). Of a fired graph, the sibling belongs to the graph that fired it,
// whose tails wait for it.
#include "graphs.h"

__global__ void start(cudaGraphExec_t sibling, cudaGraphExec_t tail) {
  if (cudaGraphLaunch(sibling, cudaStreamGraphFireAndForgetAsSibling) != cudaSuccess) mark(-1);
  if (tail && cudaGraphLaunch(tail, cudaStreamGraphTailLaunch) != cudaSuccess) mark(-1);
  mark(0);
}

__global__ void outer_start(cudaGraphExec_t fired, cudaGraphExec_t tail) {
  mark(5);
  if (cudaGraphLaunch(fired, cudaStreamGraphFireAndForget) != cudaSuccess) mark(-1);
  if (cudaGraphLaunch(tail, cudaStreamGraphTailLaunch) != cudaSuccess) mark(-1);
}

int main() {
  const auto sibling = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(1, 300); });
  const auto tail = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(2, 0); });
  const auto graph = host_graph([&](cudaStream_t s) { start<<<1, 1, 0, s>>>(sibling, tail); });
  EXPECT_EQ(cudaGraphLaunch(graph, nullptr), 0);
  leaf<<<1, 1>>>(9, 0);
  std::vector<int> order = taken_marks();
  EXPECT_EQ(order.size(), 4);
  expect_before(order, {0}, {2});
  expect_before(order, {0, 1, 2}, {9});

  const auto inner = device_graph(
      [&](cudaStream_t s) { start<<<1, 1, 0, s>>>(sibling, cudaGraphExec_t(nullptr)); });
  const auto outer = host_graph([&](cudaStream_t s) { outer_start<<<1, 1, 0, s>>>(inner, tail); });
  run(outer);
  order = taken_marks();
  order.erase(order.begin(), order.begin() + 4);
  EXPECT_EQ(order.size(), 4);
  expect_before(order, {5, 0, 1}, {2});
  return failures();
}
