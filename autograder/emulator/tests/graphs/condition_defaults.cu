// A default is what the condition holds when a launch begins, each time again (C11).
#include "graphs.h"

__global__ void count_down(cudaGraphConditionalHandle handle) {
  mark(1);
  cudaGraphSetConditional(handle, 0);
}

int main() {
  cudaGraph_t graph, loop, choice[2];
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  const cudaGraphConditionalHandle once = condition(graph, 5), no = condition(graph, 0u);
  const cudaGraphNode_t node =
      add_conditional(graph, nullptr, once, cudaGraphCondTypeWhile, &loop);
  add_conditional(graph, &node, no, cudaGraphCondTypeIf, choice, 2);
  capture_into(loop, [=](cudaStream_t s) { count_down<<<1, 1, 0, s>>>(once); });
  capture_into(choice[0], [](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(2, 0); });
  capture_into(choice[1], [](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(3, 0); });
  const auto exec = instantiated(graph);
  for (int i = 0; i < 3; ++i) run(exec);
  expect_marks({1, 3, 1, 3, 1, 3});
  return failures();
}
