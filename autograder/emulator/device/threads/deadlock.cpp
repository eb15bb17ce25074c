#include "device/threads/deadlock.h"

#include <cstdio>
#include <string>

#include "checker/messages/memory_words.h"
#include "device/clusters/cluster.h"
#include "device/device.h"
#include "device/finding.h"
#include "device/grids/block.h"
#include "device/grids/schedule.h"
#include "device/state.h"
#include "device/threads/waiting.h"
#include "memory/memory.h"

namespace emu {

namespace {

void diagnose(const char* rule, std::string message, const Thread& thread, const char* cites,
              const Thread* other = nullptr) {
  report_finding({.rule = rule,
                  .message = std::move(message),
                  .where = checker::source_line(thread.waiting_at),
                  .other = other ? checker::source_line(other->waiting_at) : checker::SourceLine{},
                  .cites = cites});
}

// ---- Polling ------------------------------------------------------------------------------------

/// A child of `grid`, or else a sibling, that was launched and has not started; or null.
const report::Launch* grid_that_waits(const Grid& grid) {
  const report::Launch* sibling = nullptr;
  for (const report::Launch& launch : record.launches) {
    if (launch.sequence != 0) continue;
    if (launch.origin.parent == grid.id) return &launch;
    if (!sibling && grid.parent && launch.origin.parent == grid.parent->id) sibling = &launch;
  }
  return sibling;
}

bool is_hosts(const Thread& thread) {
  const auto* memory = memory::find(reinterpret_cast<std::uintptr_t>(thread.polled));
  return memory &&
         (memory->kind == memory::Kind::kPinned || memory->kind == memory::Kind::kManaged);
}

void report_wait_for_grid(const Thread& thread, const std::string& who, const std::string& others) {
  const Grid& grid = *thread.block->grid;
  std::string message = who + ", and nothing that runs will ever change it";
  if (const report::Launch* launch = grid_that_waits(grid))
    message += "; " + record.kernels[launch->kernel].name + ", launched at line " +
               std::to_string(launch->origin.line) + ", has not started";
  diagnose(
      "spin-on-child",
      message + others +
          "; a grid that was launched but has not started need not start before this one ends: "
          "never wait in a kernel for a child or a sibling, continue in a tail launch",
      thread, "K5");
}

/// The card is full of blocks that wait for one that has not started.
void report_wait_without_room(const Thread& thread, const std::string& who,
                              const std::string& others) {
  const Grid& grid = *thread.block->grid;
  diagnose("deadlock",
           who + ", and nothing that runs will ever change it; " +
               std::to_string(grid.blocks - grid.next_block) + " of the grid's " +
               std::to_string(grid.blocks) +
               " blocks have not started, and there is no room for them: the card holds " +
               std::to_string(card::kThreadsPerMultiprocessor) + " threads on each of its " +
               std::to_string(card::kMultiprocessors) +
               " multiprocessors, and those that wait never end" + others +
               "; let the block that comes last do the rest (fences and an atomic counter), or "
               "launch a second grid",
           thread, "K5");
}

void report_circle(const Thread& thread, const std::string& who, const std::string& others) {
  const char* cure =
      is_hosts(thread) && scheduler.host_waits_in
          ? "; what the host is to write it must write before it waits"
          : "; threads wait for each other in a circle, or for a thread that has ended without "
            "writing: every flag must be set by a thread that does not itself wait for the one "
            "that polls it";
  diagnose("deadlock", who + ", and nothing that runs will ever change it" + others + cure, thread,
           "K5");
}

void report_retry(const Thread& thread) {
  const Retry& retry = thread.retry;
  report_finding(
      {.rule = "spin-on-child",
       .message =
           name_of(thread) + " launches " + retry.kernel + " at line " +
           std::to_string(retry.line) +
           " again and again, and is refused every time: a slot in the pool becomes free when a "
           "pending grid is complete, and no grid need even start before this one ends; do "
           "the work in the launching thread instead",
       .where = {retry.file, retry.line, ""},
       .cites = "K5, L3"});
}

// ---- Barriers and warps -------------------------------------------------------------------------

/// A lane that waits in a warp operation, and for whom.
struct LaneWait {
  const Thread* thread = nullptr;
  std::uint32_t missing = 0;
};

LaneWait lane_wait(const Block& block) {
  for (const Warp& warp : block.warps)
    for (const Rendezvous& rendezvous : warp.rendezvous)
      for (unsigned lane = 0; lane < 32; ++lane)
        if (rendezvous.arrived >> lane & 1)
          return {&rendezvous.fibers[lane]->thread,
                  rendezvous.mask & warp.members & ~warp.exited & ~rendezvous.arrived};
  return {};
}

/// Threads of a block wait in a warp operation for lanes that wait elsewhere.
bool report_split_warp(const Block& block, const std::vector<Waiters>& all) {
  const LaneWait lane = lane_wait(block);
  if (!lane.thread) return false;
  const Thread* at_barrier = block.at_barrier.empty() ? nullptr : &block.at_barrier.front()->thread;
  diagnose("warp-mask",
           words({lane.thread, 1, false}) + " for " + lane_words(lane.missing) +
               " of its mask, which never come" + meanwhile(all, *lane.thread) +
               "; every lane named in the mask must call the same operation: compute the mask from "
               "the lanes that really get there",
           *lane.thread, "W1", at_barrier);
  return true;
}

bool report_tile(const Block& block, const std::vector<Waiters>& all) {
  if (block.tiles.empty()) return false;
  const TileMeeting& meeting = block.tiles.front();
  const Thread& thread = meeting.arrived.front()->thread;
  diagnose("deadlock",
           words({&thread, static_cast<unsigned>(meeting.arrived.size()), false}) +
               ", and the others of the tile never come" + meanwhile(all, thread) +
               "; every thread of a tile must call its collective functions",
           thread, "PG13 §4.4");
  return true;
}

bool report_barrier(const Block& block, const std::vector<Waiters>& all) {
  if (block.at_barrier.empty()) return false;
  const Thread& thread = block.at_barrier.front()->thread;
  diagnose("deadlock",
           words({&thread, block.waiting_at_barrier(), false}) + ", and the other " +
               std::to_string(block.live - block.waiting_at_barrier()) +
               " threads of the block never come" + meanwhile(all, thread) +
               "; every thread of the block must reach the barrier",
           thread, "PG13 §5.4.4");
  return true;
}

bool report_grid_barrier(const Block& block, const std::vector<Waiters>& all) {
  const Grid& grid = *block.grid;
  if (grid.at_grid_barrier.empty()) return false;
  const Thread& thread = grid.at_grid_barrier.front()->thread;
  const std::size_t arrived = grid.at_grid_barrier.size();
  diagnose("deadlock",
           words({&thread, static_cast<unsigned>(arrived), false}) + ", and " +
               std::to_string(grid.blocks * grid.threads - arrived) +
               " threads of the grid never come" + meanwhile(all, thread) +
               "; every thread of every block must reach grid.sync()",
           thread, "K11");
  return true;
}

bool report_cluster_barrier(const Block& block, const std::vector<Waiters>& all) {
  if (!block.cluster) return false;
  const Cluster& cluster = *block.cluster;
  const auto& waiting =
      cluster.barrier.synced.empty() ? cluster.barrier.waiting : cluster.barrier.synced;
  if (waiting.empty()) return false;
  const Thread& thread = waiting.front()->thread;
  diagnose("deadlock",
           words({&thread, static_cast<unsigned>(waiting.size()), false}) + ", and " +
               std::to_string(cluster.live - cluster.barrier.arrived) +
               " threads of the cluster never come" + meanwhile(all, thread) +
               "; every thread of every block of the cluster must reach cluster.sync(), or exit",
           thread, "K14");
  return true;
}

}  // namespace

void report_deadlock(const std::deque<Fiber*>& spinning, bool work_waits) {
  const Thread& thread = spinning.front()->thread;
  if (thread.waiting_at == nullptr) return report_retry(thread);
  const std::vector<Waiters> all = waiting_threads(spinning);
  const std::string who = words(all.front()), others = meanwhile(all, thread);
  if (!thread.block->grid->all_blocks_started())
    report_wait_without_room(thread, who, others);
  else if (work_waits || grid_that_waits(*thread.block->grid))
    report_wait_for_grid(thread, who, others);
  else
    report_circle(thread, who, others);
}

void tell_long_wait(const Thread& thread) {
  const auto name = [](const volatile void* p, std::size_t size) {
    return checker::name_of_memory(reinterpret_cast<std::uintptr_t>(p), size);
  };
  const LatestPoll& last = state.latest_poll;
  const volatile void* const before = last.thread == &thread ? last.before : nullptr;
  std::string what = name(thread.polled, thread.polled_size);
  if (before && before != thread.polled) what = name(before, thread.polled_size) + " and " + what;
  const std::string where = place(checker::source_line(thread.waiting_at));
  std::fprintf(stderr,
               "emulator: %s looks at %s again and again%s, and nothing else goes on meanwhile. If "
               "it waits for another block or grid, that may never run (K5). Ctrl-C ends the "
               "program\n",
               name_of(thread).c_str(), what.c_str(), where.c_str());
}

void report_wait_for_block(const Thread& thread) {
  const Grid& grid = *thread.block->grid;
  report_finding(
      {.rule = "waits-for-block",
       .severity = checker::lenient_severity(),
       .message = words({&thread, 1, true}) + ", for what a block of its own grid is to do, and " +
                  std::to_string(grid.blocks - grid.next_block) + " of the grid's " +
                  std::to_string(grid.blocks) +
                  " blocks have not started: blocks are not promised to run at the same time, so "
                  "those that wait may keep the others from ever starting. Let the block that "
                  "comes last do the rest (fences and an atomic counter), launch a second grid, or "
                  "launch cooperatively and use grid.sync()",
       .where = checker::source_line(thread.waiting_at),
       .cites = "K5"});
}

void report_left_grid(const Grid& grid) {
  const Thread& thread = grid.at_grid_barrier.front()->thread;
  std::uint64_t blocks = 0;
  for (const Block* block : grid.live_blocks) blocks += block->live != 0;
  const std::uint64_t threads = grid.blocks * grid.threads - grid.live_threads;
  diagnose("deadlock",
           words({&thread, static_cast<unsigned>(grid.at_grid_barrier.size()), false}) + ", but " +
               std::to_string(threads) +
               " threads of the grid have ended without it: every thread of every block must reach "
               "grid.sync(), those without work of their own too",
           thread, "K11");
  if (blocks < grid.blocks) device_fault(cudaErrorLaunchTimeout);
}

void no_one_can_run() {
  const std::vector<Waiters> all = waiting_threads({});
  const std::vector<Block*> blocks = unfinished_blocks();
  bool explained = false;
  for (const Block* block : blocks) explained = report_split_warp(*block, all) || explained;
  for (const Block* block : blocks) explained = explained || report_tile(*block, all);
  for (const Block* block : blocks) explained = explained || report_barrier(*block, all);
  for (const Block* block : blocks) explained = explained || report_grid_barrier(*block, all);
  for (const Block* block : blocks) explained = explained || report_cluster_barrier(*block, all);
  if (!explained)
    report_finding(
        {.rule = "deadlock",
         .message =
             std::string("the host waits ") +
             (scheduler.host_waits_in ? std::string("in ") + scheduler.host_waits_in + " " : "") +
             "for work that can never run",
         .where = {},
         .cites = "N4"});
  device_fault(cudaErrorLaunchTimeout);
}

}  // namespace emu
