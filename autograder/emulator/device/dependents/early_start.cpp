#include "device/dependents/early_start.h"

#include <algorithm>
#include <utility>

#include "device/finding.h"
#include "device/grids/block.h"
#include "device/grids/grid.h"
#include "device/grids/schedule.h"
#include "device/state.h"
#include "device/threads/enter.h"

namespace emu {

namespace {

bool has_released(const Grid& grid) { return grid.blocks_released == grid.blocks; }

/// Nothing promises an early start: late schedules have none, random ones leave some out.
bool starts_late() {
  return policy() == Policy::kLate || (policy() == Policy::kRandom && draw(4) == 0);
}

void count_released_block(Grid& grid) {
  ++grid.blocks_released;
  if (!has_released(grid)) return;
  for (const WorkRef& next : std::exchange(grid.released_by_trigger, {}))
    if (--next->unmet == 0) next->make_ready();
}

/// What depends on the grid may run before what its block does next.
void let_dependents_come() {
  if (policy() == Policy::kLate || (policy() == Policy::kRandom && draw(2) == 0)) return;
  scheduler.turn_is_over = policy() == Policy::kRandom;
  scheduler.has_triggered = policy() == Policy::kEager;
  yield();
}

}  // namespace

void may_overlap(Grid& later, Grid& earlier) {
  checker::work_overlaps(later.order, earlier.order);
  record.launches[later.id - 1].overlaps.push_back(earlier.id);
  if (earlier.complete) return;
  earlier.overlapped_by.emplace_back(&later);
  ++later.earlier_open;
  if (starts_late()) {
    earlier.dependents.emplace_back(&later);
    ++later.unmet;
  } else if (!has_released(earlier)) {
    earlier.released_by_trigger.emplace_back(&later);
    ++later.unmet;
  }
}

void run_after_early(Work& later, Work& earlier) {
  Grid *const first = earlier.as_grid(), *const second = later.as_grid();
  if (first && second)
    may_overlap(*second, *first);
  else
    run_after(later, earlier);
}

void follow_early(Work& later, Work& last) {
  if (!last.kernel_ahead) return run_after_early(later, last);
  run_after_early(later, *last.kernel_ahead);
  for (const WorkRef& wait : last.waits_since_then) run_after(later, *wait);
}

void note_kernel_ahead(Work& of_event, const WorkRef& last, const std::vector<WorkRef>& waits) {
  if (!last || !(last->as_grid() || last->kernel_ahead)) return;
  of_event.kernel_ahead = last->as_grid() ? last : last->kernel_ahead;
  of_event.waits_since_then = last->waits_since_then;
  of_event.waits_since_then.insert(of_event.waits_since_then.end(), waits.begin(), waits.end());
}

void check_tails(const Grid& grid) {
  Grid* const tail = grid.has_triggered && grid.last_tail ? grid.last_tail->as_grid() : nullptr;
  if (!tail) return;
  report_finding(
      {.rule = "deadlock",
       .message = grid.kernel.name +
                  " calls cudaTriggerProgrammaticLaunchCompletion() and launches " +
                  tail->kernel.name +
                  " into cudaStreamTailLaunch: on an H200, such a grid is never complete, and "
                  "everything that waits for it waits forever; leave the trigger out, or launch " +
                  tail->kernel.name + " from the host",
       .where = {std::string(tail->info.file), tail->info.line, ""},
       .cites = "Q8"});
}

void trigger_dependents() {
  if (!current_block || current_block->has_triggered) return;
  Block& block = *current_block;
  block.has_triggered = true;
  block.marks.trigger = block_cycles();
  block.grid->has_triggered = true;
  check_tails(*block.grid);
  count_released_block(*block.grid);
  let_dependents_come();
}

void block_allows_dependents(Block& block) {
  if (!std::exchange(block.has_triggered, true)) count_released_block(*block.grid);
}

void wait_for_earlier(const char* in, const void* site) {
  if (!current_block) return;
  Grid& grid = *current_block->grid;
  std::uint64_t& mark = current_block->marks.wait;
  mark = mark == report::EarlyMarks::kNever ? block_cycles() : std::max(mark, block_cycles());
  if (grid.earlier_open != 0) {
    Thread& me = self();
    me.waiting_in = in;
    me.waiting_at = site;
    grid.waiting_for_earlier.push_back(running);
    wait();
    me.waiting_in = nullptr;
  }
  checker::await_overlapped();
}

void tell_overlapping(Grid& earlier) {
  for (const WorkRef& work : std::exchange(earlier.overlapped_by, {})) {
    auto& grid = static_cast<Grid&>(*work);
    if (--grid.earlier_open != 0) continue;
    for (Fiber* fiber : std::exchange(grid.waiting_for_earlier, {})) wake(*fiber);
    settle(grid);
  }
}

}  // namespace emu
