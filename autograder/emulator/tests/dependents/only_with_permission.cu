// Q1: a grid without the attribute, or with its value 0, is not started early, and needs no wait; a
// wait in it, in a child or in the first grid of a stream returns at once.
#include "early.h"

constexpr int kThreads = 64;

__global__ void writer(int* data, int value) {
  cudaTriggerProgrammaticLaunchCompletion();
  pass_time(20);
  data[threadIdx.x] = value;
}

__global__ void reader(const int* data, int* out) { out[threadIdx.x] = data[threadIdx.x]; }

__global__ void waiting_reader(const int* data, int* out) {
  cudaGridDependencySynchronize();
  cudaGridDependencySynchronize();
  out[threadIdx.x] = data[threadIdx.x];
}

__global__ void parent(const int* data, int* out) {
  if (threadIdx.x != 0) return;
  waiting_reader<<<1, kThreads>>>(data, out);
  if (cudaGetLastError() != cudaSuccess) __trap();
}

void expect_all(const int* out, int value) {
  EXPECT(values(out, kThreads) == std::vector<int>(kThreads, value));
}

int main() {
  int *data = zeros(kThreads), *out = zeros(kThreads);
  writer<<<1, kThreads>>>(data, 1);
  reader<<<1, kThreads>>>(data, out);
  expect_all(out, 1);

  writer<<<1, kThreads>>>(data, 2);
  EXPECT_EQ(cudaLaunchKernelEx(Early(1, kThreads, nullptr, 0).get(), reader, data, out),
            cudaSuccess);
  expect_all(out, 2);

  writer<<<1, kThreads>>>(data, 3);
  waiting_reader<<<1, kThreads>>>(data, out);
  expect_all(out, 3);

  writer<<<1, kThreads>>>(data, 4);
  parent<<<1, kThreads>>>(data, out);
  expect_all(out, 4);

  cudaStream_t fresh;
  EXPECT_EQ(cudaStreamCreate(&fresh), cudaSuccess);
  EXPECT_EQ(cudaLaunchKernelEx(Early(1, kThreads, fresh).get(), waiting_reader, data, out),
            cudaSuccess);
  expect_all(out, 4);
  EXPECT_EQ(cudaStreamDestroy(fresh), cudaSuccess);
  return failures();
}
