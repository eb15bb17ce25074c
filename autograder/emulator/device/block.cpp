#include "device/block.h"

#include <algorithm>

#include "device/builtins.h"
#include "device/device.h"
#include "device/schedule.h"
#include "memory/memory.h"
#include "runtime/variables.h"

namespace emu {

Block* current_block = nullptr;

namespace {
std::uint64_t running_serial = 0;
}
const std::uint64_t& current_block_serial = running_serial;

namespace {

std::uint64_t serial_now = 0;
std::vector<Block*> all_blocks;
std::vector<Block*> idle_blocks;

constexpr std::uint64_t kBlockCycles = 200;    // start and end of a block
constexpr std::uint64_t kBarrierCycles = 30;
constexpr std::uint64_t kAccessCycles = 8;     // a warp's access with others to hide it

Block* take_block() {
  if (!idle_blocks.empty()) {
    Block* block = idle_blocks.back();
    idle_blocks.pop_back();
    return block;
  }
  auto* block = new Block;
  block->shared_begin = reinterpret_cast<std::uintptr_t>(
      memory::allocate(memory::Kind::kShared, 0, kSharedPerSm, nullptr));
  all_blocks.push_back(block);
  return block;
}

uint3 index_of(std::uint64_t linear, dim3 dim) {
  const auto in_plane = linear % (std::uint64_t{dim.x} * dim.y);
  return {static_cast<unsigned>(in_plane % dim.x), static_cast<unsigned>(in_plane / dim.x),
          static_cast<unsigned>(linear / (std::uint64_t{dim.x} * dim.y))};
}

void begin_grid(Grid& grid) {
  static std::uint64_t sequence = 0;
  record.launches[grid.id - 1].sequence = ++sequence;
  checker::work_started(grid.order);
}

void begin_warps(Block& block) {
  block.warps.resize((block.threads + 31) / 32);
  for (unsigned w = 0; w < block.warps.size(); ++w) {
    block.warps[w].members = members_of_warp(block.threads, w);
    block.warps[w].exited = 0;
    block.warps[w].meetings.clear();
  }
}

void begin_shared(Block& block) {
  block.shared_slots.clear();
  block.shared_used = (block.grid->dynamic_shared + 15) / 16 * 16;
  if (block.shared_used != 0)
    checker::forget(reinterpret_cast<void*>(block.shared_begin), block.shared_used);
}

/// Everyone has arrived: the threads may go on, in an order that the schedule likes.
void release(Block& block) {
  block.phase = checker::barrier(block.order, block.apart);
  block.apart.clear();
  const int arrived = static_cast<int>(block.at_barrier.size());
  const int result = block.vote == BlockVote::kCount ? block.votes
                     : block.vote == BlockVote::kAnd ? block.votes == arrived
                                                     : block.votes > 0;
  for (Fiber* fiber : block.at_barrier) {
    fiber->thread.position = {block.phase, fiber->thread.index};
    fiber->thread.result = static_cast<std::uint64_t>(result);
  }
  block.cycles += block.segment + kBarrierCycles;
  block.segment = 0;
  block.votes = 0;
  block.barrier_site = nullptr;
}

/// Hands the released threads to the scheduler. Nobody of the block was ready before.
void wake_released(Block& block) {
  block.ready.swap(block.at_barrier);
  block.ready_head = 0;
  block.at_barrier.clear();
  woken(block);
}

void check_same_barrier(const Block& block, const void* site) {
  const auto here = checker::source_line(site), there = checker::source_line(block.barrier_site);
  // A compiler may have copied one call to several places.
  if (here.line == there.line && here.file == there.file) return;
  checker::diagnose(
      {.rule = "barrier-divergence",
       .message = "threads of one block wait at different barriers: some at line " +
                  std::to_string(there.line) + ", others at line " + std::to_string(here.line) +
                  "; every thread of the block must reach the same __syncthreads(), so move it out "
                  "of the branch (PG13 §5.4.4)",
       .where = here,
       .other = there,
       .cites = "PG13 §5.4.4"});
}

void leave_time(Block& block, Thread& thread) {
  block.segment = std::max(block.segment, thread.cycles);
  thread.cycles = 0;
}

std::uint64_t access_cycles(const Block& block) {
  return block.accesses * kAccessCycles / std::max(1u, block.threads);
}

void count_accesses(Block& block) {
  block.accesses += checker::access_count - block.accesses_at_entry;
  block.accesses_at_entry = checker::access_count;
}

void release_grid_barrier(Grid& grid) {
  checker::grid_barrier([&] {
    static std::vector<checker::Block*> orders;
    orders.clear();
    for (Block* block : grid.live_blocks) orders.push_back(block->order);
    return std::span<checker::Block* const>(orders);
  }(), grid.apart);
  grid.apart.clear();
  for (Block* block : grid.live_blocks) {
    block->phase = checker::block_phase(block->order);
    block->apart.clear();
  }
  std::vector<Fiber*> waiting = std::move(grid.at_grid_barrier);
  grid.at_grid_barrier.clear();
  for (Fiber* fiber : waiting) {
    fiber->thread.position = {fiber->thread.block->phase, fiber->thread.index};
    fiber->thread.waiting_in = nullptr;
    wake(*fiber);
  }
}

}  // namespace

Block* start_block(Grid& grid) {
  if (grid.next_block == 0) begin_grid(grid);
  Block* block = take_block();
  block->grid = &grid;
  block->linear = static_cast<std::uint32_t>(grid.block_order(grid.next_block++));
  block->index = index_of(block->linear, grid.grid);
  block->serial = ++serial_now;
  block->threads = block->live = grid.threads;
  block->started = 0;
  block->thread_order = Shuffle(grid.threads, draw_seed());
  block->runner = nullptr;
  block->launched = false;
  block->ready.clear();
  block->ready_head = 0;
  block->null_last = nullptr;
  block->null_id = 0;
  block->cycles = kBlockCycles;
  block->segment = block->accesses = 0;
  block->votes = 0;
  block->barrier_site = nullptr;
  begin_warps(*block);
  begin_shared(*block);
  block->order = checker::block_started(grid.order, block->index, block->threads);
  block->phase = checker::block_phase(block->order);
  if (grid.cooperative) grid.live_blocks.push_back(block);
  note_progress();
  return block;
}

void end_block(Block& block) {
  Grid& grid = *block.grid;
  count_accesses(block);
  record.launches[grid.id - 1].work.add(
      block.linear, block.cycles + block.segment + access_cycles(block), block.accesses / 32);
  checker::block_ended(block.order);
  block.null_last = nullptr;
  block.issued.clear();
  if (current_block == &block) current_block = nullptr;
  if (grid.cooperative) std::erase(grid.live_blocks, &block);
  if (block.launched)
    grid.kept_blocks.push_back(&block);
  else
    idle_blocks.push_back(&block);
  if (++grid.blocks_done < grid.blocks) return;
  record.launches[grid.id - 1].finished = true;
  grid.threads_done = true;
  settle(grid);
}

// In front of the idle ones, so that they are used again as late as possible.
void release_kept(Grid& grid) {
  if (grid.kept_blocks.empty()) return;
  idle_blocks.insert(idle_blocks.begin(), grid.kept_blocks.begin(), grid.kept_blocks.end());
  grid.kept_blocks.clear();
}

namespace {

void change_block(Block* block) {
  if (current_block) count_accesses(*current_block);
  current_block = block;
  if (!block) return;
  block->accesses_at_entry = checker::access_count;
  running_serial = block->serial;
  builtin::block = block->index;
  builtin::block_dim = block->grid->block;
  builtin::grid_dim = block->grid->grid;
  checker::set_shared(block->shared_begin, block->shared_begin + block->shared_used);
  show_variables(block->grid->device);
}

}  // namespace

void enter(Fiber& fiber) {
  const Thread& thread = fiber.thread;
  if (thread.block != current_block) [[unlikely]] change_block(thread.block);
  builtin::thread = thread.at;
  checker::resume(thread.position, fiber.stack_begin, fiber.stack_end);
}

namespace {

/// The running thread waits at the barrier. Mostly another one of its block is ready and next in any
/// schedule but a random one: no need to ask the scheduler.
inline void wait_behind(Block& block) {
  Fiber* me = running;
  if (block.ready_head == block.ready.size() || block.runner == me || policy() == Policy::kRandom)
    return wait();
  switch_to(block.ready[block.ready_head++]);
  enter(*me);
}

/// The last to arrive is still where it stood before; `wait` would note that as its position.
void stand_behind_barrier(const Thread& me) {
  checker::resume(me.position, running->stack_begin, running->stack_end);
}

}  // namespace

// The last to arrive goes on at once, unless the schedule is random: then any of them may.
int arrive_at_barrier(BlockVote vote, int predicate, const void* site) {
  Block& block = *current_block;
  Thread& me = self();
  if (site != block.barrier_site) [[unlikely]] {
    if (block.barrier_site) check_same_barrier(block, site);
    block.barrier_site = site;
  }
  me.position = checker::current();
  if (me.position.phase != block.phase) block.apart.push_back(me.position);
  block.vote = vote;
  block.votes += predicate != 0;
  if (me.cycles != 0) leave_time(block, me);
  me.waiting_at = site;
  block.at_barrier.push_back(running);
  if (block.waiting_at_barrier() < block.live) {
    wait_behind(block);
  } else if (policy() == Policy::kRandom) {
    release(block);
    wake_released(block);
    stand_behind_barrier(me);
    wait();
  } else {
    release(block);
    block.at_barrier.pop_back();
    wake_released(block);
    checker::resume(me.position, running->stack_begin, running->stack_end);
  }
  return static_cast<int>(me.result);
}

void let_go(Block& block) {
  if (!block.at_barrier.empty() && block.waiting_at_barrier() == block.live) {
    release(block);
    wake_released(block);
  }
  if (block.grid->cooperative) {
    Grid& grid = *block.grid;
    --grid.live_threads;
    if (!grid.at_grid_barrier.empty() && grid.at_grid_barrier.size() == grid.live_threads)
      release_grid_barrier(grid);
  }
}

void arrive_at_grid_barrier(const void* site) {
  Block& block = *current_block;
  Grid& grid = *block.grid;
  Thread& me = self();
  me.position = checker::current();
  if (me.position.phase != block.phase) grid.apart.push_back(me.position);
  leave_time(block, me);
  me.waiting_in = "grid.sync()";
  me.waiting_at = site;
  grid.at_grid_barrier.push_back(running);
  if (grid.at_grid_barrier.size() == grid.live_threads) {
    release_grid_barrier(grid);
    stand_behind_barrier(me);
  }
  wait();
}

std::vector<Block*> unfinished_blocks() {
  std::vector<Block*> found;
  for (Block* block : all_blocks)
    if (block->live != 0 && block->grid) found.push_back(block);
  return found;
}

std::uint64_t block_cycles(const Block& block) {
  const auto accesses = &block == current_block
                            ? block.accesses + checker::access_count - block.accesses_at_entry
                            : block.accesses;
  return block.cycles + std::max(block.segment, self().cycles) +
         accesses * kAccessCycles / std::max(1u, block.threads);
}

// ---- Shared memory ------------------------------------------------------------------------------

namespace {
constexpr std::size_t kStaticSharedLimit = 48 << 10;

void* place(Block& block, std::size_t size, std::size_t align) {
  const std::size_t offset = (block.shared_used + align - 1) / align * align;
  block.shared_used = std::min(offset + size, kSharedPerSm);
  checker::set_shared(block.shared_begin, block.shared_begin + block.shared_used);
  auto* address = reinterpret_cast<void*>(block.shared_begin + offset);
  checker::forget(address, size);
  return address;
}

void check_static_size(const Block& block) {
  const std::size_t used = block.shared_used - block.grid->dynamic_shared;
  Kernel& kernel = block.grid->kernel;
  if (used <= kernel.static_shared) return;
  kernel.static_shared = used;
  if (used <= kStaticSharedLimit) return;
  checker::diagnose({.rule = "device-api",
                     .message = "kernel " + kernel.name + " uses too much shared data (" +
                                std::to_string(used) + " bytes, 49152 max): static __shared__ "
                                "variables are limited to 48 KB; use dynamic shared memory and "
                                "cudaFuncSetAttribute for more (K7)",
                     .where = {kernel.identity->file, kernel.identity->line, kernel.name},
                     .other = {},
                     .cites = "K7"});
}
}  // namespace

void place_shared(SharedSlot& slot, std::size_t size, std::size_t align) {
  Block& block = *current_block;
  slot.block = block.serial;
  for (const auto& [known, address] : block.shared_slots)
    if (known == &slot) {
      slot.address = address;
      return;
    }
  slot.address = place(block, size, align);
  block.shared_slots.emplace_back(&slot, slot.address);
  check_static_size(block);
}

void* dynamic_shared() { return reinterpret_cast<void*>(current_block->shared_begin); }

}  // namespace emu
