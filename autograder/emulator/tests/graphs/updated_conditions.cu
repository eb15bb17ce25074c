// An executable graph with conditional nodes, updated: by another graph, and a kernel in a body by
// the node's own handle. Nodes of other kinds stay as they are.
#include "graphs.h"

struct Built {
  cudaGraph_t graph;
  cudaGraphNode_t in_body;
};

Built build(int number, unsigned value) {
  Built built = {};
  EXPECT_EQ(cudaGraphCreate(&built.graph, 0), 0);
  cudaGraph_t body;
  add_conditional(built.graph, nullptr, condition(built.graph, value), cudaGraphCondTypeIf, &body);
  int none = 0;
  void* arguments[] = {&number, &none};
  built.in_body = add_kernel(body, nullptr, (void*)leaf, arguments);
  return built;
}

int main() {
  const Built first = build(1, 1), second = build(2, 1), never = build(3, 0);
  cudaGraphExec_t exec;
  EXPECT_EQ(cudaGraphInstantiate(&exec, first.graph, 0), 0);
  run(exec);
  int number = 5, none = 0;
  void* arguments[] = {&number, &none};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)leaf;
  kernel.gridDim = kernel.blockDim = dim3(1);
  kernel.kernelParams = arguments;
  EXPECT_EQ(cudaGraphExecKernelNodeSetParams(exec, first.in_body, &kernel), 0);
  run(exec);
  cudaGraphExecUpdateResultInfo info;
  EXPECT_EQ(cudaGraphExecUpdate(exec, second.graph, &info), 0);
  run(exec);
  EXPECT_EQ(cudaGraphExecUpdate(exec, never.graph, &info), 0);
  run(exec);
  expect_marks({1, 5, 2});
  return failures();
}
