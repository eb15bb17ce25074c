// How Thrust's algorithms run: in grids with temporary memory between them, after which the host
// waits, or in the calling thread.
#pragma once

#include "emulator/thrust/iterators.h"

namespace emu {

namespace types {

/// Temporary memory of one call.
class TemporaryMemory {
 public:
  explicit TemporaryMemory(std::size_t bytes) {
    if (bytes > 0) throw_if_full(cudaMalloc(&memory_, bytes));
  }
  ~TemporaryMemory() {
    if (memory_) cudaFree(memory_);
  }
  TemporaryMemory(const TemporaryMemory&) = delete;
  TemporaryMemory& operator=(const TemporaryMemory&) = delete;
  void* get() const { return memory_; }

 private:
  void* memory_ = nullptr;
};

}  // namespace types
using types::TemporaryMemory;

inline void finish(const OnDevice& policy, const Grids& grids, const char* name) {
  throw_on(grids.error(), name);
  if (policy.waits) throw_on(cudaStreamSynchronize(policy.stream), name);
}

/// `algorithm(grids)` launches; it needs no temporary memory of its own.
template <class Algorithm>
EMU_UNCHECKED void run_grids(const OnDevice& policy, const char* name, const void* site,
                             Algorithm algorithm) {
  Grids measured;
  algorithm(measured);
  const TemporaryMemory memory(measured.bytes());
  Grids grids(name, policy.stream, memory.get(), site);
  algorithm(grids);
  finish(policy, grids, name);
}

/// `algorithm(grids, result)` stores one value on the device, which the host then gets.
template <class Value, class Algorithm>
EMU_UNCHECKED Value run_grids_for(const OnDevice& policy, const char* name, const void* site,
                                  Algorithm algorithm) {
  Grids measured;
  algorithm(measured, measured.take<Value>(1));
  const TemporaryMemory memory(measured.bytes());
  Grids grids(name, policy.stream, memory.get(), site);
  Value* const result = grids.take<Value>(1);
  algorithm(grids, result);
  finish(policy, grids, name);
  alignas(Value) unsigned char bytes[sizeof(Value)];
  throw_on(cudaMemcpyAsync(bytes, result, sizeof(Value), cudaMemcpyDeviceToHost, policy.stream),
           name);
  throw_on(cudaStreamSynchronize(policy.stream), name);
  return *std::launder(reinterpret_cast<Value*>(bytes));
}

/// Whether an algorithm with this policy becomes grids. In device code none does.
template <class Policy>
EMU_PASSING_ON bool launches() {
  if constexpr (kInGrids<Policy>)
    return !on_device();
  else
    return false;
}

/// `function(i)` for all i below `count`.
template <class Policy, class Function>
EMU_PASSING_ON void for_indices(const Policy& policy, const char* name, std::size_t count,
                                Function function) {
  if constexpr (kInGrids<Policy>) {
    if (!on_device()) {
      run_grids(policy, name, here(), [=](Grids& grids) mutable { grids.each(count, function); });
      return;
    }
  }
  for (std::size_t i = 0; i < count; ++i) function(i);
}

template <class Iterator>
EMU_PASSING_ON std::size_t size_of(const Iterator& first, const Iterator& last) {
  return static_cast<std::size_t>(last - first);
}

// Without a policy, where the arguments are.
#define EMU_WITHOUT_POLICY(name)                                           \
  template <class First, class... Rest, emu::IfNoPolicy<First> = 0>        \
  EMU_PASSING_ON auto name(First first, Rest... rest) {                    \
    return thrust::name(emu::policy_of<First, Rest...>(), first, rest...); \
  }
// The head of an algorithm with a policy.
#define EMU_WITH_POLICY(...)                                      \
  template <class Policy, __VA_ARGS__, emu::IfPolicy<Policy> = 0> \
  EMU_PASSING_ON

}  // namespace emu
