// A WHILE node runs its body as long as the condition is not 0 (C13): it looks before each round,
// and the nodes of a round come after those of the round before.
#include "graphs.h"

__device__ int left, rounds, sum;

__global__ void add_up() { sum += left; }

__global__ void step(cudaGraphConditionalHandle handle) {
  ++rounds;
  cudaGraphSetConditional(handle, --left > 0);
}

__global__ void after() { sum = -sum; }

int read(const int& variable) {
  int value = -1;
  EXPECT_EQ(cudaMemcpyFromSymbol(&value, variable, sizeof value), 0);
  return value;
}

void run_with(cudaGraphExec_t exec, int count, int expected_rounds) {
  const int zero = 0;
  EXPECT_EQ(cudaMemcpyToSymbol(left, &count, sizeof count), 0);
  EXPECT_EQ(cudaMemcpyToSymbol(rounds, &zero, sizeof zero), 0);
  EXPECT_EQ(cudaMemcpyToSymbol(sum, &zero, sizeof zero), 0);
  run(exec);
  EXPECT_EQ(read(rounds), expected_rounds);
  EXPECT_EQ(read(sum), -expected_rounds * (expected_rounds + 1) / 2);
}

cudaGraphExec_t graph_from(unsigned value) {
  cudaGraph_t graph, body;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  const cudaGraphConditionalHandle handle = condition(graph, value);
  const cudaGraphNode_t node =
      add_conditional(graph, nullptr, handle, cudaGraphCondTypeWhile, &body);
  capture_into(body, [=](cudaStream_t s) {
    add_up<<<1, 1, 0, s>>>();
    step<<<1, 1, 0, s>>>(handle);
  });
  add_kernel(graph, &node, (void*)after, nullptr);
  return instantiated(graph);
}

int main() {
  const auto loop = graph_from(1), never = graph_from(0);
  run_with(loop, 1, 1);
  run_with(loop, 10, 10);
  run_with(loop, 1000, 1000);
  run_with(never, 10, 0);
  return failures();
}
