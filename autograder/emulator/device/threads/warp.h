// A warp: which lanes have exited, and the operations in which its lanes meet.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "device/threads/fiber.h"
#include "emulator/seam.h"

namespace emu {

class Block;

/// Lanes on their way into one warp operation (or __syncwarp, which computes nothing).
struct Rendezvous {
  const char* name = nullptr;
  std::uint32_t mask = 0;
  std::uint32_t arrived = 0;
  WarpFunction compute = nullptr;
  const void* site = nullptr;    // of the first call
  std::uint32_t elsewhere = 0;   // lanes of the mask that called the same with another mask
  std::uint32_t other_mask = 0;  // the latest of those
  LaneOperand operands[32];
  Fiber* fibers[32];
};

struct Warp {
  std::uint32_t members = 0;
  std::uint32_t exited = 0;
  std::vector<Rendezvous> rendezvous;
};

/// "lanes 16 to 31", "lane 3", "lanes 1, 3 and 5"; many without a pattern: "lanes 0xaaaaaaaa".
std::string lane_words(std::uint32_t lanes);
/// "0x0000ffff".
std::string mask_words(std::uint32_t mask);

/// The lanes of a block's warp that exist at all.
std::uint32_t members_of_warp(unsigned threads, unsigned warp);
/// Lane `lane` of the warp exited: rendezvous that waited only for it go on.
void lane_exited(Block& block, unsigned warp, unsigned lane);
/// The first lane that reads, in the operation that is concluded now, from one that its mask names
/// and that takes no part. Who leaves the source out of the mask knows that it has no value.
struct AbsentSource {
  std::uint32_t mask = 0;
  bool was_read = false;
  unsigned lane = 0, source = 0;
};
/// Lanes that meet, on the whole device.
struct Convergence {
  std::size_t threads = 0;  // that wait in __activemask
  AbsentSource absent;      // within one operation
  std::uint64_t told = 0;   // operations of lanes that the book has
};
/// No thread of the block can go on and some are in __activemask: groups them by call site. A
/// random schedule may let lanes be there apart that came by ways of different length, or that are
/// in a branch, since no device promises that they come to it together or meet again behind it
/// (W5).
void resolve_converging(Block& block);

}  // namespace emu
