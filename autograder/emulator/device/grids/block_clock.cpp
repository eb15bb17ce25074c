#include "device/grids/block_clock.h"

#include "device/grids/block.h"

namespace emu {

std::uint64_t resumed_at = 0;

namespace {

/// What the running thread has slept since the last barrier.
std::uint64_t& idle() {
  Thread& me = self();
  if (me.idle_since != current_block->phase) me.idle = 0;
  me.idle_since = current_block->phase;
  return me.idle;
}

}  // namespace

void spend(std::uint64_t cycles) {
  idle() += cycles;
  current_block->clock.credit_idle(self().index(), idle());
}

std::uint64_t block_cycles() {
  return current_block->clock.cycles() + WorkDone(issued_since(self().work)).cycles() + idle();
}

}  // namespace emu
