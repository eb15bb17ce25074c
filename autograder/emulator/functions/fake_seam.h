// A device of one thread for the tests of the headers: the seam's functions note what they were
// asked, and a warp operation meets the operands that the test laid out for the other lanes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "emulator/seam.h"

namespace fake {

struct Access {
  const volatile void* address;
  std::size_t size;
  bool writes;
};

struct Launch {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes;
  cudaStream_t stream;
  bool cooperative;
  unsigned line;
};

struct Seam {
  std::vector<std::string> calls;  ///< "sync_threads", "sync_warp ff", "fence device" …
  std::vector<Access> accesses;
  std::vector<Launch> launches;
  bool device = true;
  std::uint64_t lane_values[32] = {};  ///< what the other lanes bring to a warp operation
  std::uint32_t active = 0xffffffff;
};

/// The one seam; `reset` forgets everything and makes the caller thread 0 of a block of `block`.
Seam& seam();
void reset(dim3 block = 32);

/// Runs `body` as that thread. A function of its own, for within one function the compiler may take
/// `threadIdx` and its kin to be the same throughout: they are const.
void as_thread(uint3 thread, const std::function<void()>& body);

}  // namespace fake
