// Tasks of std::async, std::promise, std::latch and std::counting_semaphore: waits that the C++
// library makes of futexes.
#include <future>
#include <latch>
#include <numeric>
#include <semaphore>

#include "host_threads.h"

int sum_on_device(int count, int value) {
  int* data;
  EXPECT_EQ(cudaMallocManaged(&data, count * sizeof *data), cudaSuccess);
  fill<<<(count + 63) / 64, 64, 0, cudaStreamPerThread>>>(data, count, value);
  EXPECT_EQ(cudaStreamSynchronize(cudaStreamPerThread), cudaSuccess);
  const int sum = std::accumulate(data, data + count, 0);
  EXPECT_EQ(cudaFree(data), cudaSuccess);
  return sum;
}

void try_async() {
  std::vector<std::future<int>> sums;
  for (int i = 1; i <= 5; ++i)
    sums.push_back(std::async(std::launch::async, sum_on_device, 100 * i, i));
  for (int i = 1; i <= 5; ++i) EXPECT_EQ(sums[i - 1].get(), 100 * i * i);
}

void try_promise() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread thread([&] { promise.set_value(sum_on_device(10, 3)); });
  EXPECT_EQ(future.get(), 30);
  thread.join();
}

void try_latch() {
  std::latch done(3);
  std::atomic<int> sum = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&, i] {
      sum += sum_on_device(8, i);
      done.count_down();
    });
  done.wait();
  EXPECT_EQ(sum, 24);
  for (std::thread& thread : threads) thread.join();
}

void try_semaphore() {
  std::counting_semaphore<4> free(0);
  int total = 0;
  std::thread thread([&] {
    for (int i = 0; i < 4; ++i) {
      total += sum_on_device(4, i);
      free.release();
    }
  });
  for (int i = 0; i < 4; ++i) free.acquire();
  EXPECT_EQ(total, 24);
  thread.join();
}

int main() {
  try_async();
  try_promise();
  try_latch();
  try_semaphore();
  return failures();
}
