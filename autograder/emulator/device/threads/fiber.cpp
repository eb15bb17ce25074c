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
constexpr std::size_t kQuarantine = 512;

/// Whoever touches the page is stopped. Kernels since 6.13 do that without a mapping of its own; in
/// others each guard page splits one, and the kernel allows 65,530 of them to a process.
void guard_page(std::uintptr_t begin, std::uint32_t number) {
  constexpr int kGuardInstall = 102;  // MADV_GUARD_INSTALL, which older headers do not name
  constexpr std::uint32_t kGuardedStacks = 24000;
  auto* const page = reinterpret_cast<void*>(begin);
  if (madvise(page, kGuardSize, kGuardInstall) == 0) return;
  if (number < kGuardedStacks) mprotect(page, kGuardSize, PROT_NONE);
}

Fiber* make_fiber() {
  auto* fiber = new (memory::own_take(sizeof(Fiber))) Fiber;
  const std::uint32_t number = state.fibers.made++;
  const std::uintptr_t end = begin_of_shadow_stack(number);
  fiber->number = number;
  fiber->stack_begin = begin_of_stack(number);
  fiber->local_end = end;
  guard_page(fiber->stack_begin, number);
  fiber->context = new_context(end, end - fiber->stack_begin - kGuardSize, &fiber_main);
  return fiber;
}

}  // namespace

#ifdef __SANITIZE_ADDRESS__
void announce_switch(const Fiber* to) {
  if (to->is_hosts())
    __sanitizer_start_switch_fiber(nullptr, to->host_stack, to->host_stack_size);
  else
    __sanitizer_start_switch_fiber(nullptr, reinterpret_cast<void*>(to->stack_begin), kStackSize);
}

void switched() {
  const void* left = nullptr;
  std::size_t size = 0;
  __sanitizer_finish_switch_fiber(nullptr, &left, &size);
  Fiber& host = host_fiber();
  if (!host.host_stack) host.host_stack = left, host.host_stack_size = size;
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
