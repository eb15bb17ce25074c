// __syncthreads and grid.sync(): the threads of a block, or of a grid, wait for each other.
//
// This is where a device spends its time. A thread that waits hands over to the next one straight
// away, without the scheduler, and finds out what the barrier gave it when it goes on.
#include <span>

#include "checker/resume.h"
#include "device/finding.h"
#include "device/grids/schedule.h"
#include "device/threads/deadlock.h"
#include "device/threads/enter.h"

namespace emu {

namespace {

/// The running thread has arrived at a barrier.
inline void end_work(Thread& me, Block& block) {
  block.clock.credit(me.index(), issued_since(me.work));
  me.work = 0;
  resumed_at = checker::issued;
}

/// Everyone has arrived: the threads may go on, in an order that the schedule likes. Nobody of the
/// block was ready before.
void release(Block& block) {
  block.phase = checker::barrier(block.order, block.apart);
  block.order->met_at = block.barrier_site;
  block.apart.clear();
  const int arrived = static_cast<int>(block.at_barrier.size());
  block.vote_result = block.vote == BlockVote::kCount ? block.votes
                      : block.vote == BlockVote::kAnd ? block.votes == arrived
                                                      : block.votes > 0;
  if (state.settings.faulty_votes) block.vote_result &= block.vote_result - 1;
  block.clock.end_segment(kBarrierCycles);
  block.votes = 0;
  block.barrier_site = nullptr;
  block.ready.swap(block.at_barrier);
  block.ready_head = 0;
  block.at_barrier.clear();
  woken(block);
}

void note_site(Block& block, const void* site) {
  const void* first = block.barrier_site;
  block.barrier_site = site;
  if (!first) return;
  const auto here = checker::source_line(site), there = checker::source_line(first);
  // A compiler may have copied one call to several places.
  if (here.line == there.line && here.file == there.file) return;
  report_finding(
      {.rule = "barrier-divergence",
       .message = "threads of one block wait at different barriers: some at line " +
                  std::to_string(there.line) + ", others at line " + std::to_string(here.line) +
                  "; every thread of the block must reach the same __syncthreads(), so move it out "
                  "of the branch",
       .where = here,
       .other = there,
       .cites = "PG13 §5.4.4"});
}

/// Goes on with another thread of the block, or of any block if its turn is over.
void wait_at_random(Block& block) {
  if (!block.can_run()) return wait();
  if (leaves_block(block)) return wait_off_turn();
  if (Fiber* next = next_of(block); next != running) switch_to(next);
}

/// Waits until all others have arrived. Mostly another thread of the block is ready or not yet
/// started, and it is next.
inline void wait_for_others(Fiber& fiber, Block& block) {
  if (block.runner == &fiber) supersede_runner(block);
  if (policy() == Policy::kRandom) return wait_at_random(block);
  if (block.ready_head < block.ready.size()) return switch_to(take_ready(block));
  if (block.can_start_thread()) return switch_to(new_runner(block));
  wait();
}

/// The last to arrive goes on at once, unless the schedule is random: then any of them may.
void arrive_last(Fiber& fiber, Block& block) {
  release(block);
  if (policy() != Policy::kRandom) return block.ready.pop_back();
  if (block.runner == &fiber) supersede_runner(block);
  wait_at_random(block);
}

void release_grid_barrier(Grid& grid) {
  std::vector<checker::Block*> orders;
  orders.reserve(grid.live_blocks.size());
  for (Block* block : grid.live_blocks) orders.push_back(block->order);
  checker::grid_barrier(orders, grid.apart);
  grid.apart.clear();
  for (Block* block : grid.live_blocks) {
    block->phase = checker::block_phase(block->order);
    block->apart.clear();
    block->clock.end_segment(kBarrierCycles);
  }
  std::vector<Fiber*> waiting = std::move(grid.at_grid_barrier);
  grid.at_grid_barrier.clear();
  for (Fiber* fiber : waiting) {
    fiber->thread.position = {fiber->thread.block->phase, fiber->thread.index()};
    fiber->thread.waiting_in = nullptr;
    wake(*fiber);
  }
}

/// Whoever can still come has. Threads that have ended never will.
void end_grid_barrier(Grid& grid) {
  if (grid.live_threads < grid.blocks * grid.threads) report_left_grid(grid);
  release_grid_barrier(grid);
}

}  // namespace

int sync_threads(BlockVote vote, int predicate, const void* site) {
  Fiber& fiber = *running;
  Thread& me = fiber.thread;
  Block& block = *me.block;
  if (site != block.barrier_site) [[unlikely]]
    note_site(block, site);
  me.position.phase = checker::current().phase;
  if (me.position.phase != block.phase) [[unlikely]]
    block.apart.push_back(me.position);
  block.vote = vote;
  block.votes += predicate != 0;
  me.waiting_at = site;
  end_work(me, block);
  block.at_barrier.push_back(&fiber);
  if (block.waiting_at_barrier() < block.live)
    wait_for_others(fiber, block);
  else
    arrive_last(fiber, block);
  enter(fiber, me.at, {block.phase, me.index()});
  return block.vote_result;
}

void let_go(Block& block) {
  if (!block.at_barrier.empty() && block.waiting_at_barrier() == block.live) release(block);
  if (!block.grid->cooperative) return;
  Grid& grid = *block.grid;
  --grid.live_threads;
  if (!grid.at_grid_barrier.empty() && grid.at_grid_barrier.size() == grid.live_threads)
    end_grid_barrier(grid);
}

void arrive_at_grid_barrier(const void* site) {
  Block& block = *current_block;
  Grid& grid = *block.grid;
  Thread& me = self();
  me.position = checker::current();
  if (me.position.phase != block.phase) grid.apart.push_back(me.position);
  end_work(me, block);
  me.waiting_in = "grid.sync()";
  me.waiting_at = site;
  grid.at_grid_barrier.push_back(running);
  if (grid.at_grid_barrier.size() == grid.live_threads) {
    end_grid_barrier(grid);
    enter(*running);  // `wait` notes where the thread stands
  }
  wait();
}

}  // namespace emu
