#include "device/fiber.h"

#include <sys/mman.h>

#include <deque>
#include <vector>

#include "memory/memory.h"

namespace emu {

Fiber host_fiber;
Fiber* running = &host_fiber;

namespace {

constexpr std::size_t kGuardSize = 4096;
// Each guard page splits a mapping; the kernel allows 65,530 of them to a process.
constexpr std::size_t kGuardedStacks = 24000;
constexpr std::size_t kQuarantine = 4096;

std::vector<Fiber*> idle;
std::deque<Fiber*> quarantined;
std::uint32_t stacks_made = 0;

Fiber* make_fiber() {
  auto* fiber = new Fiber;
  const std::uint32_t number = stacks_made++;
  fiber->number = number;
  if (number < kGuardedStacks)
    mprotect(reinterpret_cast<void*>(fiber->stack_begin()), kGuardSize, PROT_NONE);
  // Stacks that begin at equal distances would meet in the same cache sets: shift each a little.
  const std::size_t shift = number % 61 * 64;
  fiber->context =
      new_context(fiber->stack_end() - shift, kStackSize - kGuardSize - shift, &fiber_main);
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
