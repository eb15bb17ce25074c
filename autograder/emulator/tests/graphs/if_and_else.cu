// An IF node runs its first body for any value but 0, and its second, if it has one, for 0 (C12).
// What follows the node waits for the body.
#include "graphs.h"

__device__ unsigned chosen;

__global__ void choose(cudaGraphConditionalHandle handle) {
  mark(0);
  cudaGraphSetConditional(handle, chosen);
}

cudaGraphExec_t graph_with(unsigned bodies) {
  cudaGraph_t graph, body[2];
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  cudaGraphConditionalHandle handle = condition(graph);
  void* arguments[] = {&handle};
  const cudaGraphNode_t first = add_kernel(graph, nullptr, (void*)choose, arguments);
  const cudaGraphNode_t node =
      add_conditional(graph, &first, handle, cudaGraphCondTypeIf, body, bodies);
  for (unsigned i = 0; i < bodies; ++i) {
    const int number = 1 + static_cast<int>(i);
    capture_into(body[i], [=](cudaStream_t s) {
      leaf<<<1, 1, 0, s>>>(number, 200);
      leaf<<<1, 1, 0, s>>>(number, 0);
    });
  }
  int last = 9, none = 0;
  void* values[] = {&last, &none};
  add_kernel(graph, &node, (void*)leaf, values);
  return instantiated(graph);
}

void run_with(cudaGraphExec_t exec, unsigned value) {
  EXPECT_EQ(cudaMemcpyToSymbol(chosen, &value, sizeof value), 0);
  run(exec);
}

int main() {
  const auto one = graph_with(1), two = graph_with(2);
  run_with(one, 1);
  run_with(one, 0);
  run_with(one, 7);
  expect_marks({0, 1, 1, 9, 0, 9, 0, 1, 1, 9});
  run_with(two, 1);
  run_with(two, 0);
  expect_marks({0, 1, 1, 9, 0, 9, 0, 1, 1, 9, 0, 1, 1, 9, 0, 2, 2, 9});
  return failures();
}
