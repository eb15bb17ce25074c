// A fiber begins to run, or goes on: what user code and checker take for granted about the running
// thread is made true.
#pragma once

#include "checker/resume.h"
#include "device/grids/block.h"
#include "device/threads/builtins.h"
#include "device/threads/fiber.h"

namespace emu {

/// The same for a block, or none: built-in variables, shared memory, the device's variables.
void change_block(Block* block);

/// By components: what has just been stored so is slow to load as a whole.
inline void copy(uint3& to, uint3 from) {
  to.x = from.x;
  to.y = from.y;
  to.z = from.z;
}

/// The fiber's block and stack are the running ones.
inline void stand_on(const Fiber& fiber) {
  Block* block = fiber.thread.block;
  if (block != current_block) [[unlikely]]
    change_block(block);
  checker::set_stack(fiber.stack_begin, fiber.local_end);
}

/// The thread that is `at` in the running block, at `position`, is the running one.
inline void become(uint3 at, checker::Position position) {
  copy(builtin::thread, at);
  resumed_at = checker::issued;
  checker::resume(position);
}

inline void enter(const Fiber& fiber, uint3 at, checker::Position position) {
  stand_on(fiber);
  become(at, position);
}
/// The fiber's thread goes on where it left.
inline void enter(const Fiber& fiber) { enter(fiber, fiber.thread.at, fiber.thread.position); }

}  // namespace emu
