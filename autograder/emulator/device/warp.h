// A warp: which lanes have exited, and the operations in which its lanes meet.
#pragma once

#include <cstdint>
#include <vector>

#include "device/fiber.h"
#include "emulator/seam.h"

namespace emu {

class Block;

/// Lanes on their way into one warp operation (or __syncwarp, which computes nothing).
struct Meeting {
  const char* name = nullptr;
  std::uint32_t mask = 0;
  std::uint32_t arrived = 0;
  WarpFunction compute = nullptr;
  LaneOperand operands[32];
  Fiber* fibers[32];
};

struct Warp {
  std::uint32_t members = 0;
  std::uint32_t exited = 0;
  std::vector<Meeting> meetings;
};

/// The lanes of a block's warp that exist at all.
std::uint32_t members_of_warp(unsigned threads, unsigned warp);
/// Lane `lane` of the warp exited: meetings that waited only for it go on.
void lane_exited(Block& block, unsigned warp, unsigned lane);
/// How many threads wait in __activemask, on the whole device.
extern std::size_t threads_converging;
/// No thread of the block can go on and some are in __activemask: groups them by call site.
void resolve_converging(Block& block);

}  // namespace emu
