// Stacks and the switch between them.
//
// A fiber is a stack on which device threads run. Threads that never wait share one, one after
// another; a thread that waits keeps the fiber it runs on. Switches go straight from fiber to
// fiber. Stacks lie in the zone that memory.h reserves, so that an address tells whose local memory
// it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "device/threads/shadow_stack.h"
#include "device/threads/switch.h"
#include "device/threads/thread.h"
#include "memory/own.h"
#include "memory/zones.h"

namespace emu {

struct alignas(64) Fiber {
  std::uintptr_t stack_end() const {
    return number == kHost ? stack_begin : begin_of_shadow_stack(number);
  }

  Context context = nullptr;         // where it goes on when it is resumed
  std::uint32_t number = kHost;      // of its stack
  Thread thread;                     // who runs on it now
  void* entered = nullptr;           // where the stack stands behind the border: program.h
  std::uintptr_t program_stack = 0;  // emulator_program_stack (program.cpp), while another runs
  std::uintptr_t returns = 0;        // emulator_returns (shadow_stack.h), while another runs
  std::uintptr_t stack_begin = memory::kStacksBegin;  // the host's does not lie there
  std::uintptr_t local_end = memory::kStacksBegin;    // above are the device's own frames
#ifdef __SANITIZE_ADDRESS__
  const void* host_stack = nullptr;  // of a host thread: known once it has been left
  std::size_t host_stack_size = 0;
#endif
  bool launched = false;    // its thread launched a grid: local pointers into it may have leaked
  bool superseded = false;  // its thread waited, so another fiber starts the block's other threads

  static constexpr std::uint32_t kHost = ~std::uint32_t{0};
  bool is_hosts() const { return number == kHost; }
};

/// Where the stack stood when a guided program last called what is not its own; 0 in others.
extern "C" std::uintptr_t emulator_program_stack;

/// All stacks of device threads; those of host threads count as fibers too (hosts/host_thread.h).
struct Fibers {
  // By take_fiber and give_fiber; fibers are never deleted.
  std::uint32_t made = 0;
  memory::OwnVector<Fiber*> idle;
  std::deque<Fiber*, memory::OwnAllocator<Fiber*>> quarantined;  // whose threads launched
};

/// The fiber that runs. At namespace scope, and not in the State: each switch reads and writes it.
[[gnu::visibility("hidden")]] extern Fiber* running;
inline Thread& self() { return running->thread; }

// AddressSanitizer wants to know where the stack is.
#ifdef __SANITIZE_ADDRESS__
void announce_switch(const Fiber* to);
void switched();
#else
inline void announce_switch(const Fiber*) {}
inline void switched() {}
#endif

/// A fiber that will call `fiber_main` when it is switched to.
Fiber* take_fiber();
/// Gives an idle fiber back. One that launched is used again as late as possible, so that a leaked
/// local pointer meets an address that is nobody's (G2).
void give_fiber(Fiber* fiber);

/// Leaves the running fiber and goes on in `to`; returns when somebody switches back.
__attribute__((always_inline)) inline void switch_to(Fiber* to) {
  Fiber* from = running;
  running = to;
  announce_switch(to);
  from->program_stack = emulator_program_stack;
  from->returns = emulator_returns;
  switch_stacks(from->context, to->context);
  emulator_program_stack = from->program_stack;
  emulator_returns = from->returns;
  switched();
}

/// What every device fiber runs; defined by the scheduler, never returns.
[[noreturn]] void fiber_main();

}  // namespace emu
