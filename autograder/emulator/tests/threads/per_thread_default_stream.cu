// With --default-stream per-thread, a launch without a stream goes to the host thread's own stream:
// a thread does not wait for what another has launched. The stream of the first thread is held up
// by a host function until the second has synchronized its own.
#include <semaphore>

#include "host_threads.h"

struct Shared {
  std::binary_semaphore gate{0};
  std::atomic<bool> launched = false;
  int* data = nullptr;
};

void wait_at_gate(void* shared) { static_cast<Shared*>(shared)->gate.acquire(); }

void try_two_streams(Shared& shared) {
  std::thread first([&] {
    EXPECT_EQ(cudaLaunchHostFunc(0, &wait_at_gate, &shared), cudaSuccess);
    fill<<<1, 32>>>(shared.data, 32, 1);
    shared.launched = true;
    EXPECT_EQ(cudaStreamSynchronize(0), cudaSuccess);
    EXPECT_EQ(shared.data[31], 1);
  });
  while (!shared.launched) std::this_thread::yield();
  fill<<<1, 32>>>(shared.data + 32, 32, 2);
  EXPECT_EQ(cudaStreamSynchronize(0), cudaSuccess);
  EXPECT_EQ(shared.data[32], 2);
  shared.gate.release();
  first.join();
}

/// The stream is the same thread's each time.
void try_ids() {
  unsigned long long before = 0, after = 0, others = 0;
  EXPECT_EQ(cudaStreamGetId(cudaStreamPerThread, &before), cudaSuccess);
  std::thread([&] {
    EXPECT_EQ(cudaStreamGetId(cudaStreamPerThread, &others), cudaSuccess);
  }).join();
  EXPECT_EQ(cudaStreamGetId(cudaStreamPerThread, &after), cudaSuccess);
  EXPECT_EQ(before, after);
  EXPECT(before != others);
}

int main() {
  Shared shared;
  EXPECT_EQ(cudaMallocManaged(&shared.data, 64 * sizeof(int)), cudaSuccess);
  load_kernels();
  try_two_streams(shared);
  try_ids();
  EXPECT_EQ(cudaFree(shared.data), cudaSuccess);
  return failures();
}
