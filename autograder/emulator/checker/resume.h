// Who runs from now on: called at every switch between threads, so its usual way is inlined.
#pragma once

#include "checker/current.h"
#include "checker/looks.h"
#include "memory/memory.h"

namespace emu::checker {

/// What `await_store` waited for has happened or never will.
void see_store();

/// Where the local memory of the running thread is.
inline void set_stack(std::uintptr_t begin, std::uintptr_t end) {
  now.stack_begin = begin;
  now.stack_size = end - begin;
  constexpr std::uintptr_t kEnd = memory::kStacksBegin + memory::kStacksSize;
  looks::close(looks::kStacksBelow, memory::kStacksBegin, begin - memory::kStacksBegin);
  looks::close(looks::kStacksAbove, end, kEnd - end);
}

/// The thread at `position` runs from now on, on the stack of the one before.
inline void resume(Position position) {
  if (now.awaits_store) [[unlikely]]
    see_store();
  if (position.phase != now.position.phase || now.trapped) [[unlikely]]
    return stand_at(position);
  now.position.thread = position.thread;
  be_thread(position);
}
/// The same on another stack.
inline void resume(Position position, std::uintptr_t stack_begin, std::uintptr_t stack_end) {
  set_stack(stack_begin, stack_end);
  resume(position);
}

}  // namespace emu::checker
