// Who sees what (C4, C5, C14): a fired graph sees what its launcher wrote before; a tail sees what the
// graph and its fired graphs wrote; a body sees the nodes before it, and following nodes see the
// body; the host sees all.
#include "graphs.h"

__device__ int before_fire, by_fired, by_node, by_body, total;

__global__ void fire_after_write(cudaGraphExec_t fired, cudaGraphExec_t tail) {
  before_fire = 5;
  cudaGraphLaunch(fired, cudaStreamGraphFireAndForget);
  cudaGraphLaunch(tail, cudaStreamGraphTailLaunch);
}
__global__ void fired_writes() { by_fired = before_fire + 1; }
__global__ void node_writes() { by_node = 10; }
__global__ void tail_adds() { total = by_fired + by_node; }
__global__ void body_writes(cudaGraphConditionalHandle handle) {
  by_body = by_node * 2 + by_body;
  cudaGraphSetConditional(handle, by_body < 100);
}
__global__ void last_adds() { total += by_body; }

int main() {
  const auto fired = device_graph([](cudaStream_t s) { fired_writes<<<1, 1, 0, s>>>(); });
  const auto tail = device_graph([](cudaStream_t s) { tail_adds<<<1, 1, 0, s>>>(); });
  run(host_graph([&](cudaStream_t s) {
    fire_after_write<<<1, 1, 0, s>>>(fired, tail);
    node_writes<<<1, 1, 0, s>>>();
  }));

  cudaGraph_t graph, body;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  cudaGraphConditionalHandle handle = condition(graph, 1);
  const cudaGraphNode_t first = add_kernel(graph, nullptr, (void*)node_writes, nullptr);
  const cudaGraphNode_t node =
      add_conditional(graph, &first, handle, cudaGraphCondTypeWhile, &body);
  void* arguments[] = {&handle};
  add_kernel(body, nullptr, (void*)body_writes, arguments);
  add_kernel(graph, &node, (void*)last_adds, nullptr);
  run(instantiated(graph));
  int sum = 0;
  EXPECT_EQ(cudaMemcpyFromSymbol(&sum, total, sizeof sum), 0);
  EXPECT_EQ(sum, 16 + 100);
  return failures();
}
