// Starting what can go on.
#include "device/grids/ready.h"

#include <algorithm>
#include <utility>

#include "device/device.h"
#include "device/hosts/baton.h"
#include "device/state.h"
#include "device/threads/deadlock.h"
#include "device/threads/waiting.h"

namespace emu {
namespace {

// Threads that spin are given so many turns, of many polls each, before their hope is given up: a
// fraction of a second for a few, some seconds for all that a card holds.
constexpr std::uint64_t kFruitlessTurns = 20000;
std::uint64_t turns_in_hope(std::uint64_t threads) {
  return kFruitlessTurns + 200 * std::min<std::uint64_t>(threads, 5000) + 8 * threads;
}

constexpr unsigned kMostBlocks = card::kMultiprocessors * card::kBlocksPerMultiprocessor;
constexpr unsigned kMostThreads = card::kMultiprocessors * card::kThreadsPerMultiprocessor;

/// The device has become full: its grids start no blocks for a while.
void keep_out(const Device& full) {
  const auto is_there = [&full](const auto& grid) { return grid->device == full.number; };
  const auto move_to = [&](auto& from, auto& to) {
    const auto kept = std::stable_partition(from.begin(), from.end(),
                                            [&](const auto& grid) { return !is_there(grid); });
    to.insert(to.end(), kept, from.end());
    from.erase(kept, from.end());
  };
  move_to(scheduler.open_grids, scheduler.open_without_room);
  move_to(scheduler.fresh_grids, scheduler.fresh_without_room);
  if (scheduler.priorities.are_used()) std::ranges::make_heap(scheduler.fresh_grids, is_below);
}

// It is given fewer where a host thread can do something else meanwhile, such as write what it
// polls.
constexpr std::uint64_t kTurnsForHost = 200;

}  // namespace

bool is_full(const Device& device) {
  return !state.settings.cdp1 && (device.resident_blocks >= kMostBlocks ||
                                  device.resident_threads + card::kThreadsPerBlock > kMostThreads);
}

void add_fresh(WorkRef grid) {
  scheduler.fresh_grids.push_back(std::move(grid));
  if (scheduler.priorities.are_used()) std::ranges::push_heap(scheduler.fresh_grids, is_below);
}

void make_room(const Device& device) {
  const bool waits = !scheduler.open_without_room.empty() || !scheduler.fresh_without_room.empty();
  if (!waits || is_full(device)) return;
  std::erase_if(scheduler.open_without_room, [&device](Grid* grid) {
    if (grid->device != device.number) return false;
    scheduler.open_grids.push_back(grid);
    return true;
  });
  std::erase_if(scheduler.fresh_without_room, [&device](const WorkRef& grid) {
    if (grid->device != device.number) return false;
    add_fresh(grid);
    return true;
  });
}

void list(Block& block) {
  if (block.listed) return;
  block.listed = true;
  scheduler.priorities.has_come(block.priority);
  scheduler.listed.push_back(&block);
}

Block* pick_listed(std::size_t (*pick)(std::size_t count)) {
  while (!scheduler.listed.empty()) {
    const std::size_t i = pick(scheduler.listed.size());
    Block* block = scheduler.listed[i];
    if (block->live != 0 && block->can_run()) return block;
    block->listed = false;
    scheduler.listed.erase(scheduler.listed.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return nullptr;
}

/// The blocks of a cluster run at the same time, so that they start together. One of them is the
/// next to run; the others are listed.
static Block* start_cluster(Grid& grid) {
  std::vector<Block*> blocks;
  const unsigned count = grid.cluster.blocks();
  while (blocks.size() < count) blocks.push_back(start_block(grid));
  std::swap(blocks.front(), blocks[draw(count)]);
  for (std::size_t i = 1; i < count; ++i) {
    blocks[i]->priority = scheduler.priorities.draw();
    list(*blocks[i]);
  }
  return blocks.front();
}

Block* start_next_block(Grid& grid) {
  Block* block = grid.cluster.blocks() > 1 ? start_cluster(grid) : start_block(grid);
  block->priority = std::exchange(grid.priority, scheduler.priorities.draw());
  scheduler.priorities.has_come(grid.priority);
  if (grid.all_blocks_started()) std::erase(scheduler.open_grids, &grid);
  if (is_full(device(grid.device))) keep_out(device(grid.device));
  return block;
}

Block* open_fresh_grid(std::size_t i) {
  auto& grids = scheduler.fresh_grids;
  if (scheduler.priorities.are_used()) std::ranges::pop_heap(grids, is_below), i = grids.size() - 1;
  const WorkRef work = grids[i];
  grids.erase(grids.begin() + static_cast<std::ptrdiff_t>(i));
  auto& grid = static_cast<Grid&>(*work);
  scheduler.open_grids.push_back(&grid);
  return start_next_block(grid);
}

void run_operation(std::size_t i) {
  const WorkRef work = scheduler.operations[i];
  scheduler.operations.erase(scheduler.operations.begin() + static_cast<std::ptrdiff_t>(i));
  static_cast<Operation&>(*work).run();
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

/// Blocks that wait for earlier grids may fill the device, and keep out what those wait for, such
/// as their children. An H200 finds room for these, and so one more grid is let in. False where
/// that is not so.
static bool let_in_what_earlier_grids_need() {
  const std::vector<Block*> blocks = unfinished_blocks();
  const bool wait = std::ranges::any_of(
      blocks, [](const Block* block) { return !block->grid->waiting_for_earlier.empty(); });
  if (!wait) return false;
  if (!scheduler.open_without_room.empty()) {
    scheduler.open_grids.push_back(scheduler.open_without_room.back());
    scheduler.open_without_room.pop_back();
    return true;
  }
  if (scheduler.fresh_without_room.empty()) return false;
  add_fresh(std::move(scheduler.fresh_without_room.front()));
  scheduler.fresh_without_room.pop_front();
  return true;
}

Fiber* nothing_can_run() {
  if (let_in_what_earlier_grids_need()) return nullptr;
  if (scheduler.host.drives || others_may_help(false))
    scheduler.host.is_stuck = true;
  else
    no_one_can_run();
  return &host_fiber();
}

/// The host has something else to do, or another host thread may: device threads have polled for
/// long enough.
static bool leave_spinning() {
  if (!scheduler.host.drives && !others_may_help(true)) return false;
  scheduler.host.is_stuck = ++scheduler.host.turns > kTurnsForHost + 64 * scheduler.spinning.size();
  return scheduler.host.is_stuck;
}

Fiber* take_spinning() {
  if (leave_spinning()) return &host_fiber();
  const auto rests = [](const Fiber* fiber) { return fiber->thread.rests; };
  if (++scheduler.fruitless == kFruitlessTurns) {
    const auto at_work = std::ranges::find_if(scheduler.spinning, rests);
    if (at_work != scheduler.spinning.end()) tell_long_wait((*at_work)->thread);
  }
  if (scheduler.fruitless > turns_in_hope(scheduler.spinning.size()) &&
      std::ranges::none_of(scheduler.spinning, rests) && !scheduler.host.drives &&
      !others_may_help(true)) {
    report_deadlock(scheduler.spinning, !scheduler.fresh_grids.empty() ||
                                            !scheduler.fresh_without_room.empty() ||
                                            !scheduler.operations.empty());
    device_fault(cudaErrorLaunchTimeout);
    return &host_fiber();
  }
  Fiber* fiber = scheduler.spinning.front();
  scheduler.spinning.pop_front();
  return fiber;
}

}  // namespace emu
