// A dependent grid of more blocks than the card has room for, all of which wait, and an earlier one
// whose children need room, too.
#include "early.h"

constexpr int kBlocks = 132 * 32 + 100, kParents = 8;

__global__ void child(int* data) { atomicAdd(data, 1); }

__global__ void parent(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  child<<<2, 1>>>(data);
  if (cudaGetLastError() != cudaSuccess) atomicAdd(data, 1000);
}

__global__ void dependent(const int* data, int* out) {
  cudaGridDependencySynchronize();
  out[blockIdx.x] = *data;
}

int main() {
  int *data = zeros(1), *out = zeros(kBlocks);
  parent<<<kParents, 1>>>(data);
  EXPECT_EQ(cudaLaunchKernelEx(Early(kBlocks, 1).get(), dependent, data, out), cudaSuccess);
  EXPECT_EQ(wrong_values(out, kBlocks, [](int) { return 2 * kParents; }), 0);
  return failures();
}
