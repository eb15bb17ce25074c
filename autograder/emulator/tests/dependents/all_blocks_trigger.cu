// Q2: the dependent grid starts when every block of the earlier one has triggered or ended: here all
// even blocks trigger, with many threads and twice, and the odd ones end without. Each has counted
// itself before.
#include "early.h"

constexpr int kBlocks = 10, kThreads = 64;

__global__ void count_blocks(int* begun, int* ended) {
  if (threadIdx.x == 0) atomicAdd(begun, 1);
  __syncthreads();
  if (blockIdx.x % 2 != 0) return;
  cudaTriggerProgrammaticLaunchCompletion();
  if (threadIdx.x % 3 == 0) cudaTriggerProgrammaticLaunchCompletion();
  pass_time(30);
  if (threadIdx.x == 0) atomicAdd(ended, 1);
}

__global__ void look(int* begun, int* ended, int* out) {
  out[0] = atomicAdd(begun, 0);
  cudaGridDependencySynchronize();
  out[1] = *ended;
}

int main() {
  for (int round = 0; round < 5; ++round) {
    int *begun = zeros(1), *ended = zeros(1), *out = zeros(2);
    count_blocks<<<kBlocks, kThreads>>>(begun, ended);
    EXPECT_EQ(cudaLaunchKernelEx(Early(1, 1).get(), look, begun, ended, out), cudaSuccess);
    const std::vector<int> seen = values(out, 2);
    EXPECT_EQ(seen[0], kBlocks);
    EXPECT_EQ(seen[1], kBlocks / 2);
    EXPECT_EQ(cudaFree(begun), cudaSuccess);
    EXPECT_EQ(cudaFree(ended), cudaSuccess);
    EXPECT_EQ(cudaFree(out), cudaSuccess);
  }
  return failures();
}
