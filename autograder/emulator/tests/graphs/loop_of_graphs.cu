// Loops on the device: a graph that launches itself as a tail until a number is reached, while each
// round fires two graphs; and two graphs that are each other's tails in turn.
#include "graphs.h"

__device__ int round_number, left_sum, right_sum, turns;

__global__ void left() { left_sum += round_number; }
__global__ void right() { right_sum += 2 * round_number; }

__global__ void next_round(int rounds, cudaGraphExec_t first, cudaGraphExec_t second) {
  if (++round_number > rounds) return;
  cudaGraphLaunch(first, cudaStreamGraphFireAndForget);
  cudaGraphLaunch(second, cudaStreamGraphFireAndForget);
  cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}

__global__ void turn(const cudaGraphExec_t* other, int last) {
  if (++turns < last && cudaGraphLaunch(*other, cudaStreamGraphTailLaunch) != cudaSuccess) mark(-1);
}

int read(const int& variable) {
  int value = -1;
  EXPECT_EQ(cudaMemcpyFromSymbol(&value, variable, sizeof value), 0);
  return value;
}

int main() {
  const auto first = device_graph([](cudaStream_t s) { left<<<1, 1, 0, s>>>(); });
  const auto second = device_graph([](cudaStream_t s) { right<<<1, 1, 0, s>>>(); });
  run(device_graph([=](cudaStream_t s) { next_round<<<1, 1, 0, s>>>(100, first, second); }));
  EXPECT_EQ(read(round_number), 101);
  EXPECT_EQ(read(left_sum), 5050);
  EXPECT_EQ(read(right_sum), 10100);

  cudaGraphExec_t* others;
  EXPECT_EQ(cudaMalloc((void**)&others, 2 * sizeof *others), 0);
  const cudaGraphExec_t graphs[] = {
      device_graph([=](cudaStream_t s) { turn<<<1, 1, 0, s>>>(others + 1, 50); }),
      device_graph([=](cudaStream_t s) { turn<<<1, 1, 0, s>>>(others, 50); })};
  EXPECT_EQ(cudaMemcpy(others, graphs, sizeof graphs, cudaMemcpyHostToDevice), 0);
  run(graphs[0]);
  EXPECT_EQ(read(turns), 50);
  expect_marks({});
  EXPECT_EQ(cudaFree(others), 0);
  return failures();
}
