// A SWITCH node of 3 bodies runs body v, and none when v is 3 or more (C12).
#include "graphs.h"

int main() {
  cudaGraph_t graph, body[3];
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  cudaGraphConditionalHandle handle = condition(graph);
  unsigned value = 0;
  void* arguments[] = {&handle, &value};
  const cudaGraphNode_t first = add_kernel(graph, nullptr, (void*)set_condition, arguments);
  add_conditional(graph, &first, handle, cudaGraphCondTypeSwitch, body, 3);
  for (int i = 0; i < 3; ++i)
    capture_into(body[i], [=](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(10 + i, 0); });
  cudaGraphExec_t exec;
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph, 0), 0);
  for (const unsigned chosen : {2u, 0u, 3u, 1u, 4000000000u}) {
    value = chosen;
    cudaKernelNodeParams kernel = {};
    kernel.func = (void*)set_condition;
    kernel.gridDim = kernel.blockDim = dim3(1);
    kernel.kernelParams = arguments;
    EXPECT_EQ(cudaGraphExecKernelNodeSetParams(exec, first, &kernel), 0);
    run(exec);
  }
  expect_marks({12, 10, 11});
  return failures();
}
