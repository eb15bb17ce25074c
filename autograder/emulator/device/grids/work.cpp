#include "device/grids/work.h"

#include "device/dependents/early_start.h"
#include "device/device.h"
#include "device/grids/block.h"
#include "device/grids/grid.h"
#include "device/grids/schedule.h"
#include "device/state.h"

namespace emu {

namespace {

void tell_parent(Work& work) {
  if (Grid* parent = work.parent) {
    if (!work.tail)
      --parent->children;
    else
      --parent->unfinished_tails;
    settle(*parent);
  } else {
    --device(work.device).outstanding;
  }
}

void finish_one(Work& work) {
  checker::work_completed(work.order);
  for (const WorkRef& next : work.dependents)
    if (--next->unmet == 0) next->make_ready();
  work.dependents.clear();
  if (Grid* grid = work.as_grid()) tell_overlapping(*grid);
  work.under_way = nullptr;
  tell_parent(work);
}

}  // namespace

Operation::Operation(int device, std::string_view name, std::function<bool()> perform)
    : Work(device), perform_(std::move(perform)) {
  info.kind = checker::WorkInfo::Kind::kCopy;
  info.kernel = name;
  info.device = device;
}

void Operation::make_ready() { add_ready(*this); }

void Operation::run() {
  checker::work_started(order);
  if (perform_()) finish();
}

void Operation::finish() {
  perform_ = nullptr;
  emu::complete(*this);
}

void run_after(Work& later, Work& earlier) {
  checker::work_after(later.order, earlier.order);
  if (earlier.id != 0) recorded_waits(later).push_back(earlier.id);
  if (earlier.complete) return;
  earlier.dependents.emplace_back(&later);
  ++later.unmet;
}

void issue(Work& work) {
  work.under_way = &work;
  if (!work.parent)
    ++device(work.device).outstanding;
  else if (work.tail)
    ++work.parent->unfinished_tails;
  else
    ++work.parent->children;
  if (state.settings.cdp1 && current_block) current_block->issued.emplace_back(&work);
  if (--work.unmet == 0) work.make_ready();
}

// A chain of tails completes from its end; a list instead of recursion keeps the stack flat.
void complete(Work& work) {
  if (work.complete) return;
  work.complete = true;
  ++state.completions.count;
  state.completions.completing.emplace_back(&work);
  if (state.completions.draining) return;
  state.completions.draining = true;
  while (!state.completions.completing.empty()) {
    const WorkRef next = std::move(state.completions.completing.back());
    state.completions.completing.pop_back();
    finish_one(*next);
  }
  state.completions.draining = false;
  note_progress();
  reconsider_host();
}

void settle(Grid& grid) {
  if (!grid.threads_done || grid.children != 0) return;
  if (!grid.nontail_done) {
    grid.nontail_done = true;
    // A finished link of a chain of tails frees its slot before its tail is complete (h200-facts
    // 1).
    if (grid.parent) --device(grid.device).pending;
    release_kept(grid);
    if (grid.first_tail) {
      const WorkRef first = std::move(grid.first_tail);
      if (--first->unmet == 0) first->make_ready();
    }
  }
  if (grid.unfinished_tails != 0) return;
  // Otherwise each link of a chain would hold the next, and the last reference to the first one
  // free them all, link within link.
  grid.last_tail = nullptr;
  if (grid.earlier_open != 0) return;
  complete(grid);
}

std::uint32_t& recorded_graph(Work& work) {
  if (work.id & report::kCopyBit) return record.copies[(work.id & ~report::kCopyBit) - 1].graph;
  return record.launches[work.id - 1].graph;
}

std::vector<report::WorkId>& recorded_waits(Work& work) {
  if (work.id & report::kCopyBit) return record.copies[(work.id & ~report::kCopyBit) - 1].waits_for;
  return record.launches[work.id - 1].waits_for;
}

}  // namespace emu
