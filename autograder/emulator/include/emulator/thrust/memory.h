// Allocation by type: device_new, malloc and free of a policy, allocators by their names.
#pragma once

#include "emulator/thrust/vectors.h"

namespace thrust {

template <class Value>
EMU_PASSING_ON device_ptr<Value> device_new(std::size_t count = 1) {
  const device_ptr<Value> memory = thrust::device_malloc<Value>(count);
  thrust::uninitialized_fill(memory, memory + static_cast<std::ptrdiff_t>(count), Value());
  return memory;
}
template <class Value>
EMU_PASSING_ON void device_delete(const device_ptr<Value>& memory, std::size_t = 1) {
  thrust::device_free(memory);
}

/// The vectors allocate in one way only, so that these say nothing but where.
template <class Value>
struct device_allocator {
  using value_type = Value;
  using pointer = device_ptr<Value>;
  EMU_PASSING_ON pointer allocate(std::size_t count) { return thrust::device_malloc<Value>(count); }
  EMU_PASSING_ON void deallocate(pointer memory, std::size_t) { thrust::device_free(memory); }
};
template <class Value>
using device_malloc_allocator = device_allocator<Value>;

}  // namespace thrust
