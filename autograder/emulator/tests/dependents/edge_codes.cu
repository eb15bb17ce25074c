// Q6: programmatic edges are between kernels only.
#include "early.h"
#include "edges.h"

__global__ void kernel(int* data) { *data = 1; }

int main() {
  int* data = zeros(1);
  cudaGraph_t graph;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  void* arguments[] = {&data};
  const cudaGraphNode_t one = add_kernel(graph, (void*)kernel, 1, arguments);
  const cudaGraphNode_t other = add_kernel(graph, (void*)kernel, 1, arguments);
  cudaGraphNode_t set;
  cudaMemsetParams params{};
  params.dst = data;
  params.elementSize = 4;
  params.width = 1;
  params.height = 1;
  EXPECT_EQ(cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &params), cudaSuccess);

  const cudaGraphEdgeData programmatic = programmatic_edge();
  EXPECT_EQ(add_edge(graph, one, set, &programmatic), cudaErrorInvalidValue);
  EXPECT_EQ(add_edge(graph, set, one, &programmatic), cudaErrorInvalidValue);
  cudaGraphEdgeData to_port = programmatic;
  to_port.to_port = 1;
  EXPECT_EQ(add_edge(graph, one, other, &to_port), cudaErrorInvalidValue);
  const cudaGraphEdgeData plain{};
  EXPECT_EQ(add_edge(graph, set, one, &plain), cudaSuccess);
  EXPECT_EQ(add_edge(graph, one, other, &programmatic), cudaSuccess);
  EXPECT_EQ(add_edge(graph, one, other, &programmatic), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  cudaGetLastError();
  return failures();
}
