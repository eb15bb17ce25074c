// A grid's blocks, cut into stretches that the clock can treat alike.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "report/record.h"

namespace emu::report {

inline constexpr std::uint32_t kNone = 0xffff'ffff;

/// Consecutive blocks with equal work that launch nothing, or one block that launches.
struct Segment {
  std::uint32_t count = 0;
  double cycles = 0;               ///< with the multiprocessor's issue limit applied
  double demand = 0;               ///< instructions a cycle, one block
  std::uint32_t launcher = kNone;  ///< index into the `launching` blocks it was cut with
  double trigger = -1;             ///< cycles, as `cycles`; negative: it does not
  double wait = -1;                ///< likewise
};

/// A block that launches something: its linear index and the latest launch on its path.
struct LaunchingBlock {
  std::uint32_t block = 0;
  std::uint64_t last_cycles = 0;
};

/// Blocks in the order of their index. `launching` is sorted by block. A block that launches but
/// left no work (the run broke off) did what it had done when it launched last. Grids with
/// thousands of different blocks are smoothed: neighbors count as equal, the sum of their work
/// stays. `neighbors`: blocks that share a multiprocessor while the grid runs.
std::vector<Segment> cut(const BlockWork& work, std::uint64_t blocks,
                         std::span<const LaunchingBlock> launching, double neighbors);

}  // namespace emu::report
