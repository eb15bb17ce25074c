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

/// What a thread begins with: assigned afresh when one starts. The first members, with those of
/// Fiber before them, are all that a barrier touches.
struct ThreadLife {
  // By the scheduler.
  uint3 at{};                        // threadIdx
  checker::Position position;        // kept while the thread does not run
  Block* block = nullptr;            // null for the host
  std::uint64_t work = 0;            // since the last barrier, up to where it last went on
  const void* waiting_at = nullptr;  // code address of the call it waits in

  // By the thread's own calls.
  cudaError_t last_error = cudaSuccess;  // per thread (R1)
  bool error_told = false;               // it was read, and not cleared (R2)
  std::uint32_t refused_in_a_row = 0;    // launches (Retry)
  std::uint32_t spins = 0;               // looks at memory since it last made progress
  bool rests = false;                    // it spins, but may have made progress
  std::uint64_t cluster_arrival = 0;  // at its cluster's barrier, not waited since: generation + 1

  // Phases of its block that say for how long its `idle` and `met_at` are good.
  checker::Phase idle_since = 0;
  checker::Phase met_in = 0;
};

/// The rest needs no fresh value, which would be paid for at each start of a thread: it means
/// something only where its life says so, or is empty when a thread ends.
struct Thread : ThreadLife {
  unsigned index() const { return position.thread; }  // linear in its block

  // While it waits.
  std::uint64_t result = 0;               // what the warp operation it waits in gave it
  const char* waiting_in = nullptr;       // CUDA's name of what it waits in; null at the barrier
  const volatile void* polled = nullptr;  // where it looks, if it polls
  std::size_t polled_size = 0;

  // In the phase that its life names.
  std::uint64_t idle = 0;    // cycles that it has slept since `idle_since`
  std::uint64_t met_at = 0;  // its `work` when its warp last met in an operation, in `met_in`

  // Looks are counted in one turn of its block: which one `looks_in` says.
  std::uint64_t looks_in = 0;
  std::uint32_t looks = 0;  // at memory, each of which found something new

  // While launches are refused.
  Retry retry;

  bool ptx_carry = false;  // read only after its own PTX has set it

  // Until it looks, waits or ends: end_of_thread.
  bool copies = false;               // it has made asynchronous ones
  std::uint64_t unseen_failure = 0;  // index + 1 of a refused launch whose error nobody read (K12)
  std::uint64_t unseen_launch = 0;   // first accepted launch id whose error nobody looked at yet
  WorkRef own_stream_last;           // cudaStreamPerThread (S7)
  std::uint64_t own_stream_id = 0;
};

}  // namespace emu
