// Scopes and memory orders of the library's atomic objects, and its fences.
#pragma once

#include <atomic>

#include "emulator/seam.h"

namespace cuda {

enum thread_scope {
  thread_scope_system,
  thread_scope_device,
  thread_scope_block,
  thread_scope_thread
};

using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;

}  // namespace cuda

namespace emu {

/// What is atomic for its own thread alone promises no more than what is so for a block.
constexpr Scope scope_of(cuda::thread_scope scope) {
  return scope == cuda::thread_scope_system   ? Scope::kSystem
         : scope == cuda::thread_scope_device ? Scope::kDevice
                                              : Scope::kBlock;
}

}  // namespace emu

namespace cuda {

EMU_PASSING_ON void atomic_thread_fence(memory_order order,
                                        thread_scope scope = thread_scope_system) {
  if (order != memory_order_relaxed) emu::fence(emu::scope_of(scope));
}
inline void atomic_signal_fence(memory_order) {}

}  // namespace cuda
