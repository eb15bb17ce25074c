// Tails of a graph run one after another, in the order of their launches; those that a tail launches
// come before the next (C5). Each waits for what the one before has fired.
#include "graphs.h"

__global__ void start(cudaGraphExec_t first, cudaGraphExec_t second, cudaGraphExec_t third) {
  mark(0);
  for (const cudaGraphExec_t tail : {first, second, third})
    if (cudaGraphLaunch(tail, cudaStreamGraphTailLaunch) != cudaSuccess) mark(-1);
}

__global__ void tail_with_tails(cudaGraphExec_t inner, cudaGraphExec_t other, cudaGraphExec_t fired) {
  mark(1);
  if (cudaGraphLaunch(inner, cudaStreamGraphTailLaunch) != cudaSuccess) mark(-1);
  if (cudaGraphLaunch(fired, cudaStreamGraphFireAndForget) != cudaSuccess) mark(-1);
  if (cudaGraphLaunch(other, cudaStreamGraphTailLaunch) != cudaSuccess) mark(-1);
}

int main() {
  const auto inner = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(11, 0); });
  const auto other = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(12, 0); });
  const auto fired = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(10, 300); });
  const auto first =
      device_graph([&](cudaStream_t s) { tail_with_tails<<<1, 1, 0, s>>>(inner, other, fired); });
  const auto second = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(2, 0); });
  const auto third = device_graph([](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(3, 0); });
  const auto graph =
      host_graph([&](cudaStream_t s) { start<<<1, 1, 0, s>>>(first, second, third); });
  for (int i = 0; i < 2; ++i) {
    run(graph);
    leaf<<<1, 1>>>(9, 0);
  }
  expect_marks({0, 1, 10, 11, 12, 2, 3, 9, 0, 1, 10, 11, 12, 2, 3, 9});
  return failures();
}
