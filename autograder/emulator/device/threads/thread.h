// A thread: of a block, or the host's.
#pragma once

#include <cstdint>

#include "checker/checker.h"
#include "device/grids/work.h"
#include "device/threads/retry.h"
#include "vector_types.h"

namespace emu {

class Block;
class Grid;

// The first members, with those of Fiber before them, are all that a barrier touches.
struct Thread {
  unsigned index() const { return position.thread; }  // linear in its block

  uint3 at{};                        // threadIdx
  Block* block = nullptr;            // null for the host
  checker::Position position;        // kept while the thread does not run
  std::uint64_t work = 0;            // since the last barrier, up to where it last went on
  const void* waiting_at = nullptr;  // code address of the call it waits in

  std::uint64_t result = 0;               // what the warp operation it waits in gave it
  std::uint64_t idle = 0;                 // cycles that it has slept since `idle_since`
  checker::Phase idle_since = 0;          // phase of its block
  std::uint64_t met_at = 0;               // its `work` when its warp last met in an operation …
  checker::Phase met_in = 0;              // … in this phase of its block
  const char* waiting_in = nullptr;       // CUDA's name of what it waits in; null at the barrier
  cudaError_t last_error = cudaSuccess;   // per thread (R1)
  bool error_told = false;                // it was read, and not cleared (R2)
  bool copies = false;                    // it has made asynchronous ones
  std::uint32_t spins = 0;                // looks at memory since it last made progress
  const volatile void* polled = nullptr;  // where it looks
  std::size_t polled_size = 0;
  std::uint64_t unseen_failure = 0;  // index + 1 of a refused launch whose error nobody read (K12)
  std::uint64_t unseen_launch = 0;   // first accepted launch id whose error nobody looked at yet
  WorkRef own_stream_last;           // cudaStreamPerThread (S7)
  std::uint64_t own_stream_id = 0;
  Retry retry;
};

}  // namespace emu
