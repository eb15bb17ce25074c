// A grid: one launch of a kernel.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "device/grids/kernel.h"
#include "device/grids/work.h"

namespace emu {

class Block;
struct Cluster;
struct Fiber;

/// The clusters that a grid's blocks form. There are none if `size` is 1 × 1 × 1, unless the launch
/// or the kernel has asked for clusters of one block.
struct ClusterShape {
  dim3 size{1, 1, 1};
  bool specified = false;

  unsigned blocks() const { return size.x * size.y * size.z; }
};

/// The order in which a grid's blocks start, or a block's threads: all of 0 … count-1, once each.
class Shuffle {
 public:
  /// In order when `seed` is 0.
  Shuffle(std::uint64_t count, std::uint64_t seed);
  Shuffle() = default;
  bool is_in_order() const { return step_ == 1 && first_ == 0; }
  std::uint64_t operator()(std::uint64_t i) const {
    return step_ == 1 ? i + first_ < count_ ? i + first_ : i + first_ - count_
                      : (i * step_ + first_) % count_;
  }

 private:
  std::uint64_t count_ = 1, step_ = 1, first_ = 0;
};

class Grid : public Work {
 public:
  Grid(int device, Kernel& kernel, const KernelBody& how, void* arguments, dim3 grid, dim3 block,
       std::size_t dynamic_shared);
  ~Grid() override;
  void make_ready() override;
  Grid* as_grid() override { return this; }

  /// Before its first block starts.
  void form_clusters(const ClusterShape& shape);
  bool all_blocks_started() const { return next_block == blocks; }

  Kernel& kernel;
  const KernelBody& how;
  void* arguments;
  const dim3 grid, block;
  const std::size_t dynamic_shared;
  bool cooperative = false;
  ClusterShape cluster;
  std::shared_ptr<Cluster> forming;  // some of its blocks have started
  const std::uint64_t blocks;
  const unsigned threads;        // of a block
  std::uint64_t next_block = 0;  // how many have started
  std::uint64_t blocks_done = 0;
  Shuffle block_order;
  bool waits_for_later_blocks = false;  // a thread polls for what a block that has not started does
  checker::WorkInfo info;
  unsigned depth = 0;

  // Completion (N2).
  bool threads_done = false;
  bool nontail_done = false;
  unsigned children = 0;  // non-tail work that is not complete
  unsigned unfinished_tails = 0;
  WorkRef first_tail, last_tail;

  // Programmatic dependent launch (dependents/early_start.h).
  bool may_start_early = false;
  bool has_triggered = false;                // one of its blocks
  std::uint64_t blocks_released = 0;         // have triggered, or ended
  std::vector<WorkRef> released_by_trigger;  // wait until all have
  std::vector<WorkRef> overlapped_by;        // are complete after it
  unsigned earlier_open = 0;                 // of those that it may overlap: not complete
  std::vector<Fiber*> waiting_for_earlier;

  // Kept until the children are complete, so that a leaked pointer into them is nobody's (N5, G3).
  std::vector<Block*> kept_blocks;

  // grid.sync() (K11): who has arrived.
  std::vector<Block*> live_blocks;
  std::vector<Fiber*> at_grid_barrier;
  std::vector<checker::Position> apart;  // positions there that are not their block's phase
  std::uint64_t live_threads = 0;
};

}  // namespace emu
