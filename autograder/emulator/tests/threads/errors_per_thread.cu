// The last error is each host thread's own: what one thread did wrong, another never reads.
#include "host_threads.h"

int main() {
  std::atomic<int> step = 0;
  const auto wait_for = [&](int wanted) {
    while (step != wanted) std::this_thread::yield();
  };
  std::thread other([&] {
    wait_for(1);
    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
    EXPECT_EQ(cudaMalloc(static_cast<void**>(nullptr), 4), cudaErrorInvalidValue);
    step = 2;
    wait_for(3);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    step = 4;
  });
  EXPECT_EQ(cudaSetDevice(99), cudaErrorInvalidDevice);
  step = 1;
  wait_for(2);
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  step = 3;
  wait_for(4);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  other.join();
  return failures();
}
