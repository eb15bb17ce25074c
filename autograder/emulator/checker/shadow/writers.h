// Who wrote memory last: the question that shadow memory answers for results, once a run is right.
#pragma once

#include <cstddef>
#include <functional>

#include "checker/order/order.h"

namespace emu::checker {

/// Bytes that one work wrote last: a grid, the host, a memset, or a copy from the host's memory.
struct Written {
  std::size_t offset = 0, size = 0;
  const Work* by = nullptr;  ///< null: nothing has written them since the program began
};

/// Bytes that a copy has brought.
struct BroughtBytes {
  std::uintptr_t end = 0;
  const Work* copy = nullptr;
  const Work* by = nullptr;  ///< wrote it where the copy read it
};

/// Tells of `size` bytes, run by run and in order. What a copy on the device has brought counts as
/// written by whoever wrote it where the copy read it.
void each_writer(const volatile void* begin, std::size_t size,
                 const std::function<void(const Written&)>& tell);

/// Who wrote what the copy brought to that address; null where nobody knows.
const Work* brought_by(std::uintptr_t address, const Work* copy);

/// The running copy is about to bring bytes of memory that has a shadow: their writers go with
/// them. Before `copy_access`, which makes the copy their writer.
void pass_writers_on(const volatile void* to, const volatile void* from, std::size_t size);

}  // namespace emu::checker
