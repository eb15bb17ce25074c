// Stacks and the switch between them.
//
// A fiber is a stack on which device threads run. Threads that never wait share one, one after
// another; a thread that waits keeps the fiber it runs on. Switches go straight from fiber to fiber.
// Stacks lie in the zone that memory.h reserves, so that an address tells whose local memory it is.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>

#include "device/thread.h"

namespace emu {

inline constexpr std::size_t kStackSize = 128 << 10;  // with its guard page

struct alignas(64) Fiber {
  void* context = nullptr;  // where it goes on when it is resumed
  Thread thread;            // who runs on it now
  std::uintptr_t stack_begin = 0;
  std::uintptr_t stack_end = 0;
  bool launched = false;    // its thread launched a grid: local pointers into it may have leaked
  bool superseded = false;  // its thread waited, so another fiber starts the block's other threads
};

/// The fiber that runs; the host's own stack counts as one.
extern Fiber* running;
extern Fiber host_fiber;
inline Thread& self() { return running->thread; }

/// A fiber that will call `resume_block_runner` when it is switched to.
Fiber* take_fiber();
/// Gives an idle fiber back. One that launched is used again as late as possible, so that a leaked
/// local pointer meets an address that is nobody's (G2).
void give_fiber(Fiber* fiber);

/// Leaves the running fiber and goes on in `to`; returns when somebody switches back. Inline: at a
/// barrier every frame on the stack is a cache line more to fetch.
inline void switch_to(Fiber* to) {
  Fiber* from = running;
  running = to;
  const auto back = boost::context::detail::jump_fcontext(to->context, from);
  static_cast<Fiber*>(back.data)->context = back.fctx;
}

/// What every device fiber runs; defined by the scheduler, never returns.
[[noreturn]] void fiber_main();

}  // namespace emu
