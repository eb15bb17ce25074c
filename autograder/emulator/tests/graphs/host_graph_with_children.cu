// A graph of the host may hold a kernel that launches children; the next node waits for them, and so
// does the stream. Such a kernel may launch graphs, too.
#include "graphs.h"

__global__ void parent(cudaGraphExec_t fired) {
  mark(0);
  leaf<<<1, 1>>>(1, 200);
  if (cudaGetLastError() != cudaSuccess) mark(-1);
  leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(2, 0);
  if (cudaGetLastError() != cudaSuccess) mark(-1);
  if (cudaGraphLaunch(fired, cudaStreamGraphFireAndForget) != cudaSuccess) mark(-1);
}

int main() {
  const auto fired = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(4, 400); });
  const auto graph = host_graph([&](cudaStream_t s) {
    parent<<<1, 1, 0, s>>>(fired);
    leaf<<<1, 1, 0, s>>>(3, 0);
  });
  EXPECT_EQ(cudaGraphLaunch(graph, nullptr), 0);
  leaf<<<1, 1>>>(9, 0);
  const std::vector<int> order = taken_marks();
  EXPECT_EQ(order.size(), 6);
  expect_before(order, {0}, {1, 4});
  expect_before(order, {1}, {2});
  expect_before(order, {2}, {3});
  expect_before(order, {3, 4}, {9});
  return failures();
}
