// Threads of OpenMP each have a stream, memory and launches of their own, and what each has
// computed is added up by a reduction. They meet at barriers, one at a time is in a critical
// section, and the same threads come back in the next region with the streams that they have made.
#include <omp.h>

#include "host_threads.h"

constexpr int kThreads = 4, kCount = 300, kRounds = 3;

int main() {
  cudaStream_t streams[kThreads];
  int* data[kThreads];
  int in_order = 0;
#pragma omp parallel num_threads(kThreads)
  {
    const int me = omp_get_thread_num();
    EXPECT_EQ(omp_get_num_threads(), kThreads);
    EXPECT_EQ(cudaStreamCreate(&streams[me]), cudaSuccess);
    EXPECT_EQ(cudaMalloc(&data[me], kCount * sizeof(int)), cudaSuccess);
    fill<<<3, 128, 0, streams[me]>>>(data[me], kCount, me);
    EXPECT_EQ(cudaStreamSynchronize(streams[me]), cudaSuccess);
#pragma omp barrier
    // The neighbor's is filled: it came to the barrier, too.
    EXPECT_EQ(value_of(data[(me + 1) % kThreads]), (me + 1) % kThreads);
#pragma omp barrier
    for (int round = 0; round < kRounds; ++round) {
      add<<<3, 128, 0, streams[me]>>>(data[me], kCount, 10);
      EXPECT_EQ(cudaStreamSynchronize(streams[me]), cudaSuccess);
#pragma omp critical
      {
        const int before = in_order;
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        in_order = before + 1;
      }
    }
  }
  EXPECT_EQ(in_order, kThreads * kRounds);

  int sum = 0;
#pragma omp parallel for num_threads(kThreads) reduction(+ : sum) schedule(static, 1)
  for (int i = 0; i < kThreads; ++i) {
    add<<<3, 128, 0, streams[i]>>>(data[i], kCount, 100);
    EXPECT_EQ(cudaStreamSynchronize(streams[i]), cudaSuccess);
    sum += value_of(data[i] + kCount - 1);
    EXPECT_EQ(cudaFree(data[i]), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(streams[i]), cudaSuccess);
  }
  EXPECT_EQ(sum, 0 + 1 + 2 + 3 + kThreads * (10 * kRounds + 100));
  return failures();
}
