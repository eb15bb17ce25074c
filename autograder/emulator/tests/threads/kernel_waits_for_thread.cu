// A kernel waits for a flag in mapped memory. The thread that launched it waits for the kernel in a
// call of CUDA's, and another thread sets the flag after it has slept.
#include "host_threads.h"

__global__ void answer(volatile int* flag, volatile int* result) {
  while (*flag == 0) {
  }
  *result = *flag * 2;
}

int main() {
  int* flag;
  EXPECT_EQ(cudaHostAlloc(&flag, 2 * sizeof *flag, cudaHostAllocMapped), cudaSuccess);
  for (int round = 1; round <= 3; ++round) {
    flag[0] = flag[1] = 0;
    std::atomic<bool> launched = false;
    std::thread waiting([&] {
      answer<<<1, 1>>>(flag, flag + 1);
      launched = true;
      EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
      EXPECT_EQ(flag[1], 2 * round);
    });
    while (!launched) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    *const_cast<volatile int*>(flag) = round;
    waiting.join();
  }
  EXPECT_EQ(cudaFreeHost(flag), cudaSuccess);
  return failures();
}
