// How many compilers and check programs run at once.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>

namespace course {

/// How many compilers and check programs may run at the same time. Thread safe.
class Slots {
 public:
  explicit Slots(unsigned count) : count_(count), free_(count) {}
  unsigned count() const { return count_; }
  /// Waits for a free slot, then calls `work` in it.
  void use(const std::function<void()>& work);

 private:
  std::mutex mutex_;
  std::condition_variable freed_;
  unsigned count_;
  unsigned free_;
};

/// Calls work(0) … work(count − 1), each once, begun in that order, on `threads` threads.
void in_parallel(std::size_t count, std::size_t threads,
                 const std::function<void(std::size_t)>& work);

/// One core a slot.
unsigned default_jobs();

}  // namespace course
