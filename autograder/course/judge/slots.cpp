#include "course/judge/slots.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>
#include <vector>

namespace course {

void Slots::use(const std::function<void()>& work) {
  std::unique_lock lock(mutex_);
  freed_.wait(lock, [this] { return free_ > 0; });
  --free_;
  lock.unlock();
  try {
    work();
  } catch (...) {
    lock.lock();
    ++free_;
    freed_.notify_one();
    throw;
  }
  lock.lock();
  ++free_;
  freed_.notify_one();
}

void in_parallel(std::size_t count, std::size_t threads,
                 const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::vector<std::future<void>> parts;
  for (std::size_t t = 0; t < std::min(count, threads); ++t) {
    parts.push_back(std::async(std::launch::async, [&] {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    }));
  }
  for (std::future<void>& part : parts) part.get();
}

unsigned default_jobs() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&allowed)));
  }
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace course
