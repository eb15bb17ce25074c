// main returns while a detached thread works, and another waits for what never comes.
#include <semaphore>

#include "host_threads.h"

std::atomic<int> rounds = 0;
std::counting_semaphore<1> never(0);

int main() {
  int* data;
  EXPECT_EQ(cudaMalloc(&data, 32 * sizeof *data), cudaSuccess);
  std::thread([data] {
    cudaStream_t stream;
    EXPECT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    for (;;) {
      fill<<<1, 32, 0, stream>>>(data, 32, rounds);
      if (cudaStreamSynchronize(stream) != cudaSuccess) return;
      ++rounds;
    }
  }).detach();
  std::thread([] { never.acquire(); }).detach();
  while (rounds < 5) std::this_thread::yield();
  return failures();
}
