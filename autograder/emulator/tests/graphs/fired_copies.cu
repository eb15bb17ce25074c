// Device graphs of copies and memsets, fired with data in between: a pipeline that a kernel drives,
// each graph one stage.
#include "graphs.h"

constexpr int kCount = 256;

__global__ void square(const int* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x] * from[threadIdx.x] + to[threadIdx.x];
}

__global__ void drive(const cudaGraphExec_t* stages, int count) {
  for (int i = 0; i < count; ++i)
    if (cudaGraphLaunch(stages[i], cudaStreamGraphTailLaunch) != cudaSuccess) mark(-1);
}

int main() {
  int *pinned, *from, *to;
  EXPECT_EQ(cudaMallocHost((void**)&pinned, kCount * sizeof(int)), 0);
  EXPECT_EQ(cudaMalloc((void**)&from, kCount * sizeof(int)), 0);
  EXPECT_EQ(cudaMalloc((void**)&to, kCount * sizeof(int)), 0);
  for (int i = 0; i < kCount; ++i) pinned[i] = i;
  const size_t bytes = kCount * sizeof(int);
  const cudaGraphExec_t stages[] = {
      device_graph([=](cudaStream_t s) {
        cudaMemcpyAsync(from, pinned, bytes, cudaMemcpyHostToDevice, s);
        cudaMemsetAsync(to, 0, bytes, s);
      }),
      device_graph([=](cudaStream_t s) { square<<<1, kCount, 0, s>>>(from, to); }),
      device_graph([=](cudaStream_t s) {
        cudaMemcpyAsync(from, to, bytes, cudaMemcpyDeviceToDevice, s);
        cudaMemcpyAsync(pinned, from, bytes, cudaMemcpyDeviceToHost, s);
      })};
  cudaGraphExec_t* list;
  EXPECT_EQ(cudaMalloc((void**)&list, sizeof stages), 0);
  EXPECT_EQ(cudaMemcpy(list, stages, sizeof stages, cudaMemcpyHostToDevice), 0);
  run(host_graph([=](cudaStream_t s) { drive<<<1, 1, 0, s>>>(list, 3); }));
  for (int i = 0; i < kCount; ++i) EXPECT_EQ(pinned[i], i * i);
  expect_marks({});
  EXPECT_EQ(cudaFree(list), 0);
  EXPECT_EQ(cudaFree(from), 0);
  EXPECT_EQ(cudaFree(to), 0);
  EXPECT_EQ(cudaFreeHost(pinned), 0);
  return failures();
}
