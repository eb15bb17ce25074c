// Host threads as C++20 has them: stop tokens, barriers, latches, promises, shared and once-only
// code, thread-local variables and exceptions, with calls of CUDA between all of them.
#include <barrier>
#include <future>
#include <latch>
#include <numeric>
#include <shared_mutex>
#include <stdexcept>
#include <stop_token>

#include "../modes.h"
#include "host_threads.h"

/// A thread works until it is asked to stop, and waits for that and for time at once.
void stops_when_asked() {
  std::mutex mutex;
  std::condition_variable_any changed;
  int rounds = 0, *data;
  EXPECT_EQ(cudaMalloc(&data, sizeof *data), cudaSuccess);
  EXPECT_EQ(cudaMemset(data, 0, sizeof *data), cudaSuccess);
  std::jthread worker([&](const std::stop_token& stop) {
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
      changed.wait_for(lock, stop, std::chrono::milliseconds(1), [] { return false; });
      add<<<1, 32>>>(data, 1, 1);
      EXPECT_EQ(cudaStreamSynchronize(0), cudaSuccess);
      if (++rounds == 5) changed.notify_all();
    }
  });
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return rounds >= 5; });
  }
  worker.request_stop();
  worker.join();
  EXPECT_EQ(value_of(data), rounds);
  EXPECT_EQ(cudaFree(data), cudaSuccess);
}

thread_local int* own = nullptr;

/// Threads meet after each kernel, each with memory and a stream of its own.
void meet_after_each_kernel() {
  constexpr int kThreads = 6, kRounds = 10, kCount = 64;
  std::barrier meeting(kThreads);
  std::latch done(kThreads);
  std::vector<int> sums(kThreads);
  on_threads(kThreads, [&](int i) {
    cudaStream_t stream;
    EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    EXPECT_EQ(cudaMallocManaged(&own, kCount * sizeof *own), cudaSuccess);
    std::fill_n(own, kCount, i);
    for (int round = 0; round < kRounds; ++round) {
      add<<<2, 32, 0, stream>>>(own, kCount, 1);
      EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
      meeting.arrive_and_wait();
    }
    sums[static_cast<std::size_t>(i)] = std::accumulate(own, own + kCount, 0);
    EXPECT_EQ(cudaFree(own), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
    done.count_down();
    done.wait();
  });
  for (int i = 0; i < kThreads; ++i)
    EXPECT_EQ(sums[static_cast<std::size_t>(i)], kCount * (i + kRounds));
}

void an_exception_comes_from_another_thread() {
  std::promise<int> promise;
  std::future<int> answer = promise.get_future();
  std::thread thrower([&] {
    try {
      EXPECT_EQ(cudaMalloc(static_cast<int**>(nullptr), 4), cudaErrorInvalidValue);
      throw std::runtime_error("no memory");
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  });
  bool caught = false;
  try {
    answer.get();
  } catch (const std::runtime_error&) {
    caught = true;
  }
  EXPECT(caught);
  thrower.join();
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);  // it was the other thread's
}

/// In its own default stream, behind a lock that others share.
int count_up_to(int start, std::once_flag& once, std::shared_mutex& shared, int& firsts) {
  const cudaStream_t stream = cudaStreamPerThread;
  std::call_once(once, [&] { ++firsts; });
  const std::shared_lock lock(shared);
  int *data, result = 0;
  EXPECT_EQ(cudaMallocAsync(&data, sizeof *data, stream), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(data, 0, sizeof *data, stream), cudaSuccess);
  add<<<1, 1, 0, stream>>>(data, 1, start);
  EXPECT_EQ(cudaMemcpyAsync(&result, data, sizeof result, cudaMemcpyDefault, stream), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(data, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  return result + 1;
}

void share_what_is_made_once() {
  std::once_flag once;
  std::shared_mutex shared;
  int firsts = 0;
  std::vector<std::future<int>> answers;
  for (int i = 0; i < 8; ++i)
    answers.push_back(
        std::async(std::launch::async, [&, i] { return count_up_to(i, once, shared, firsts); }));
  for (int i = 0; i < 8; ++i) EXPECT_EQ(answers[static_cast<std::size_t>(i)].get(), i + 1);
  EXPECT_EQ(firsts, 1);
}

int main(int count, char** arguments) {
  load_kernels();
  return run_mode(
      count, arguments,
      {{"stops_when_asked", &stops_when_asked},
       {"meet_after_each_kernel", &meet_after_each_kernel},
       {"an_exception_comes_from_another_thread", &an_exception_comes_from_another_thread},
       {"share_what_is_made_once", &share_what_is_made_once}});
}
