// Each host thread has a stream, memory and launches of its own. What one thread waits for is its
// own stream only.
#include "host_threads.h"

constexpr int kThreads = 6, kCount = 300, kRounds = 5;

void work(int i) {
  cudaStream_t stream;
  int *data, *result;
  EXPECT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&data, kCount * sizeof(int)), cudaSuccess);
  EXPECT_EQ(cudaMallocHost(&result, kCount * sizeof(int)), cudaSuccess);
  fill<<<3, 128, 0, stream>>>(data, kCount, i);
  for (int round = 0; round < kRounds; ++round) add<<<3, 128, 0, stream>>>(data, kCount, 10);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(result, data, kCount * sizeof(int), cudaMemcpyDeviceToHost, stream),
            cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  for (int k = 0; k < kCount; ++k) EXPECT_EQ(result[k], i + 10 * kRounds);
  EXPECT_EQ(cudaFreeHost(result), cudaSuccess);
  EXPECT_EQ(cudaFree(data), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

int main() {
  on_threads(kThreads, work);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  return failures();
}
