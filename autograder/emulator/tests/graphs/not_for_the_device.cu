// What cannot be instantiated for launches by kernels (C9): a kernel that launches children, or uses
// the device runtime at all, a host function, a conditional node, an empty graph. Copies from pinned
// memory, memsets and child graphs can.
#include "graphs.h"

__global__ void launches_child() { leaf<<<1, 1>>>(1, 0); }
__device__ int asks() { return cudaGetLastError(); }
__global__ void asks_for_error() { mark(asks()); }
void CUDART_CB on_host(void*) {}

int result_of(cudaGraph_t graph) {
  cudaGraphExec_t exec;
  const int result = cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch);
  cudaGetLastError();
  return result;
}

int main() {
  int *pinned, *device;
  EXPECT_EQ(cudaMallocHost((void**)&pinned, 64), 0);
  EXPECT_EQ(cudaMalloc((void**)&device, 64), 0);
  EXPECT_EQ(result_of(captured([](cudaStream_t s) { launches_child<<<1, 1, 0, s>>>(); })), 1);
  EXPECT_EQ(result_of(captured([](cudaStream_t s) { asks_for_error<<<1, 1, 0, s>>>(); })), 1);
  EXPECT_EQ(result_of(captured([](cudaStream_t s) { cudaLaunchHostFunc(s, on_host, nullptr); })), 1);
  cudaGraph_t graph;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  EXPECT_EQ(result_of(graph), 1);
  cudaGraph_t idle, copying;
  cudaGraphNode_t node;
  static int pageable[16];
  EXPECT_EQ(cudaGraphCreate(&idle, 0), 0);
  EXPECT_EQ(cudaGraphAddEmptyNode(&node, idle, nullptr, 0), 0);
  EXPECT_EQ(result_of(idle), 1);
  EXPECT_EQ(cudaGraphCreate(&copying, 0), 0);
  EXPECT_EQ(cudaGraphAddMemcpyNode1D(&node, copying, nullptr, 0, device, pageable, 64,
                                     cudaMemcpyHostToDevice),
            0);
  EXPECT_EQ(result_of(copying), 1);
  cudaGraph_t body;
  add_conditional(graph, nullptr, condition(graph, 1), cudaGraphCondTypeIf, &body);
  capture_into(body, [](cudaStream_t s) { leaf<<<1, 1, 0, s>>>(1, 0); });
  EXPECT_EQ(result_of(graph), 1);

  const cudaGraph_t copies = captured([&](cudaStream_t s) {
    cudaMemcpyAsync(device, pinned, 64, cudaMemcpyHostToDevice, s);
    cudaMemsetAsync(device, 0, 64, s);
    leaf<<<1, 1, 0, s>>>(1, 0);
  });
  EXPECT_EQ(result_of(copies), 0);
  cudaGraph_t parent;
  EXPECT_EQ(cudaGraphCreate(&parent, 0), 0);
  EXPECT_EQ(cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, copies), 0);
  EXPECT_EQ(result_of(parent), 0);
  return failures();
}
