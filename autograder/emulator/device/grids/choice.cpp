// Choosing what runs next: eagerly and lately. choice_at_random.cpp has the other policies.
#include "device/grids/choice.h"

#include <algorithm>
#include <utility>

#include "device/border/interrupt.h"
#include "device/device.h"
#include "device/grids/ready.h"
#include "device/state.h"
#include "device/threads/deadlock.h"
#include "device/threads/waiting.h"

namespace emu {
namespace {

// A grid's next block starts only when a thread of it has had so many turns of polling in vain: a
// thread that asks a few times and goes on needs no other block.
constexpr std::uint64_t kPatience = 5000;

std::size_t newest(std::size_t count) { return count - 1; }
std::size_t oldest(std::size_t) { return 0; }

/// A block has triggered: the others of its grid do so before it goes on, and then the host goes on
/// until it waits, and may launch what need not wait for the grid any more. Null where neither can.
Fiber* choose_after_trigger() {
  Grid* const grid = current_block && current_block->has_triggered ? current_block->grid : nullptr;
  if (grid && std::ranges::count(scheduler.open_grids, grid) != 0)
    return next_of(*start_next_block(*grid));
  const std::uint64_t running_grid = current_block ? current_block->grid->id : 0;
  if (!scheduler.fresh_grids.empty() && scheduler.fresh_grids.back()->id > running_grid)
    return nullptr;
  scheduler.has_triggered = scheduler.host.runnable;
  return scheduler.host.runnable ? &host_fiber() : nullptr;
}

/// What can run, newest first: a grid that was just launched comes before the block that did it.
Fiber* choose_eagerly() {
  if (!scheduler.operations.empty())
    return run_operation(newest(scheduler.operations.size())), nullptr;
  if (scheduler.has_triggered)
    if (Fiber* const next = choose_after_trigger()) return next;
  const std::uint64_t running_grid = current_block ? current_block->grid->id : 0;
  if (!scheduler.fresh_grids.empty() && scheduler.fresh_grids.back()->id > running_grid)
    return next_of(*open_fresh_grid(newest(scheduler.fresh_grids.size())));
  if (current_block && current_block->can_run()) return next_of(*current_block);
  if (!scheduler.open_grids.empty())
    return next_of(*start_next_block(*scheduler.open_grids.back()));
  if (Block* block = pick_listed(newest)) return next_of(*block);
  if (!scheduler.fresh_grids.empty())
    return next_of(*open_fresh_grid(newest(scheduler.fresh_grids.size())));
  if (resolve_one_convergence()) return nullptr;
  if (scheduler.host.runnable && !scheduler.spinning.empty() && scheduler.fruitless > 100)
    return &host_fiber();
  if (!scheduler.spinning.empty()) return take_spinning();
  if (scheduler.host.runnable) return &host_fiber();
  return nothing_can_run();
}

bool polled_on(int device) {
  return std::any_of(
      scheduler.spinning.begin(), scheduler.spinning.end(),
      [device](const Fiber* fiber) { return fiber->thread.block->grid->device == device; });
}

/// Work of a device on which no thread polls comes to the front of `works`: devices run
/// independently of each other, so that no late schedule may keep it waiting for another device's
/// threads.
bool bring_forward(std::deque<WorkRef>& works) {
  const auto found = std::find_if(works.begin(), works.end(),
                                  [](const WorkRef& work) { return !polled_on(work->device); });
  if (found == works.end()) return false;
  std::rotate(works.begin(), found, found + 1);
  return true;
}

/// A thread of the grid that polls; null when none does, or where its blocks run at the same time.
const Thread* poller_in(const Grid& grid) {
  if (grid.cooperative || grid.waits_for_later_blocks) return nullptr;
  const auto found = std::ranges::find_if(scheduler.spinning, [&grid](const Fiber* fiber) {
    const Thread& thread = fiber->thread;
    return thread.waiting_at && !thread.rests && thread.block->grid == &grid;
  });
  return found == scheduler.spinning.end() ? nullptr : &(*found)->thread;
}

/// Blocks of a grid need not run at the same time. So none starts while a thread of its grid polls:
/// the oldest open grid in which none does, or null.
Grid* grid_to_go_on() {
  if (scheduler.spinning.empty())
    return scheduler.open_grids.empty() ? nullptr : scheduler.open_grids.front();
  const auto found = std::ranges::find_if(scheduler.open_grids,
                                          [](const Grid* grid) { return !poller_in(*grid); });
  return found == scheduler.open_grids.end() ? nullptr : *found;
}

/// Threads poll again and again, and nothing else can happen: a grid that waits for its own later
/// blocks gets them.
Block* start_what_is_waited_for() {
  if (scheduler.open_grids.empty() ||
      scheduler.fruitless <= kPatience + 2 * scheduler.spinning.size())
    return nullptr;
  Grid& grid = *scheduler.open_grids.front();
  if (const Thread* poller = poller_in(grid)) report_wait_for_block(*poller);
  grid.waits_for_later_blocks = true;
  return start_next_block(grid);
}

/// What is under way goes first, then the host, then what waits longest.
Fiber* choose_lately() {
  if (current_block && current_block->can_run()) return next_of(*current_block);
  if (Block* block = pick_listed(oldest)) return next_of(*block);
  if (Grid* grid = grid_to_go_on()) return next_of(*start_next_block(*grid));
  if (resolve_one_convergence()) return nullptr;
  if (scheduler.host.runnable) return &host_fiber();
  if (!scheduler.spinning.empty() && device_count() > 1) {
    if (bring_forward(scheduler.operations)) return run_operation(0), nullptr;
    if (bring_forward(scheduler.fresh_grids)) return next_of(*open_fresh_grid(0));
  }
  if (Block* block = start_what_is_waited_for()) return next_of(*block);
  if (!scheduler.spinning.empty()) return take_spinning();
  if (!scheduler.operations.empty()) return run_operation(0), nullptr;
  if (!scheduler.fresh_grids.empty()) return next_of(*open_fresh_grid(0));
  return nothing_can_run();
}

}  // namespace

Fiber* choose_next() {
  for (;;) {
    look_for_interrupt();
    if (state.hosts.wanted.load(std::memory_order_relaxed)) [[unlikely]]
      let_host_go_on();
    if (current_block && current_block->live != 0 && !current_block->converging.empty() &&
        !current_block->can_run())
      resolve_converging(*current_block);
    Fiber* next = scheduler.policy == Policy::kEager  ? choose_eagerly()
                  : scheduler.policy == Policy::kLate ? choose_lately()
                  : scheduler.priorities.are_used()   ? choose_by_priority()
                                                      : choose_at_random();
    if (next == nullptr) continue;
    if (next->thread.block != current_block) ++scheduler.turn;
    return next;
  }
}

}  // namespace emu
