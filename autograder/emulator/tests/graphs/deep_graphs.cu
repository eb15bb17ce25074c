// Graphs that fire graphs that fire graphs: each waits for all below it, so the tail of the first
// comes last (C4). Every level also fires two leaves.
#include "graphs.h"

__global__ void level(int number, cudaGraphExec_t deeper, cudaGraphExec_t left,
                      cudaGraphExec_t right) {
  mark(number);
  for (const cudaGraphExec_t graph : {deeper, left, right})
    if (graph && cudaGraphLaunch(graph, cudaStreamGraphFireAndForget) != cudaSuccess) mark(-1);
}

__global__ void top(cudaGraphExec_t deeper, cudaGraphExec_t tail) {
  if (cudaGraphLaunch(tail, cudaStreamGraphTailLaunch) != cudaSuccess) mark(-1);
  if (cudaGraphLaunch(deeper, cudaStreamGraphFireAndForget) != cudaSuccess) mark(-1);
}

int main() {
  cudaGraphExec_t deeper = nullptr;
  for (int i = 4; i >= 1; --i) {
    const auto left = device_graph([=](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(10 + i, 20 * i); });
    const auto right = device_graph([=](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(20 + i, 0); });
    deeper = device_graph(
        [=](cudaStream_t s) { level<<<1, 1, 0, s>>>(i, deeper, left, right); });
  }
  const auto tail = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(99, 0); });
  run(host_graph([=](cudaStream_t s) { top<<<1, 1, 0, s>>>(deeper, tail); }));
  const std::vector<int> order = taken_marks();
  EXPECT_EQ(order.size(), 13);
  EXPECT_EQ(order.back(), 99);
  for (int i = 1; i < 4; ++i) expect_before(order, {i}, {i + 1, 10 + i, 20 + i});
  return failures();
}
