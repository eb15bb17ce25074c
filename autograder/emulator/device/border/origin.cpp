#include "device/border/origin.h"

#include "device/grids/block.h"
#include "device/grids/grid.h"
#include "device/state.h"

namespace emu {

report::Origin origin_here(const char* file, std::uint32_t line) {
  report::Origin origin;
  origin.file = file;
  origin.line = line;
  if (const Block* block = current_block) {
    origin.parent = block->grid->id;
    origin.parent_block = extent(block->index);
    origin.parent_thread = extent(self().at);
    origin.parent_block_index = block->linear;
    origin.parent_thread_index = self().index();
    origin.parent_cycles = block_cycles();
  } else {
    origin.parent_thread_index = state.hosts.current->number;
  }
  return origin;
}

}  // namespace emu
