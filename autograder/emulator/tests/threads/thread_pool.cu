// A pool of eight threads does 200 small jobs, each of which launches, waits, and checks what came
// out.
#include <deque>
#include <functional>

#include "host_threads.h"

class Pool {
 public:
  explicit Pool(int count) {
    for (int i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  void add_job(std::function<void()> job) {
    {
      const std::lock_guard lock(mutex_);
      jobs_.push_back(std::move(job));
    }
    changed_.notify_one();
  }

 private:
  void work() {
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      const std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

constexpr int kJobs = 200;

int main() {
  std::vector<int> results(kJobs, -1);
  {
    Pool pool(8);
    for (int i = 0; i < kJobs; ++i)
      pool.add_job([&results, i] {
        cudaStream_t stream;
        int* data;
        EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
        EXPECT_EQ(cudaMallocManaged(&data, 32 * sizeof *data), cudaSuccess);
        fill<<<1, 32, 0, stream>>>(data, 32, i);
        add<<<1, 32, 0, stream>>>(data, 32, 1);
        EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
        results[i] = data[31];
        EXPECT_EQ(cudaFree(data), cudaSuccess);
        EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
      });
  }
  for (int i = 0; i < kJobs; ++i) EXPECT_EQ(results[i], i + 1);
  return failures();
}
