#include "device/fiber.h"

#include <sys/mman.h>

#include <deque>
#include <vector>

#include "memory/memory.h"

namespace emu {

namespace context = boost::context::detail;

Fiber host_fiber;
Fiber* running = &host_fiber;

namespace {

constexpr std::size_t kGuardSize = 4096;
// Each guard page splits a mapping; the kernel allows 65,530 of them to a process.
constexpr std::size_t kGuardedStacks = 24000;
constexpr std::size_t kQuarantine = 4096;

std::vector<Fiber*> idle;
std::deque<Fiber*> quarantined;
std::size_t stacks_made = 0;

void enter(context::transfer_t from) {
  static_cast<Fiber*>(from.data)->context = from.fctx;
  fiber_main();
}

Fiber* make_fiber() {
  auto* fiber = new Fiber;
  const std::size_t number = stacks_made++;
  fiber->stack_begin = memory::kStacksBegin + number * kStackSize;
  fiber->stack_end = fiber->stack_begin + kStackSize;
  if (number < kGuardedStacks)
    mprotect(reinterpret_cast<void*>(fiber->stack_begin), kGuardSize, PROT_NONE);
  // Stacks that begin at equal distances would meet in the same cache sets: shift each a little.
  const std::uintptr_t top = fiber->stack_end - (number % 61) * 64;
  fiber->context = context::make_fcontext(reinterpret_cast<void*>(top),
                                          kStackSize - kGuardSize - (number % 61) * 64, &enter);
  return fiber;
}

}  // namespace

Fiber* take_fiber() {
  if (quarantined.size() > kQuarantine) {
    Fiber* fiber = quarantined.front();
    quarantined.pop_front();
    fiber->launched = false;
    return fiber;
  }
  if (idle.empty()) return make_fiber();
  Fiber* fiber = idle.back();
  idle.pop_back();
  return fiber;
}

void give_fiber(Fiber* fiber) {
  if (fiber->launched)
    quarantined.push_back(fiber);
  else
    idle.push_back(fiber);
}

}  // namespace emu
