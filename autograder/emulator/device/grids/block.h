// A block: its threads, barrier, warps and shared memory.
//
// Threads are started one after another on the runner fiber; the first that waits takes that fiber
// with it, and another becomes the runner. `ready` holds fibers whose threads can go on.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "card/numbers.h"
#include "device/device.h"
#include "device/grids/block_clock.h"
#include "device/grids/grid.h"
#include "device/threads/fiber.h"
#include "device/threads/tile.h"
#include "device/threads/warp.h"
#include "emulator/seam.h"

namespace emu {

/// A `__shared__` variable that a thread of the block has come to.
struct PlacedShared {
  const SharedSlot* slot;
  std::uintptr_t begin;
  std::size_t size, align;
};

/// What a block has room for: all that a multiprocessor has, and gaps.
inline constexpr std::size_t kSharedRoom = card::kSharedPerMultiprocessor + (64 << 10);

/// What a block begins with: assigned afresh when one starts.
struct BlockLife {
  // At the start only.
  Grid* grid = nullptr;
  uint3 index{};
  std::uint32_t linear = 0;
  std::uint64_t serial = 0;  // unique over the run
  unsigned threads = 0;
  Shuffle thread_order;
  checker::Block* order = nullptr;

  // When its threads start, exit, wait and are woken.
  unsigned started = 0;
  uint3 next_at{};          // threadIdx of the next to start, where they start in order
  unsigned live = 0;        // not yet exited
  Fiber* runner = nullptr;  // the fiber that will start the next thread
  std::size_t ready_head = 0;
  bool launched = false;  // one of its threads launched a grid
  // Programmatic dependent launch.
  bool has_triggered = false;  // what depends on its grid may start, as far as it is concerned
  report::EarlyMarks marks{};

  // At each barrier.
  checker::Phase phase = 0;  // in which every thread is that did nothing to leave it
  const void* barrier_site = nullptr;
  BlockVote vote = BlockVote::kNone;
  int votes = 0;
  int vote_result = 0;  // of the latest barrier; nobody overwrites it before all have read it

  // When threads come to `__shared__` variables.
  std::size_t shared_used = 0;    // with the gaps between variables
  std::size_t static_shared = 0;  // without

  // In clusters (clusters/cluster.h).
  std::shared_ptr<Cluster> cluster{};
  bool shared_is_mapped = false;  // a thread of its cluster has had a pointer into its memory

  // By launches into the block's NULL stream (S1).
  WorkRef null_last{};
  std::uint64_t null_id = 0;
};

/// An object serves one block after the other, and keeps memory that it has taken.
class Block : public BlockLife {
 public:
  void begin(BlockLife fresh) {
    static_cast<BlockLife&>(*this) = std::move(fresh);
    ready.clear();
    shared_slots.clear();
    left.clear();
  }

  bool can_start_thread() const { return started < threads && runner == nullptr; }
  bool can_run() const { return ready_head < ready.size() || can_start_thread(); }
  unsigned waiting_at_barrier() const { return static_cast<unsigned>(at_barrier.size()); }

  // For the object's life: one region, [0, shared_used) of it in use.
  std::uintptr_t shared_begin = 0;
  // By the scheduler, which may still have a block in its list that has ended.
  bool listed = false;  // it knows that it can run
  std::uint64_t priority = 0;

  // Empty when all threads have exited, or begun anew when the next block starts.
  std::vector<Fiber*> ready;
  std::vector<Fiber*> at_barrier;
  std::vector<checker::Position> apart;  // positions of threads that are not in the block's phase
  std::vector<Fiber*> converging;        // threads in __activemask
  std::vector<Warp> warps;
  std::vector<TileMeeting> tiles;
  std::vector<PlacedShared> shared_slots;
  std::vector<checker::Position> left;  // of a cluster: where its threads exited
  std::vector<WorkRef> issued;          // CDP1 only: all that its threads have launched
  BlockClock clock;
};

/// The block whose thread runs; null for the host. At namespace scope, and not in the State: nearly
/// every call of device code asks for it.
[[gnu::visibility("hidden")]] extern Block* current_block;

/// All blocks, and those that can be used again. By start_block and end_block.
struct Blocks {
  std::uint64_t grids_started = 0;  // over the run
  std::uint64_t started = 0;
  std::uint64_t clusters = 0;
  std::vector<Block*> all;
  std::vector<Block*> idle;
  // Blocks that have ended and used shared memory, the oldest first. Their addresses mean nothing
  // for a while, so that a pointer that one has left behind is not taken for one into the shared
  // memory of the next (G3).
  std::deque<Block*> resting;
  std::size_t resting_bytes = 0;
};

/// Gives the block its dynamic shared memory.
void begin_shared(Block& block);
/// Where a variable that another block has come to lies in this one.
std::uintptr_t placed_in(Block& block, const PlacedShared& variable);
/// The part of the running block's shared memory that holds `address` or is nearest to it.
checker::SharedPart nearest_part(std::uintptr_t address);

/// A fresh block of the grid, ready to start its first thread.
Block* start_block(Grid& grid);
/// A fiber that will start the block's next thread; there must be one, and no other runner.
Fiber* new_runner(Block& block);
/// The runner's thread waits and keeps the fiber: the block needs another runner.
void supersede_runner(Block& block);
/// All its threads have exited: counts it and gives it back.
void end_block(Block& block);
/// Gives back the blocks whose memory might have leaked into children that are now complete.
void release_kept(Grid& grid);

/// A thread has exited: the barrier of its block or grid may have waited only for it.
void let_go(Block& block);

/// grid.sync(): returns when all threads of the running thread's grid have arrived (K11).
void arrive_at_grid_barrier(const void* site);

/// Every block that is under way, for messages about deadlocks.
std::vector<Block*> unfinished_blocks();

}  // namespace emu
