// The host waits for a host function of a stream in ways of its own, and makes no call of CUDA's
// meanwhile: a condition variable, a semaphore, a future, an atomic that it spins on, one that it
// looks at between sleeps, and std::atomic::wait.
#include <future>
#include <semaphore>

#include "../modes.h"
#include "host_threads.h"

int* data;

/// Launches a kernel, and the host function after it.
void launch_and_call(cudaHostFn_t function, void* argument, int value) {
  fill<<<1, 32>>>(data, 32, value);
  EXPECT_EQ(cudaLaunchHostFunc(0, function, argument), cudaSuccess);
}

/// The kernel is complete, since the host function comes after it.
void expect_filled(int value) {
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(data[31], value);
}

struct Signal {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
};

void notify(void* argument) {
  auto& signal = *static_cast<Signal*>(argument);
  {
    const std::lock_guard lock(signal.mutex);
    signal.done = true;
  }
  signal.changed.notify_one();
}

void condition_variable() {
  Signal signal;
  launch_and_call(&notify, &signal, 1);
  {
    std::unique_lock lock(signal.mutex);
    signal.changed.wait(lock, [&] { return signal.done; });
  }
  expect_filled(1);
}

void timed_condition_variable() {
  Signal signal;
  launch_and_call(&notify, &signal, 2);
  {
    std::unique_lock lock(signal.mutex);
    EXPECT(signal.changed.wait_for(lock, std::chrono::seconds(20), [&] { return signal.done; }));
  }
  expect_filled(2);
}

void semaphore() {
  std::binary_semaphore done(0);
  launch_and_call([](void* s) { static_cast<std::binary_semaphore*>(s)->release(); }, &done, 3);
  done.acquire();
  expect_filled(3);
}

void future() {
  std::promise<int> promise;
  launch_and_call([](void* p) { static_cast<std::promise<int>*>(p)->set_value(4); }, &promise, 4);
  EXPECT_EQ(promise.get_future().get(), 4);
  expect_filled(4);
}

void set(void* flag) { static_cast<std::atomic<int>*>(flag)->store(1); }

void spin() {
  std::atomic<int> flag = 0;
  launch_and_call(&set, &flag, 5);
  while (flag.load() == 0) {
  }
  expect_filled(5);
}

void spin_and_yield() {
  std::atomic<int> flag = 0;
  launch_and_call(&set, &flag, 6);
  while (flag.load(std::memory_order_acquire) == 0) std::this_thread::yield();
  expect_filled(6);
}

void sleep() {
  std::atomic<int> flag = 0;
  launch_and_call(&set, &flag, 7);
  while (flag.load() == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
  expect_filled(7);
}

void set_and_notify(void* flag) {
  auto& set = *static_cast<std::atomic<int>*>(flag);
  set = 1;
  set.notify_all();
}

void atomic_wait() {
  std::atomic<int> flag = 0;
  launch_and_call(&set_and_notify, &flag, 8);
  flag.wait(0);
  expect_filled(8);
}

void set_volatile(void* flag) { *static_cast<volatile int*>(flag) = 1; }

void spin_on_pinned_memory() {
  volatile int* flag;
  EXPECT_EQ(cudaMallocHost(const_cast<int**>(&flag), sizeof *flag), cudaSuccess);
  *flag = 0;
  launch_and_call(&set_volatile, const_cast<int*>(flag), 9);
  while (*flag == 0) {
  }
  expect_filled(9);
  EXPECT_EQ(cudaFreeHost(const_cast<int*>(flag)), cudaSuccess);
}

int main(int count, char** arguments) {
  EXPECT_EQ(cudaMallocManaged(&data, 32 * sizeof *data), cudaSuccess);
  const int failed = run_mode(count, arguments,
                              {{"condition_variable", &condition_variable},
                               {"timed_condition_variable", &timed_condition_variable},
                               {"semaphore", &semaphore},
                               {"future", &future},
                               {"spin", &spin},
                               {"spin_and_yield", &spin_and_yield},
                               {"sleep", &sleep},
                               {"atomic_wait", &atomic_wait},
                               {"spin_on_pinned_memory", &spin_on_pinned_memory}});
  EXPECT_EQ(cudaFree(data), cudaSuccess);
  return failed;
}
