// cuda::counting_semaphore and binary_semaphore.
#pragma once

#include <chrono>
#include <climits>
#include <cstddef>

#include "emulator/libcu/atomic.h"
#include "emulator/libcu/clocks.h"

namespace cuda {

template <thread_scope Scope, ::std::ptrdiff_t LeastMaximum = INT_MAX>
class counting_semaphore {
 public:
  constexpr explicit counting_semaphore(::std::ptrdiff_t count = 0) : count_(count) {}
  counting_semaphore(const counting_semaphore&) = delete;
  counting_semaphore& operator=(const counting_semaphore&) = delete;

  static constexpr ::std::ptrdiff_t max() { return LeastMaximum; }
  EMU_PASSING_ON void release(::std::ptrdiff_t slots = 1) {
    count_.fetch_add(slots, memory_order_acq_rel);
  }
  EMU_PASSING_ON bool try_acquire() {
    ::std::ptrdiff_t count = count_.load(memory_order_relaxed);
    return count > 0 && count_.compare_exchange_strong(count, count - 1, memory_order_acq_rel);
  }
  EMU_PASSING_ON void acquire() {
    while (!try_acquire()) {
    }
  }
  template <class Count, class Period>
  EMU_PASSING_ON bool try_acquire_for(const ::std::chrono::duration<Count, Period>& time) {
    const auto end = emu::now_of_this_side() + time;
    do {
      if (try_acquire()) return true;
    } while (emu::now_of_this_side() < end);
    return false;
  }

 private:
  atomic<::std::ptrdiff_t, Scope> count_;
};

template <thread_scope Scope>
using binary_semaphore = counting_semaphore<Scope, 1>;

}  // namespace cuda
