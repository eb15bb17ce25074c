// What a pointer is that a program hands to the API.
#pragma once

#include <cstddef>
#include <string>

#include "memory/memory.h"
#include "runtime/calls.h"

namespace emu {

enum class Side {
  kPageable,  ///< the host's own memory
  kPinned,    ///< the host's, and the device can reach it
  kManaged,
  kDevice,  ///< cudaMalloc, variables, arrays
  kHeap,    ///< the device heap: no API call may touch it (H4)
  kBlock,   ///< shared or local memory of a block
  kFreed,   ///< freed memory
};

struct Pointee {
  Side side = Side::kPageable;
  const memory::Allocation* allocation = nullptr;  ///< null for pageable and local memory
};

Pointee pointee_of(const void* pointer);
inline bool on_host_side(Side side) { return side == Side::kPageable || side == Side::kPinned; }
inline bool device_can_reach(Side side) { return side != Side::kPageable; }

/// 1 when an API call may not use the `size` bytes from `pointer` on: freed, not long enough, of
/// the device heap in a host call, of a block in a device call. Says why.
cudaError_t check_range(const Call& call, const void* pointer, std::size_t size);
/// Reports a copy from host memory that nothing has been written to, as far as that is known.
void check_written(const Call& call, const void* pointer, std::size_t size);

/// The detail of a call that asks about memory: "managed memory".
std::string memory_detail(const void* pointer);
/// The detail of a copy: "4000 bytes from device 1 to pageable memory". A variable is on the
/// current device.
std::string copy_detail(const void* to, const void* from, std::size_t count);

}  // namespace emu
