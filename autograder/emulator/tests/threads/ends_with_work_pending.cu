// Threads end while what they have launched has not run, some of it in their own default streams.
// The work still runs, and the device's synchronization waits for it.
#include "host_threads.h"

constexpr int kThreads = 5, kCount = 64;

int main() {
  int* data;
  EXPECT_EQ(cudaMalloc(&data, kThreads * kCount * sizeof *data), cudaSuccess);
  for (int round = 0; round < 3; ++round) {
    on_threads(kThreads, [&](int i) {
      fill<<<2, 32, 0, cudaStreamPerThread>>>(data + i * kCount, kCount, 10 * round + i);
      add<<<2, 32, 0, cudaStreamPerThread>>>(data + i * kCount, kCount, 1000);
    });
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int i = 0; i < kThreads; ++i)
      EXPECT_EQ(value_of(data + i * kCount), 1000 + 10 * round + i);
  }
  EXPECT_EQ(cudaFree(data), cudaSuccess);
  return failures();
}
