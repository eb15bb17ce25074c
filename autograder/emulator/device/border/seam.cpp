// What seam.h promises and is not a launch, a warp or shared memory: barriers by name, fences,
// time, the ends of threads.
#include "emulator/seam.h"

#include <cstring>
#include <utility>

#include "card/numbers.h"
#include "device/device.h"
#include "device/finding.h"
#include "device/grids/block.h"
#include "device/grids/heap.h"
#include "device/grids/schedule.h"
#include "device/state.h"
#include "device/threads/ended.h"
#include "emulator/library_seam.h"
#include "memory/memory.h"

namespace emu {

namespace {

constexpr double kCyclesPerNs = card::kClockKHz / 1e6;
constexpr std::uint64_t kClockCycles = 40;
constexpr std::uint32_t kPollsPerTurn = 64;
// Of one thread while its block has its turn: then others come. A thread may wait for one of
// several words, or count how often it has tried, and then no two looks in a row find the same.
constexpr std::uint32_t kLooksPerTurn = 4096;

bool is_local(const void* p) {
  const auto address = reinterpret_cast<std::uintptr_t>(p);
  return address >= running->stack_begin && address < running->stack_end();
}

/// Whether the running thread is in a series of looks at this address that find nothing new. Such a
/// series ends in `spin`: a switch in its midst would hide it.
bool polls(const volatile void* address) {
  const LatestPoll& last = state.latest_poll;
  return last.thread == &self() && last.address == address && last.again;
}

}  // namespace

bool grid_is_cooperative() { return current_block && current_block->grid->cooperative; }

void sync_grid(const void* site) {
  count_operation("grid.sync", site);
  if (grid_is_cooperative()) return arrive_at_grid_barrier(site);
  report_finding({.rule = "device-api",
                  .message = "grid.sync() in " + current_block->grid->kernel.name +
                             ", which was not launched cooperatively: only "
                             "cudaLaunchCooperativeKernel on the host makes a grid that can "
                             "synchronize",
                  .where = checker::source_line(site),
                  .cites = "K11"});
  device_fault(cudaErrorLaunchFailure);
}

void atomic_access(const volatile void* address, std::size_t size, Scope scope, const void* site,
                   Atomic does) {
  // First, since others may run meanwhile: what the checker is told must still hold at the
  // operation.
  if (!running->is_hosts()) {
    if (!polls(address)) before_atomic();
    note_poll(address, size, site);
  }
  checker::atomic_access(address, size, scope, site, does);
}

namespace {

bool updates(AtomicStep does) {
  return does == AtomicStep::kAdds || does == AtomicStep::kDecides || does == AtomicStep::kArrives;
}

/// As compilers' atomics and `atomic_access` do.
void before_access(const char* name, const volatile void* address, std::size_t size,
                   AtomicStep does, const void* site) {
  if (!polls(address)) before_atomic();
  if (does != AtomicStep::kStores && does != AtomicStep::kArrives) note_poll(address, size, site);
  if (updates(does)) count_operation(name, site);
}

}  // namespace

void ordered_access(const char* name, const volatile void* address, std::size_t size,
                    AtomicStep does, int order, Scope scope, const void* site) {
  const bool touches = does != AtomicStep::kJoins && does != AtomicStep::kPublishes;
  if (touches && !running->is_hosts()) before_access(name, address, size, does, site);
  checker::ordered_access(address, size, does, order, scope, site);
}

void poll(const volatile void* address, std::size_t size, const void* site) {
  if (!running->is_hosts()) return note_poll(address, size, site);
  checker::ordered_access(address, size, AtomicStep::kLoads, __ATOMIC_RELAXED, Scope::kSystem,
                          site);
}

void store_announced(void* to, const void* from, std::size_t size) { std::memcpy(to, from, size); }

void use_old_value() { checker::use_old_value(); }

// A thread that finds the same value at the same place again and again waits for somebody.
void note_poll(const volatile void* address, std::size_t size, const void* site) {
  LatestPoll& last = state.latest_poll;
  std::uint64_t value = 0;
  std::memcpy(&value, const_cast<const void*>(address), size < 8 ? size : 8);
  Thread& me = self();
  const bool same = last.address == address && last.thread == &me && last.value == value;
  last = {address, &me, value, same, last.address};
  if (!same) {
    if (me.spins < kPollsPerTurn) me.spins = 0;
    // By priorities, a turn that ends may go to a thread that polls, too, and then come back: what
    // has a lower priority and could help has not run.
    const bool others_came = std::exchange(me.looks_in, scheduler.turn) != scheduler.turn;
    if (others_came && !scheduler.priorities.are_used()) me.looks = 0;
    if (++me.looks < kLooksPerTurn) return;
    me.polled = address;
    me.polled_size = size;
    return rest(site);
  }
  if (++me.spins < kPollsPerTurn) return;
  me.waiting_at = site;
  me.polled = address;
  me.polled_size = size;
  spin();
  last.address = address;  // the next poll counts: one change of value ends the series
  last.thread = &me;
  last.again = false;
}

void fence(Scope scope) { checker::fence(scope); }

void access(const volatile void* address, std::size_t size, bool writes, const void* site) {
  checker::range_access(address, size, writes, site);
}

void texel_access(const void* texel, std::size_t size, const void* site) {
  checker::texel_access(texel, size, site);
}

Space space_of(const void* pointer) {
  if (is_local(pointer)) return Space::kLocal;
  const auto* found = memory::find(reinterpret_cast<std::uintptr_t>(pointer));
  if (!found) return memory::in_stacks(pointer) ? Space::kLocal : Space::kHost;
  switch (found->kind) {
    case memory::Kind::kShared:
      return Space::kShared;
    case memory::Kind::kConstant:
      return Space::kConstant;
    default:
      return Space::kGlobal;
  }
}

void* heap_allocate(std::size_t size) { return heap_take(size, __builtin_return_address(0)); }
void heap_free(void* pointer) { heap_give(pointer, __builtin_return_address(0)); }

std::uint64_t clock_cycles() {
  if (!current_block) return 0;
  spend(kClockCycles);
  return static_cast<std::uint64_t>(static_cast<double>(globaltimer_ns()) * kCyclesPerNs);
}

// Grids do not share a clock while they run: each counts from the number of launches before it, so
// that time never stands still and later grids mostly read later times.
std::uint64_t globaltimer_ns() {
  if (!current_block) return 0;
  spend(kClockCycles);
  const std::uint64_t start = 1'000'000 + current_block->grid->id * 1000;
  return start + static_cast<std::uint64_t>(static_cast<double>(block_cycles()) / kCyclesPerNs);
}

void sleep_ns(unsigned ns) {
  spend(static_cast<std::uint64_t>(ns * kCyclesPerNs));
  if (policy() == Policy::kRandom) give_way();
}

void trap() {
  report_finding({.rule = "trap",
                  .message = current_block->grid->kernel.name +
                             " executes __trap(): the launch fails with error 719",
                  .where = checker::source_line(__builtin_return_address(0)),
                  .cites = "R5"});
  device_fault(cudaErrorLaunchFailure);
  __builtin_unreachable();
}

void exit_thread() {
  note_exception(__builtin_frame_address(0));
  throw ThreadExit{};
}

}  // namespace emu
