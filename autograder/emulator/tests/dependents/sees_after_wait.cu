// Q3: a writer triggers before it writes, and a reader that may start early waits: every thread of
// it sees what every thread of the writer wrote.
#include "early.h"

constexpr int kBlocks = 6, kThreads = 96, kCount = kBlocks * kThreads;

__global__ void writer(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  pass_time(20);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = 7 + i;
}

__global__ void reader(const int* data, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  cudaGridDependencySynchronize();
  out[i] = data[kCount - 1 - i];
}

int main() {
  int *data = zeros(kCount), *out = zeros(kCount);
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(cudaMemset(data, 0, kCount * sizeof(int)), cudaSuccess);
    writer<<<kBlocks, kThreads>>>(data);
    EXPECT_EQ(cudaLaunchKernelEx(Early(kBlocks, kThreads).get(), reader, data, out), cudaSuccess);
    EXPECT_EQ(wrong_values(out, kCount, [](int i) { return 7 + kCount - 1 - i; }), 0);
  }
  return failures();
}
