// Choosing what runs next: a function for each policy, and what they share.
#include "device/grids/choice.h"

#include <algorithm>
#include <utility>

#include "device/device.h"
#include "device/state.h"
#include "device/threads/deadlock.h"
#include "device/threads/waiting.h"

namespace emu {
namespace {

// A spinning thread is given this many turns, of many polls each, before its hope is
// given up: a fraction of a second.
constexpr std::uint64_t kFruitlessTurns = 20000;

// And so many before the next block of its grid starts: a thread that asks a few times and goes on
// needs no other block.
constexpr std::uint64_t kPatience = 5000;

std::size_t pick_index(std::size_t size, bool newest) {
  return scheduler.policy == Policy::kRandom ? draw(size) : newest ? size - 1 : 0;
}

/// A block that can run, or null. Blocks that were listed and cannot run any more are dropped.
Block* pick_listed() {
  while (!scheduler.listed.empty()) {
    const std::size_t i = pick_index(scheduler.listed.size(), scheduler.policy == Policy::kEager);
    Block* block = scheduler.listed[i];
    if (block->live != 0 && block->can_run()) return block;
    block->listed = false;
    scheduler.listed.erase(scheduler.listed.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return nullptr;
}

Block* start_next_block(Grid& grid) {
  Block* block = start_block(grid);
  block->priority = std::exchange(grid.priority, scheduler.priorities.draw());
  if (grid.all_blocks_started()) std::erase(scheduler.open_grids, &grid);
  return block;
}

Block* open_fresh_grid(std::size_t i) {
  const WorkRef work = scheduler.fresh_grids[i];
  scheduler.fresh_grids.erase(scheduler.fresh_grids.begin() + static_cast<std::ptrdiff_t>(i));
  auto& grid = static_cast<Grid&>(*work);
  scheduler.open_grids.push_back(&grid);
  return start_next_block(grid);
}

Block* open_fresh_grid() {
  return open_fresh_grid(
      pick_index(scheduler.fresh_grids.size(), scheduler.policy == Policy::kEager));
}

void run_operation(std::size_t i) {
  const WorkRef work = scheduler.operations[i];
  scheduler.operations.erase(scheduler.operations.begin() + static_cast<std::ptrdiff_t>(i));
  static_cast<Operation&>(*work).run();
}

void run_operation() {
  run_operation(pick_index(scheduler.operations.size(), scheduler.policy == Policy::kEager));
}

bool resolve_one_convergence() {
  if (state.convergence.threads == 0) return false;
  for (Block* block : unfinished_blocks())
    if (!block->converging.empty()) {
      resolve_converging(*block);
      return true;
    }
  return false;
}

Fiber* take_spinning() {
  if (++scheduler.fruitless > kFruitlessTurns + 200 * scheduler.spinning.size()) {
    report_deadlock(scheduler.spinning,
                    !scheduler.fresh_grids.empty() || !scheduler.operations.empty());
    device_fault(cudaErrorLaunchTimeout);
    return &host_fiber;
  }
  Fiber* fiber = scheduler.spinning.front();
  scheduler.spinning.pop_front();
  return fiber;
}

/// What can run, newest first: a grid that was just launched comes before the block that did it.
Fiber* choose_eagerly() {
  if (!scheduler.operations.empty()) return run_operation(), nullptr;
  const std::uint64_t running_grid = current_block ? current_block->grid->id : 0;
  if (!scheduler.fresh_grids.empty() && scheduler.fresh_grids.back()->id > running_grid)
    return next_of(*open_fresh_grid());
  if (current_block && current_block->can_run()) return next_of(*current_block);
  if (!scheduler.open_grids.empty())
    return next_of(*start_next_block(*scheduler.open_grids.back()));
  if (Block* block = pick_listed()) return next_of(*block);
  if (!scheduler.fresh_grids.empty()) return next_of(*open_fresh_grid());
  if (resolve_one_convergence()) return nullptr;
  if (scheduler.host.runnable && !scheduler.spinning.empty() && scheduler.fruitless > 100)
    return &host_fiber;
  if (!scheduler.spinning.empty()) return take_spinning();
  if (scheduler.host.runnable) return &host_fiber;
  return no_one_can_run(), &host_fiber;
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
    return fiber->thread.waiting_at && fiber->thread.block->grid == &grid;
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
  if (Block* block = pick_listed()) return next_of(*block);
  if (Grid* grid = grid_to_go_on()) return next_of(*start_next_block(*grid));
  if (resolve_one_convergence()) return nullptr;
  if (scheduler.host.runnable) return &host_fiber;
  if (!scheduler.spinning.empty() && device_count() > 1) {
    if (bring_forward(scheduler.operations)) return run_operation(), nullptr;
    if (bring_forward(scheduler.fresh_grids)) return next_of(*open_fresh_grid());
  }
  if (Block* block = start_what_is_waited_for()) return next_of(*block);
  if (!scheduler.spinning.empty()) return take_spinning();
  if (!scheduler.operations.empty()) return run_operation(), nullptr;
  if (!scheduler.fresh_grids.empty()) return next_of(*open_fresh_grid());
  return no_one_can_run(), &host_fiber;
}

/// What to do where nothing but threads that poll can go on.
Fiber* choose_among_waiting() {
  if (resolve_one_convergence()) return nullptr;
  if (!scheduler.spinning.empty()) return take_spinning();
  return no_one_can_run(), &host_fiber;
}

/// A thread that polls comes before all else some of the times, or null.
Fiber* poll_now_and_then() {
  if (scheduler.spinning.empty() || draw(16) != 0) return nullptr;
  Fiber* fiber = scheduler.spinning.front();
  scheduler.spinning.pop_front();
  return fiber;
}

/// Of all that can go on, what has the highest priority.
struct Candidate {
  enum class Kind { kNone, kBlock, kOpenGrid, kFreshGrid, kOperation, kHost };

  void consider(Kind of_kind, std::size_t at, std::uint64_t& its) {
    if (kind == Kind::kNone || its > *priority) *this = {of_kind, at, &its};
  }

  Kind kind = Kind::kNone;
  std::size_t index = 0;
  std::uint64_t* priority = nullptr;
};

void drop_blocks_that_cannot_run() {
  std::erase_if(scheduler.listed, [](Block* block) {
    if (block->live != 0 && block->can_run()) return false;
    block->listed = false;
    return true;
  });
}

Candidate highest() {
  using enum Candidate::Kind;
  Candidate best;
  const auto consider_all = [&best](Candidate::Kind kind, auto& all) {
    for (std::size_t i = 0; i < all.size(); ++i) best.consider(kind, i, all[i]->priority);
  };
  consider_all(kBlock, scheduler.listed);
  consider_all(kOpenGrid, scheduler.open_grids);
  consider_all(kFreshGrid, scheduler.fresh_grids);
  consider_all(kOperation, scheduler.operations);
  if (scheduler.host.runnable) best.consider(kHost, 0, scheduler.priorities.host);
  return best;
}

Fiber* go_on_with(const Candidate& one) {
  using enum Candidate::Kind;
  switch (one.kind) {
    case kBlock:
      return next_of(*scheduler.listed[one.index]);
    case kOpenGrid:
      return next_of(*start_next_block(*scheduler.open_grids[one.index]));
    case kFreshGrid:
      return next_of(*open_fresh_grid(one.index));
    case kOperation:
      return run_operation(one.index), nullptr;
    case kHost:
      return &host_fiber;
    case kNone:
      break;
  }
  return choose_among_waiting();
}

Fiber* choose_by_priority() {
  Priorities& priorities = scheduler.priorities;
  const bool over = std::exchange(scheduler.turn_is_over, false);
  if (current_block && current_block->can_run()) {
    if (over) current_block->priority = priorities.lowest();
    list(*current_block);
  }
  if (Fiber* fiber = poll_now_and_then()) return fiber;
  drop_blocks_that_cannot_run();
  Candidate best = highest();
  if (best.kind != Candidate::Kind::kNone && priorities.is_change()) {
    *best.priority = priorities.lowest();
    best = highest();
  }
  return go_on_with(best);
}

Fiber* choose_at_random() {
  const bool over = std::exchange(scheduler.turn_is_over, false);
  if (current_block && current_block->can_run()) {
    if (!over && !leaves_block(*current_block)) return next_of(*current_block);
    list(*current_block);
  }
  Block* block = pick_listed();
  // One ticket for everything that could go on; a spinning thread is picked less often.
  const std::size_t tickets[] = {block ? scheduler.listed.size() : 0, scheduler.open_grids.size(),
                                 scheduler.fresh_grids.size(), scheduler.operations.size(),
                                 scheduler.host.runnable ? std::size_t{1} : 0};
  std::size_t sum = 0;
  for (std::size_t t : tickets) sum += t;
  if (sum == 0) return choose_among_waiting();
  if (Fiber* fiber = poll_now_and_then()) return fiber;
  std::size_t ticket = draw(sum);
  std::size_t kind = 0;
  while (ticket >= tickets[kind]) ticket -= tickets[kind++];
  switch (kind) {
    case 0:
      return next_of(*block);
    case 1:
      return next_of(*start_next_block(*scheduler.open_grids[ticket]));
    case 2:
      return next_of(*open_fresh_grid());
    case 3:
      return run_operation(), nullptr;
    default:
      return &host_fiber;
  }
}

}  // namespace

void list(Block& block) {
  if (block.listed) return;
  block.listed = true;
  scheduler.listed.push_back(&block);
}

Fiber* choose_next() {
  for (;;) {
    if (current_block && current_block->live != 0 && !current_block->converging.empty() &&
        !current_block->can_run())
      resolve_converging(*current_block);
    Fiber* next = scheduler.policy == Policy::kEager  ? choose_eagerly()
                  : scheduler.policy == Policy::kLate ? choose_lately()
                  : scheduler.priorities.are_used()   ? choose_by_priority()
                                                      : choose_at_random();
    if (next) return next;
  }
}

}  // namespace emu
