// A condition belongs to its graph (C11): a kernel outside that sets it faults, and so does a kernel
// of another graph.
#include "../modes.h"
#include "graphs.h"

cudaGraphConditionalHandle handle_of_a_graph() {
  cudaGraph_t graph, body;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  const cudaGraphConditionalHandle handle = condition(graph, 1);
  add_conditional(graph, nullptr, handle, cudaGraphCondTypeIf, &body);
  return handle;
}

void in_no_graph() {
  set_condition<<<1, 1>>>(handle_of_a_graph(), 1);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
}

void in_another_graph() {
  const cudaGraphConditionalHandle handle = handle_of_a_graph();
  const auto other = host_graph([=](cudaStream_t s) { set_condition<<<1, 1, 0, s>>>(handle, 1); });
  EXPECT_EQ(cudaGraphLaunch(other, nullptr), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
}

int main(int argc, char** argv) {
  return run_mode(argc, argv,
                  {{"in_no_graph", in_no_graph}, {"in_another_graph", in_another_graph}});
}
