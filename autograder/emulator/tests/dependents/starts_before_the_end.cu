// Q1: CUDA permits the dependent grid to start before the earlier one ends, and does not promise it.
// The program prints which of the two happened; between them the schedules show both.
#include "early.h"

constexpr int kBlocks = 3;

__global__ void earlier(int* ended) {
  cudaTriggerProgrammaticLaunchCompletion();
  pass_time();
  atomicAdd(ended, 1);
}

__global__ void dependent(int* ended, int* out) {
  *out = atomicAdd(ended, 0);
  cudaGridDependencySynchronize();
}

int main() {
  int *ended = zeros(1), *out = zeros(1);
  earlier<<<kBlocks, 1>>>(ended);
  EXPECT_EQ(cudaLaunchKernelEx(Early(1, 1).get(), dependent, ended, out), cudaSuccess);
  const int seen = values(out, 1)[0];
  std::printf("%d of %d blocks had ended\n", seen, kBlocks);
  EXPECT(seen >= 0 && seen <= kBlocks);
  return failures();
}
