// Tiles of more than a warp: their threads wait for each other, and get values of each other's.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "device/threads/fiber.h"

namespace emu {

class Block;

/// Threads of one tile on their way into one of its operations.
struct TileMeeting {
  const char* name;
  unsigned first, size;  // the tile's threads in the block
  std::size_t bytes;     // of what each brings
  std::vector<Fiber*> arrived;
  std::shared_ptr<std::vector<char>> values;  // by rank
};

/// A thread of the block has exited: meetings that waited only for it go on.
void leave_tiles(Block& block);

}  // namespace emu
