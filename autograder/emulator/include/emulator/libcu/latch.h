// cuda::latch: a count that goes down to 0 once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "emulator/libcu/atomic.h"

namespace cuda {

template <thread_scope Scope>
class latch {
 public:
  constexpr explicit latch(::std::ptrdiff_t expected) : count_(expected) {}
  latch(const latch&) = delete;
  latch& operator=(const latch&) = delete;

  static constexpr ::std::ptrdiff_t max() { return PTRDIFF_MAX; }
  EMU_PASSING_ON void count_down(::std::ptrdiff_t arrivals = 1) {
    count_.fetch_sub(arrivals, memory_order_acq_rel);
  }
  EMU_PASSING_ON bool try_wait() const { return count_.load(memory_order_acquire) <= 0; }
  EMU_PASSING_ON void wait() const {
    while (!try_wait()) {
    }
  }
  EMU_PASSING_ON void arrive_and_wait(::std::ptrdiff_t arrivals = 1) {
    count_down(arrivals);
    wait();
  }

 private:
  atomic<::std::ptrdiff_t, Scope> count_;
};

}  // namespace cuda
