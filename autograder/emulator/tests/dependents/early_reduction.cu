// An algorithm: sums of blocks, and a second grid that may start early, prepares and adds them up.
// Threads without work leave before the wait, which is in a function of its own.
#include "early.h"

constexpr int kBlocks = 7, kThreads = 128, kCount = 800;

__global__ void sums_of_blocks(const int* in, int* sums) {
  __shared__ int part[kThreads];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < kCount ? in[i] : 0;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  cudaTriggerProgrammaticLaunchCompletion();
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

__device__ int read_after_wait(const int* from) {
  cudaGridDependencySynchronize();
  return *from;
}

__global__ void sum_of_sums(const int* sums, int* total) {
  if (threadIdx.x >= kBlocks) return;
  const int mine = read_after_wait(&sums[threadIdx.x]);
  atomicAdd(total, mine);
}

int main() {
  std::vector<int> numbers(kCount);
  int expected = 0;
  for (int i = 0; i < kCount; ++i) expected += numbers[i] = i * i % 97;
  int *in = zeros(kCount), *sums = zeros(kBlocks), *total = zeros(1);
  EXPECT_EQ(cudaMemcpy(in, numbers.data(), kCount * sizeof(int), cudaMemcpyHostToDevice),
            cudaSuccess);
  constexpr int kRounds = 4;
  for (int round = 0; round < kRounds; ++round) {
    sums_of_blocks<<<kBlocks, kThreads>>>(in, sums);
    EXPECT_EQ(cudaLaunchKernelEx(Early(1, 32).get(), sum_of_sums, sums, total), cudaSuccess);
  }
  EXPECT_EQ(values(total, 1)[0], kRounds * expected);
  return failures();
}
