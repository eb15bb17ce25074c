#include "device/grids/block.h"

#include <algorithm>

#include "device/border/book.h"
#include "device/border/handed_over/handed_over.h"
#include "device/clusters/cluster.h"
#include "device/dependents/early_start.h"
#include "device/device.h"
#include "device/grids/ready.h"
#include "device/grids/schedule.h"
#include "device/grids/variables.h"
#include "device/state.h"
#include "device/threads/builtins.h"
#include "device/threads/enter.h"
#include "memory/memory.h"

namespace emu {

Block* current_block = nullptr;

namespace {
EMU_READABLE std::uint64_t running_serial = 0;
}
const std::uint64_t& current_block_serial = running_serial;

namespace {

constexpr std::size_t kLeastResting = 7, kMostResting = 61, kMostRestingBytes = 1 << 20;

bool rest_too_many() {
  const std::size_t count = state.blocks.resting.size();
  return count > kMostResting ||
         (count > kLeastResting && state.blocks.resting_bytes > kMostRestingBytes);
}

void put_to_rest(Block* block) {
  if (block->shared_used == 0) return state.blocks.idle.push_back(block);
  state.blocks.resting.push_back(block);
  state.blocks.resting_bytes += block->shared_used;
  while (rest_too_many()) {
    Block* const oldest = state.blocks.resting.front();
    state.blocks.resting.pop_front();
    state.blocks.resting_bytes -= oldest->shared_used;
    state.blocks.idle.push_back(oldest);
  }
}

Block* take_block() {
  if (!state.blocks.idle.empty()) {
    Block* block = state.blocks.idle.back();
    state.blocks.idle.pop_back();
    return block;
  }
  auto* block = new Block;
  block->shared_begin = reinterpret_cast<std::uintptr_t>(
      memory::allocate(memory::Kind::kShared, 0, kSharedRoom, nullptr));
  state.blocks.all.push_back(block);
  return block;
}

uint3 index_of(std::uint64_t linear, dim3 dim) {
  const auto in_plane = linear % (std::uint64_t{dim.x} * dim.y);
  return {static_cast<unsigned>(in_plane % dim.x), static_cast<unsigned>(in_plane / dim.x),
          static_cast<unsigned>(linear / (std::uint64_t{dim.x} * dim.y))};
}

void begin_grid(Grid& grid) {
  look_at_what_is_handed_over(grid.parent == nullptr);
  record.launches[grid.id - 1].sequence = ++state.blocks.grids_started;
  enter({.kind = BookEntry::Kind::kStarted, .id = grid.id});
  checker::work_started(grid.order);
}

void begin_warps(Block& block) {
  block.warps.resize((block.threads + 31) / 32);
  for (unsigned w = 0; w < block.warps.size(); ++w) {
    block.warps[w].members = members_of_warp(block.threads, w);
    block.warps[w].exited = 0;
    block.warps[w].rendezvous.clear();
  }
}

}  // namespace

Block* start_block(Grid& grid) {
  if (grid.next_block == 0) begin_grid(grid);
  Block* block = take_block();
  const std::uint64_t number = grid.next_block++;
  const auto linear = static_cast<std::uint32_t>(block_to_start(grid, number));
  block->begin({.grid = &grid,
                .index = index_of(linear, grid.grid),
                .linear = linear,
                .serial = ++state.blocks.started,
                .threads = grid.threads,
                .thread_order = Shuffle(grid.threads, draw_seed()),
                .live = grid.threads});
  block->clock.start(grid.threads);
  begin_warps(*block);
  begin_shared(*block);
  block->order = checker::block_started(grid.order, block->index, block->threads);
  block->phase = checker::block_phase(block->order);
  if (grid.cooperative) grid.live_blocks.push_back(block);
  join_cluster(*block, number);
  Device& on = device(grid.device);
  ++on.resident_blocks;
  on.resident_threads += block->threads;
  note_progress();
  return block;
}

Fiber* new_runner(Block& block) {
  Fiber* fiber = take_fiber();
  fiber->thread.block = &block;
  fiber->superseded = false;
  block.runner = fiber;
  return fiber;
}

void supersede_runner(Block& block) {
  block.runner->superseded = true;
  block.runner = nullptr;
}

namespace {

/// Its room is free for another block.
void leave_device(const Block& block) {
  Device& left = device(block.grid->device);
  --left.resident_blocks;
  left.resident_threads -= block.threads;
  make_room(left);
}

void give_back(Block& block) {
  if (block.launched)
    block.grid->kept_blocks.push_back(&block);
  else
    put_to_rest(&block);
}

/// All its blocks together: until then its neighbours are told that the block has ended.
void give_back_cluster(Block& block) {
  if (!leave_cluster(block)) return;
  const std::shared_ptr<Cluster> cluster = block.cluster;
  for (Block* ended : cluster->ended) {
    ended->cluster = nullptr;
    give_back(*ended);
  }
}

}  // namespace

void end_block(Block& block) {
  Grid& grid = *block.grid;
  if (block.cluster) end_shared(block);
  block.clock.end_segment(0);
  report::Launch& launch = record.launches[grid.id - 1];
  launch.work.add(block.linear, block.clock.cycles(), block.clock.issued(), block.marks);
  launch.touches_memory |= block.clock.accesses();
  checker::block_ended(block.order);
  block.null_last = nullptr;
  block.issued.clear();
  if (current_block == &block) current_block = nullptr;
  leave_device(block);
  block_allows_dependents(block);
  if (grid.cooperative) std::erase(grid.live_blocks, &block);
  block.cluster ? give_back_cluster(block) : give_back(block);
  if (++grid.blocks_done < grid.blocks) return;
  record.launches[grid.id - 1].finished = true;
  grid.threads_done = true;
  settle(grid);
}

void release_kept(Grid& grid) {
  for (Block* block : grid.kept_blocks) put_to_rest(block);
  grid.kept_blocks.clear();
}

void change_block(Block* block) {
  current_block = block;
  if (!block) return;
  running_serial = block->serial;
  builtin::block = block->index;
  builtin::block_dim = block->grid->block;
  builtin::grid_dim = block->grid->grid;
  checker::set_shared(block->shared_begin, block->shared_begin + block->shared_used);
  show_variables(block->grid->device);
}

std::vector<Block*> unfinished_blocks() {
  std::vector<Block*> found;
  for (Block* block : state.blocks.all)
    if (block->live != 0 && block->grid) found.push_back(block);
  return found;
}

}  // namespace emu
