// A host function of a stream waits for the host: for a mutex that main holds for a while, and for
// values that main provides. The device goes on meanwhile: other streams run, and what comes after
// the host function runs when it has returned.
#include "../modes.h"
#include "host_threads.h"

struct Shared {
  std::mutex mutex;
  std::condition_variable changed;
  bool provided = false;
  std::vector<int> order;
  int* pinned = nullptr;
};

void note(void* argument) {
  auto& shared = *static_cast<Shared*>(argument);
  const std::lock_guard lock(shared.mutex);
  shared.order.push_back(2);
}

void mutex() {
  Shared shared;
  cudaStream_t one, other;
  int* data;
  EXPECT_EQ(cudaStreamCreate(&one), cudaSuccess);
  EXPECT_EQ(cudaStreamCreate(&other), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&data, 64 * sizeof *data), cudaSuccess);
  load_kernels();
  {
    const std::lock_guard lock(shared.mutex);
    EXPECT_EQ(cudaLaunchHostFunc(one, &note, &shared), cudaSuccess);
    fill<<<1, 32, 0, one>>>(data, 32, 1);
    fill<<<1, 32, 0, other>>>(data + 32, 32, 2);
    EXPECT_EQ(cudaStreamSynchronize(other), cudaSuccess);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_EQ(cudaStreamQuery(one), cudaErrorNotReady);
    shared.order.push_back(1);
  }
  EXPECT_EQ(cudaStreamSynchronize(one), cudaSuccess);
  EXPECT_EQ(text(shared.order) == "1 2", true);
  EXPECT_EQ(value_of(data), 1);
  EXPECT_EQ(value_of(data + 32), 2);
  EXPECT_EQ(cudaFree(data), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(one), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(other), cudaSuccess);
}

void wait_for_values(void* argument) {
  auto& shared = *static_cast<Shared*>(argument);
  std::unique_lock lock(shared.mutex);
  shared.changed.wait(lock, [&] { return shared.provided; });
  shared.pinned[1] = shared.pinned[0] + 1;
}

/// The stream waits for the host, which writes what its next kernel reads.
void values() {
  Shared shared;
  cudaStream_t stream;
  EXPECT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  EXPECT_EQ(cudaMallocHost(&shared.pinned, 2 * sizeof(int)), cudaSuccess);
  load_kernels();
  EXPECT_EQ(cudaLaunchHostFunc(stream, &wait_for_values, &shared), cudaSuccess);
  add<<<1, 2, 0, stream>>>(shared.pinned, 2, 100);
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  {
    const std::lock_guard lock(shared.mutex);
    shared.pinned[0] = 7;
    shared.provided = true;
  }
  shared.changed.notify_all();
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(shared.pinned[0], 107);
  EXPECT_EQ(shared.pinned[1], 108);
  EXPECT_EQ(cudaFreeHost(shared.pinned), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

/// It sleeps, and the host waits for it in a call of CUDA's.
void sleep() {
  cudaStream_t stream;
  int slept = 0;
  EXPECT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  const auto sleep_for_a_while = [](void* slept) {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    *static_cast<int*>(slept) = 1;
  };
  EXPECT_EQ(cudaLaunchHostFunc(stream, sleep_for_a_while, &slept), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(slept, 1);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

/// No call of CUDA's is allowed in it, before it has waited and after.
void calls() {
  struct Results {
    cudaError_t before, after;
  } results{};
  const auto call = [](void* argument) {
    auto& results = *static_cast<Results*>(argument);
    void* memory = nullptr;
    results.before = cudaMalloc(&memory, 4);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    results.after = cudaMalloc(&memory, 4);
  };
  EXPECT_EQ(cudaLaunchHostFunc(0, call, &results), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(results.before, cudaErrorNotPermitted);
  EXPECT_EQ(results.after, cudaErrorNotPermitted);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"mutex", &mutex}, {"values", &values}, {"sleep", &sleep}, {"calls", &calls}});
}
