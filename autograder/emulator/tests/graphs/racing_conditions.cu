// A condition must be set before its node reads it, and by one thread of one kernel (C14).
#include "../modes.h"
#include "graphs.h"

__global__ void each_sets(cudaGraphConditionalHandle handle) {
  cudaGraphSetConditional(handle, threadIdx.x);
}

struct Made {
  cudaGraph_t graph, body;
  cudaGraphConditionalHandle handle;
};

Made with_node() {
  Made made = {};
  EXPECT_EQ(cudaGraphCreate(&made.graph, 0), 0);
  made.handle = condition(made.graph, 1);
  return made;
}

void add_setter(Made& made, unsigned value) {
  void* arguments[] = {&made.handle, &value};
  add_kernel(made.graph, nullptr, (void*)set_condition, arguments);
}

void finish(Made& made, const cudaGraphNode_t* after) {
  add_conditional(made.graph, after, made.handle, cudaGraphCondTypeIf, &made.body);
  capture_into(made.body, [](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(1, 0); });
  run(instantiated(made.graph));
}

// No edge between the kernel and the node.
void beside_the_node() {
  Made made = with_node();
  add_setter(made, 0);
  finish(made, nullptr);
}

void by_two_kernels() {
  Made made = with_node();
  add_setter(made, 0);
  unsigned one = 1;
  void* arguments[] = {&made.handle, &one};
  add_kernel(made.graph, nullptr, (void*)set_condition, arguments);
  finish(made, nullptr);
}

void by_several_threads() {
  Made made = with_node();
  const cudaGraph_t graph = made.graph;
  cudaGraphNodeParams parameters = {};
  parameters.type = cudaGraphNodeTypeKernel;
  parameters.kernel.func = (void*)each_sets;
  parameters.kernel.gridDim = dim3(1);
  parameters.kernel.blockDim = dim3(2);
  void* arguments[] = {&made.handle};
  parameters.kernel.kernelParams = arguments;
  cudaGraphNode_t node;
  EXPECT_EQ(add_node(&node, graph, nullptr, &parameters), 0);
  finish(made, &node);
}

int main(int argc, char** argv) {
  return run_mode(argc, argv,
                  {{"beside_the_node", beside_the_node},
                   {"by_two_kernels", by_two_kernels},
                   {"by_several_threads", by_several_threads}});
}
