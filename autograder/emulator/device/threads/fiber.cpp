#include "device/threads/fiber.h"

#include <sys/mman.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

#include <new>

#include "device/state.h"
#include "memory/memory.h"
#include "memory/own.h"

namespace emu {

Fiber* running = nullptr;  // set at start-up

namespace {

constexpr std::size_t kGuardSize = 4096;
// Each guard page splits a mapping; the kernel allows 65,530 of them to a process.
constexpr std::size_t kGuardedStacks = 24000;
constexpr std::size_t kQuarantine = 512;

/// The page of a stack that its thread uses in any case. Asking for it costs less than a page
/// fault, where machines are virtual much less. Kernels before 5.14 do not know the request.
void fetch_first_page(std::uintptr_t stack_end) {
#ifdef MADV_POPULATE_WRITE
  const std::uintptr_t used = stack_end - 1;
  madvise(reinterpret_cast<void*>(used & ~(kGuardSize - 1)), kGuardSize, MADV_POPULATE_WRITE);
#endif
}

Fiber* make_fiber() {
  auto* fiber = new (memory::own_take(sizeof(Fiber))) Fiber;
  const std::uint32_t number = state.fibers.made++;
  const std::uintptr_t end = begin_of_mirror(number);
  fiber->number = number;
  fiber->stack_begin = begin_of_stack(number);
  fiber->local_end = end;
  if (number < kGuardedStacks)
    mprotect(reinterpret_cast<void*>(fiber->stack_begin), kGuardSize, PROT_NONE);
  fetch_first_page(end);
  fiber->context = new_context(end, end - fiber->stack_begin - kGuardSize, &fiber_main);
  return fiber;
}

}  // namespace

#ifdef __SANITIZE_ADDRESS__
void announce_switch(const Fiber* to) {
  if (to == &host_fiber)
    __sanitizer_start_switch_fiber(nullptr, state.fibers.host_stack, state.fibers.host_stack_size);
  else
    __sanitizer_start_switch_fiber(nullptr, reinterpret_cast<void*>(to->stack_begin), kStackSize);
}

void switched() {
  const void* left = nullptr;
  std::size_t size = 0;
  __sanitizer_finish_switch_fiber(nullptr, &left, &size);
  if (!state.fibers.host_stack) state.fibers.host_stack = left, state.fibers.host_stack_size = size;
}
#endif

Fiber* take_fiber() {
  if (state.fibers.quarantined.size() > kQuarantine) {
    Fiber* fiber = state.fibers.quarantined.front();
    state.fibers.quarantined.pop_front();
    fiber->launched = false;
    return fiber;
  }
  if (state.fibers.idle.empty()) return make_fiber();
  Fiber* fiber = state.fibers.idle.back();
  state.fibers.idle.pop_back();
  return fiber;
}

void give_fiber(Fiber* fiber) {
  if (fiber->launched)
    state.fibers.quarantined.push_back(fiber);
  else
    state.fibers.idle.push_back(fiber);
}

}  // namespace emu
