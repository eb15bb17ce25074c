// Q4: before it waits, a grid that may start early may use what the one before it does not touch:
// what was complete before that one started, and memory of its own.
#include <numeric>

#include "early.h"

constexpr int kBlocks = 4, kThreads = 64, kCount = kBlocks * kThreads;

__constant__ int scale = 3;

__global__ void weights(int* weight) { weight[threadIdx.x] = threadIdx.x + 1; }

__global__ void step(const int* from, int* to) {
  cudaTriggerProgrammaticLaunchCompletion();
  pass_time(10);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i] + 1;
}

__global__ void weigh(const int* weight, const int* table, int* scratch, const int* in, int* out) {
  __shared__ int factor[kThreads];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  factor[threadIdx.x] = scale * weight[threadIdx.x] + table[threadIdx.x];
  scratch[i] = factor[threadIdx.x];
  __syncthreads();
  cudaGridDependencySynchronize();
  out[i] = in[i] * factor[kThreads - 1 - threadIdx.x] + scratch[i];
}

int main() {
  std::vector<int> numbers(kCount);
  std::iota(numbers.begin(), numbers.end(), 0);
  cudaStream_t stream;
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  int *weight = zeros(kThreads), *table = zeros(kThreads), *scratch = zeros(kCount),
      *in = zeros(kCount), *between = zeros(kCount), *out = zeros(kCount);
  EXPECT_EQ(cudaMemcpyAsync(in, numbers.data(), kCount * sizeof(int), cudaMemcpyHostToDevice,
                            stream),
            cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(table, 0, kThreads * sizeof(int), stream), cudaSuccess);
  weights<<<1, kThreads, 0, stream>>>(weight);
  step<<<kBlocks, kThreads, 0, stream>>>(in, between);
  EXPECT_EQ(cudaLaunchKernelEx(Early(kBlocks, kThreads, stream).get(), weigh, weight, table,
                               scratch, between, out),
            cudaSuccess);
  const int wrong = wrong_values(out, kCount, [](int i) {
    const int thread = i % kThreads;
    return (i + 1) * 3 * (kThreads - thread) + 3 * (thread + 1);
  });
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  return failures();
}
