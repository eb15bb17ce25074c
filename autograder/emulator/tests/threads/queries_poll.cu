// One thread asks again and again whether a stream and an event are complete, while others work. A
// host function that waits for the thread that asks does not keep it from asking.
#include "host_threads.h"

struct Gate {
  std::mutex mutex;
  std::condition_variable changed;
  int asked = 0;
};

void wait_until_asked(void* argument) {
  auto& gate = *static_cast<Gate*>(argument);
  std::unique_lock lock(gate.mutex);
  gate.changed.wait(lock, [&] { return gate.asked >= 200; });
}

int main() {
  Gate gate;
  cudaStream_t stream;
  cudaEvent_t event;
  int* data;
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  EXPECT_EQ(cudaEventCreate(&event), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&data, 64 * sizeof *data), cudaSuccess);
  load_kernels();
  std::thread worker([&] {
    for (int round = 0; round < 20; ++round) {
      fill<<<1, 32>>>(data, 32, round);
      EXPECT_EQ(cudaStreamSynchronize(0), cudaSuccess);
      EXPECT_EQ(data[0], round);
    }
  });
  EXPECT_EQ(cudaLaunchHostFunc(stream, &wait_until_asked, &gate), cudaSuccess);
  fill<<<1, 32, 0, stream>>>(data + 32, 32, 6);
  EXPECT_EQ(cudaEventRecord(event, stream), cudaSuccess);
  while (cudaEventQuery(event) == cudaErrorNotReady) {
    const std::lock_guard lock(gate.mutex);
    ++gate.asked;
    gate.changed.notify_one();
  }
  EXPECT_EQ(cudaStreamQuery(stream), cudaSuccess);
  EXPECT(gate.asked >= 200);
  EXPECT_EQ(data[32], 6);
  worker.join();
  EXPECT_EQ(cudaFree(data), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  return failures();
}
