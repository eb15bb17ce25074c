// Calls of the runtime in the forms that C++ adds: memory of constant type, and an executable graph
// that is updated as in CUDA 11.
#include <cuda_runtime.h>

#include <cstdio>

#include "../../expect.h"

__global__ void add(int* sum, int n) { *sum += n; }

__global__ void copy(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }

void constant_memory() {
  const int* from;
  const int* managed;
  const float* pinned;
  const char** texts;
  int* to;
  EXPECT_EQ(cudaMalloc(&from, 4 * sizeof(int)), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&managed, sizeof(int)), cudaSuccess);
  EXPECT_EQ(cudaMallocHost(&pinned, sizeof(float)), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&texts, sizeof(const char*)), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&to, 4 * sizeof(int)), cudaSuccess);
  const int numbers[4] = {3, 1, 4, 1};
  EXPECT_EQ(cudaMemcpy(const_cast<int*>(from), numbers, sizeof numbers, cudaMemcpyDefault), cudaSuccess);
  copy<<<1, 4>>>(from, to);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(to[i], numbers[i]);
  EXPECT_EQ(cudaFree(const_cast<int*>(from)), cudaSuccess);
  EXPECT_EQ(cudaFree(const_cast<int*>(managed)), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(const_cast<float*>(pinned)), cudaSuccess);
  EXPECT_EQ(cudaFree(texts), cudaSuccess);
  EXPECT_EQ(cudaFree(to), cudaSuccess);
}

cudaGraph_t graph_of(cudaStream_t stream, int* sum, int n) {
  cudaGraph_t graph;
  EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  add<<<1, 1, 0, stream>>>(sum, n);
  add<<<1, 1, 0, stream>>>(sum, n + 1);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  return graph;
}

void updated_graph() {
  cudaStream_t stream;
  int* sum;
  EXPECT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&sum, sizeof *sum), cudaSuccess);
  *sum = 0;
  const cudaGraph_t one = graph_of(stream, sum, 1), ten = graph_of(stream, sum, 10);
  cudaGraphExec_t exec;
  EXPECT_EQ(cudaGraphInstantiate(&exec, one, nullptr, nullptr, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);

  cudaGraphNode_t error_node;
  cudaGraphExecUpdateResult result;
  EXPECT_EQ(cudaGraphExecUpdate(exec, ten, &error_node, &result), cudaSuccess);
  EXPECT_EQ(result, cudaGraphExecUpdateSuccess);
  EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  cudaGraphExecUpdateResultInfo info;
  EXPECT_EQ(cudaGraphExecUpdate(exec, one, &info), cudaSuccess);
  EXPECT_EQ(info.result, cudaGraphExecUpdateSuccess);
  EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(*sum, 3 + 21 + 3);

  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(one), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(ten), cudaSuccess);
  EXPECT_EQ(cudaFree(sum), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

int main() {
  constant_memory();
  updated_graph();
  return failures();
}
