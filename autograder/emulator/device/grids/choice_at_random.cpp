// The two random policies: by chance at every step, and by priorities (priorities.h).
#include <algorithm>
#include <utility>

#include "device/device.h"
#include "device/grids/choice.h"
#include "device/grids/ready.h"
#include "device/state.h"
#include "device/threads/deadlock.h"

namespace emu {
namespace {

/// What to do where nothing but threads that poll can go on.
Fiber* choose_among_waiting() {
  if (resolve_one_convergence()) return nullptr;
  if (!scheduler.spinning.empty()) return take_spinning();
  return nothing_can_run();
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
    if (kind != Kind::kNone && its <= *priority) {
      next = std::max(next, its);
      return;
    }
    *this = {of_kind, at, &its, kind == Kind::kNone ? 0 : *priority};
  }

  Kind kind = Kind::kNone;
  std::size_t index = 0;
  std::uint64_t* priority = nullptr;
  std::uint64_t next = 0;  // the highest of the others
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
  // The first of a heap is the highest, and one of the two after it the next.
  const std::size_t looked_at = std::min(scheduler.fresh_grids.size(), std::size_t{3});
  for (std::size_t i = 0; i < looked_at; ++i)
    best.consider(kFreshGrid, i, scheduler.fresh_grids[i]->priority);
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
      return &host_fiber();
    case kNone:
      break;
  }
  return choose_among_waiting();
}

/// What runs next becomes the last of all.
void lower(const Candidate& one) {
  auto& grids = scheduler.fresh_grids;
  const bool is_fresh = one.kind == Candidate::Kind::kFreshGrid;
  if (is_fresh) std::ranges::pop_heap(grids, is_below);
  (is_fresh ? grids.back()->priority : *one.priority) = scheduler.priorities.lowest();
  if (is_fresh) std::ranges::push_heap(grids, is_below);
}

}  // namespace

Fiber* choose_by_priority() {
  Priorities& priorities = scheduler.priorities;
  bool is_change = std::exchange(scheduler.turn_is_over, false) || priorities.is_change();
  if (current_block && current_block->can_run()) {
    if (std::exchange(is_change, false))
      current_block->priority = priorities.lowest();
    else if (priorities.is_highest(current_block->priority) && scheduler.spinning.empty())
      return next_of(*current_block);
    list(*current_block);
  }
  if (Fiber* fiber = poll_now_and_then()) return fiber;
  drop_blocks_that_cannot_run();
  Candidate best = highest();
  if (is_change && best.kind != Candidate::Kind::kNone) {
    lower(best);
    best = highest();
  }
  priorities.are_at_most(best.next);
  return go_on_with(best);
}

Fiber* choose_at_random() {
  const bool over = std::exchange(scheduler.turn_is_over, false);
  if (current_block && current_block->can_run()) {
    if (!over && !leaves_block(*current_block)) return next_of(*current_block);
    list(*current_block);
  }
  Block* block =
      pick_listed([](std::size_t count) { return static_cast<std::size_t>(draw(count)); });
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
      return next_of(*open_fresh_grid(draw(scheduler.fresh_grids.size())));
    case 3:
      return run_operation(draw(scheduler.operations.size())), nullptr;
    default:
      return &host_fiber();
  }
}

}  // namespace emu
