// Conditional nodes in bodies of others: a loop with a loop and a choice in its body. In round i of 3
// the inner loop runs i + 1 times, and the choice marks even rounds.
#include "graphs.h"

__device__ int outer_round, inner_left;

__global__ void begin_round(cudaGraphConditionalHandle inner, cudaGraphConditionalHandle even) {
  inner_left = outer_round + 1;
  cudaGraphSetConditional(inner, 1);
  cudaGraphSetConditional(even, outer_round % 2 == 0);
}

__global__ void inner_step(cudaGraphConditionalHandle inner) {
  mark(outer_round);
  cudaGraphSetConditional(inner, --inner_left > 0);
}

__global__ void end_round(cudaGraphConditionalHandle outer) {
  cudaGraphSetConditional(outer, ++outer_round < 3);
}

int main() {
  cudaGraph_t graph, round, loop, choice;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  cudaGraphConditionalHandle outer = condition(graph, 1);
  add_conditional(graph, nullptr, outer, cudaGraphCondTypeWhile, &round);
  cudaGraphConditionalHandle inner = condition(round), even = condition(round);

  void* begin_arguments[] = {&inner, &even};
  const cudaGraphNode_t begin = add_kernel(round, nullptr, (void*)begin_round, begin_arguments);
  const cudaGraphNode_t inner_node =
      add_conditional(round, &begin, inner, cudaGraphCondTypeWhile, &loop);
  const cudaGraphNode_t choice_node =
      add_conditional(round, &inner_node, even, cudaGraphCondTypeIf, &choice);
  void* end_arguments[] = {&outer};
  add_kernel(round, &choice_node, (void*)end_round, end_arguments);

  capture_into(loop, [=](cudaStream_t s) { inner_step<<<1, 1, 0, s>>>(inner); });
  capture_into(choice, [](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(100, 0); });
  run(instantiated(graph));
  expect_marks({0, 100, 1, 1, 2, 2, 2, 100});
  return failures();
}
