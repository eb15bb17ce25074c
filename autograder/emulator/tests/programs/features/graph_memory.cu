// Memory that graphs allocate and free: by nodes of their own, by captured calls, and memory that
// outlives the launch that has allocated it.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "../../expect.h"

constexpr int kCount = 1000;
constexpr size_t kBytes = kCount * sizeof(int);

__global__ void fill(int* data, int start) {
  for (int i = threadIdx.x; i < kCount; i += blockDim.x) data[i] = start + i;
}

__global__ void add_up(const int* data, int* sum) {
  int mine = 0;
  for (int i = threadIdx.x; i < kCount; i += blockDim.x) mine += data[i];
  atomicAdd(sum, mine);
}

constexpr int sum_from(int start) { return kCount * start + kCount * (kCount - 1) / 2; }

cudaMemAllocNodeParams allocation() {
  cudaMemAllocNodeParams params = {};
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location.type = cudaMemLocationTypeDevice;
  params.poolProps.location.id = 0;
  params.bytesize = kBytes;
  return params;
}

cudaGraphNode_t add_kernel(cudaGraph_t graph, cudaGraphNode_t after, void* kernel, void** arguments) {
  cudaKernelNodeParams params = {};
  params.func = kernel;
  params.gridDim = dim3(1);
  params.blockDim = dim3(64);
  params.kernelParams = arguments;
  cudaGraphNode_t node;
  EXPECT_EQ(cudaGraphAddKernelNode(&node, graph, &after, 1, &params), cudaSuccess);
  return node;
}

void launch(cudaGraphExec_t exec, cudaStream_t stream) {
  EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
}

void nodes(cudaStream_t stream, int* sum) {
  cudaGraph_t graph;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  cudaMemAllocNodeParams params = allocation();
  cudaGraphNode_t allocated, freed;
  EXPECT_EQ(cudaGraphAddMemAllocNode(&allocated, graph, nullptr, 0, &params), cudaSuccess);
  int* data = static_cast<int*>(params.dptr);
  EXPECT(data != nullptr);
  int start = 5;
  void* of_fill[] = {&data, &start};
  void* of_sum[] = {&data, &sum};
  const cudaGraphNode_t filled = add_kernel(graph, allocated, (void*)fill, of_fill);
  const cudaGraphNode_t added = add_kernel(graph, filled, (void*)add_up, of_sum);
  EXPECT_EQ(cudaGraphAddMemFreeNode(&freed, graph, &added, 1, data), cudaSuccess);

  cudaGraphNodeType type;
  EXPECT_EQ(cudaGraphNodeGetType(allocated, &type), cudaSuccess);
  EXPECT_EQ(type, cudaGraphNodeTypeMemAlloc);
  EXPECT_EQ(cudaGraphNodeGetType(freed, &type), cudaSuccess);
  EXPECT_EQ(type, cudaGraphNodeTypeMemFree);
  cudaMemAllocNodeParams asked = {};
  EXPECT_EQ(cudaGraphMemAllocNodeGetParams(allocated, &asked), cudaSuccess);
  EXPECT(asked.dptr == data && asked.bytesize == kBytes);
  void* pointer = nullptr;
  EXPECT_EQ(cudaGraphMemFreeNodeGetParams(freed, &pointer), cudaSuccess);
  EXPECT(pointer == data);

  cudaGraphExec_t exec;
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  *sum = 0;
  launch(exec, stream);
  EXPECT_EQ(*sum, sum_from(5));
  launch(exec, stream);
  EXPECT_EQ(*sum, 2 * sum_from(5));
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

void captured(cudaStream_t stream, int* sum) {
  cudaGraph_t graph;
  int *first, *second;
  EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(cudaMallocAsync(&first, kBytes, stream), cudaSuccess);
  fill<<<1, 64, 0, stream>>>(first, 1);
  EXPECT_EQ(cudaMallocAsync(&second, kBytes, stream), cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(second, first, kBytes, cudaMemcpyDeviceToDevice, stream), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(first, stream), cudaSuccess);
  add_up<<<1, 64, 0, stream>>>(second, sum);
  EXPECT_EQ(cudaFreeAsync(second, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  size_t count = 0;
  EXPECT_EQ(cudaGraphGetNodes(graph, nullptr, &count), cudaSuccess);
  EXPECT_EQ(count, 7u);

  cudaGraphExec_t exec;
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  *sum = 0;
  for (int i = 1; i <= 3; ++i) {
    launch(exec, stream);
    EXPECT_EQ(*sum, i * sum_from(1));
  }
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
}

/// A graph that only allocates and fills.
cudaGraph_t filling_graph(cudaStream_t stream, int** data) {
  cudaGraph_t graph;
  EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(cudaMallocAsync(data, kBytes, stream), cudaSuccess);
  fill<<<1, 64, 0, stream>>>(*data, 9);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  return graph;
}

void expect_filled(const int* data, cudaStream_t stream) {
  std::vector<int> copy(kCount);
  EXPECT_EQ(cudaMemcpyAsync(copy.data(), data, kBytes, cudaMemcpyDeviceToHost, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(copy[0], 9);
  EXPECT_EQ(copy[kCount - 1], 9 + kCount - 1);
}

void outlives_the_launch(cudaStream_t stream) {
  int* data;
  const cudaGraph_t graph = filling_graph(stream, &data);
  cudaGraphExec_t exec;
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  launch(exec, stream);
  expect_filled(data, stream);
  EXPECT(cudaGraphLaunch(exec, stream) != cudaSuccess);  // it is still allocated
  EXPECT(cudaGetLastError() != cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(data, stream), cudaSuccess);
  launch(exec, stream);
  expect_filled(data, stream);
  EXPECT_EQ(cudaFree(data), cudaSuccess);
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

void freed_by_the_next_launch(cudaStream_t stream) {
  int* data;
  const cudaGraph_t graph = filling_graph(stream, &data);
  cudaGraphExec_t exec;
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch), cudaSuccess);
  for (int i = 0; i < 3; ++i) launch(exec, stream);
  expect_filled(data, stream);
  EXPECT_EQ(cudaFreeAsync(data, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

void freed_by_another_graph(cudaStream_t stream, int* sum) {
  int* data;
  const cudaGraph_t graph = filling_graph(stream, &data);
  cudaGraph_t other;
  EXPECT_EQ(cudaGraphCreate(&other, 0), cudaSuccess);
  void* of_sum[] = {&data, &sum};
  cudaKernelNodeParams params = {};
  params.func = (void*)add_up;
  params.gridDim = dim3(1);
  params.blockDim = dim3(64);
  params.kernelParams = of_sum;
  cudaGraphNode_t added, freed;
  EXPECT_EQ(cudaGraphAddKernelNode(&added, other, nullptr, 0, &params), cudaSuccess);
  EXPECT_EQ(cudaGraphAddMemFreeNode(&freed, other, &added, 1, data), cudaSuccess);
  cudaGraphExec_t exec, exec_of_other;
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphInstantiate(&exec_of_other, other, 0), cudaSuccess);
  *sum = 0;
  for (int i = 1; i <= 2; ++i) {
    EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
    launch(exec_of_other, stream);
    EXPECT_EQ(*sum, i * sum_from(9));
  }
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  EXPECT_EQ(cudaGraphExecDestroy(exec_of_other), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(other), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

int main() {
  cudaStream_t stream;
  int* sum;
  EXPECT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&sum, sizeof *sum), cudaSuccess);
  nodes(stream, sum);
  captured(stream, sum);
  outlives_the_launch(stream);
  freed_by_the_next_launch(stream);
  freed_by_another_graph(stream, sum);
  EXPECT_EQ(cudaDeviceGraphMemTrim(0), cudaSuccess);
  EXPECT_EQ(cudaFree(sum), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  return failures();
}
