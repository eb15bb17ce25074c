// Asynchronous copies that a thread has made and not waited for.
#pragma once

#include <cstddef>
#include <vector>

namespace emu {

struct AsyncCopy {
  char* to;
  const char* from;
  std::size_t size, zeros;  ///< bytes; the last `zeros` become 0
  const void* site;
  std::size_t batch;
};

/// Of one thread.
struct AsyncCopies {
  std::vector<AsyncCopy> pending;  ///< in the order of their batches
  std::size_t batch = 0;           ///< that the next copy belongs to
};

}  // namespace emu
