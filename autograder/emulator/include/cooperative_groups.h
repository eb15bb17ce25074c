// Cooperative groups (PG13 §4.4): blocks, clusters, grids, tiles and coalesced threads as objects.
#pragma once

#include <type_traits>
#include <utility>

#include "cuda_runtime.h"
#include "emulator/lane_group.h"
#include "emulator/large_tile.h"

namespace cooperative_groups {

// Collective members are functions of their own, so that their return address is the user's line.
#define EMU_COLLECTIVE EMU_UNCHECKED __attribute__((noinline))

// ---- Any group ----------------------------------------------------------------------------------

/// A group whose kind is known at run time: a block, or threads of one warp.
class thread_group {
 public:
  unsigned long long size() const { return is_block_ ? emu::block_size() : lanes_.size(); }
  unsigned long long num_threads() const { return size(); }
  unsigned long long thread_rank() const {
    return is_block_ ? emu::rank_in_block() : lanes_.rank();
  }
  EMU_COLLECTIVE void sync() const {
    if (is_block_) {
      emu::sync_threads(emu::BlockVote::kNone, 0, EMU_SITE);
    } else {
      emu::sync_warp(lanes_.mask(), EMU_SITE);
    }
  }

 protected:
  struct Block {};
  explicit thread_group(Block) : is_block_(true), lanes_(0) {}
  explicit thread_group(emu::LaneGroup lanes) : is_block_(false), lanes_(lanes) {}

 private:
  friend thread_group tiled_partition(const thread_group& parent, unsigned size);
  bool is_block_;
  emu::LaneGroup lanes_;
};

// ---- Block --------------------------------------------------------------------------------------

class thread_block : public thread_group {
 public:
  struct arrival_token {};

  static unsigned thread_rank() { return emu::rank_in_block(); }
  static unsigned num_threads() { return emu::block_size(); }
  static unsigned size() { return emu::block_size(); }
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
  EMU_COLLECTIVE static void sync() { emu::sync_threads(emu::BlockVote::kNone, 0, EMU_SITE); }
  // Arriving waits for nobody; waiting is the whole barrier.
  [[nodiscard]] static arrival_token barrier_arrive() { return {}; }
  EMU_COLLECTIVE static void barrier_wait(arrival_token&&) {
    emu::sync_threads(emu::BlockVote::kNone, 0, EMU_SITE);
  }

 private:
  thread_block() : thread_group(Block()) {}
  friend thread_block this_thread_block();
};

inline thread_block this_thread_block() { return thread_block(); }

/// What tiles of several warps need on cards before compute capability 8.0. Here nothing uses it.
template <unsigned MaxBlockSize = 1024>
struct block_tile_memory {
 private:
  __attribute__((unused)) unsigned long long memory_[MaxBlockSize / 32];
};

template <unsigned MaxBlockSize>
thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  return this_thread_block();
}

// ---- Grid ---------------------------------------------------------------------------------------

class grid_group {
 public:
  struct arrival_token {};

  /// Whether the grid was launched so that it can synchronize (K11).
  static bool is_valid() { return emu::grid_is_cooperative(); }
  EMU_COLLECTIVE static void sync() { emu::sync_grid(EMU_SITE); }
  [[nodiscard]] static arrival_token barrier_arrive() { return {}; }
  EMU_COLLECTIVE static void barrier_wait(arrival_token&&) { emu::sync_grid(EMU_SITE); }

  static unsigned long long block_rank() {
    return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x +
           blockIdx.x;
  }
  static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  static unsigned long long thread_rank() {
    return block_rank() * emu::block_size() + emu::rank_in_block();
  }
  static unsigned long long num_threads() { return num_blocks() * emu::block_size(); }
  static unsigned long long size() { return num_threads(); }
  static dim3 block_index() { return blockIdx; }
  static dim3 dim_blocks() { return gridDim; }
  static dim3 group_dim() { return gridDim; }
  static dim3 thread_index() {
    return {blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
            blockIdx.z * blockDim.z + threadIdx.z};
  }
  static dim3 dim_threads() {
    return {gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z};
  }
  static dim3 dim_clusters() { return __clusterGridDimInClusters(); }
  static dim3 cluster_index() { return __clusterIdx(); }
  static unsigned long long num_clusters() {
    const dim3 clusters = dim_clusters();
    return static_cast<unsigned long long>(clusters.x) * clusters.y * clusters.z;
  }
  static unsigned long long cluster_rank() {
    const dim3 clusters = dim_clusters(), index = cluster_index();
    return (static_cast<unsigned long long>(index.z) * clusters.y + index.y) * clusters.x + index.x;
  }

 private:
  grid_group() = default;
  friend grid_group this_grid();
};

inline grid_group this_grid() { return grid_group(); }

// ---- Clusters -----------------------------------------------------------------------------------

class cluster_group {
 public:
  struct arrival_token {};

  EMU_COLLECTIVE static void sync() { emu::sync_cluster(EMU_SITE); }
  EMU_COLLECTIVE static arrival_token barrier_arrive() {
    emu::arrive_at_cluster_barrier(false, EMU_SITE);
    return {};
  }
  EMU_COLLECTIVE static void barrier_wait() { emu::wait_at_cluster_barrier(EMU_SITE); }
  EMU_COLLECTIVE static void barrier_wait(arrival_token&&) {
    emu::wait_at_cluster_barrier(EMU_SITE);
  }

  static unsigned block_rank() { return __clusterRelativeBlockRank(); }
  static unsigned num_blocks() { return __clusterSizeInBlocks(); }
  static dim3 block_index() { return __clusterRelativeBlockIdx(); }
  static dim3 dim_blocks() { return __clusterDim(); }
  static unsigned thread_rank() {
    return block_rank() * static_cast<unsigned>(emu::block_size()) + emu::rank_in_block();
  }
  static unsigned num_threads() { return num_blocks() * static_cast<unsigned>(emu::block_size()); }
  static unsigned size() { return num_threads(); }
  static dim3 thread_index() {
    const dim3 block = block_index();
    return {block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
            block.z * blockDim.z + threadIdx.z};
  }
  static dim3 dim_threads() {
    const dim3 blocks = dim_blocks();
    return {blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z};
  }

  /// The rank of the block in whose shared memory `address` is.
  EMU_COLLECTIVE static unsigned query_shared_rank(const void* address) {
    return emu::rank_of_shared(address, EMU_SITE);
  }
  /// The same variable of shared memory in the block of this rank.
  template <class emu_T>
  EMU_COLLECTIVE static emu_T* map_shared_rank(emu_T* address, int rank) {
    return static_cast<emu_T*>(
        emu::map_to_rank((const void*)address, static_cast<unsigned>(rank), EMU_SITE));
  }

 private:
  cluster_group() = default;
  friend cluster_group this_cluster();
};

inline cluster_group this_cluster() { return cluster_group(); }

// ---- Coalesced threads --------------------------------------------------------------------------

class coalesced_group : public thread_group {
 public:
  unsigned thread_rank() const { return lanes_.rank(); }
  unsigned num_threads() const { return lanes_.size(); }
  unsigned size() const { return lanes_.size(); }
  unsigned meta_group_rank() const { return meta_rank_; }
  unsigned meta_group_size() const { return meta_size_; }
  EMU_COLLECTIVE void sync() const { emu::sync_warp(lanes_.mask(), EMU_SITE); }

  template <class emu_T>
  EMU_COLLECTIVE emu_T shfl(emu_T value, int rank) const {
    return lanes_.exchange("coalesced_group::shfl", value, static_cast<unsigned>(rank), EMU_SITE);
  }
  template <class emu_T>
  EMU_COLLECTIVE emu_T shfl_up(emu_T value, int delta) const {
    return lanes_.exchange("coalesced_group::shfl_up", value,
                           thread_rank() - static_cast<unsigned>(delta), EMU_SITE);
  }
  template <class emu_T>
  EMU_COLLECTIVE emu_T shfl_down(emu_T value, int delta) const {
    return lanes_.exchange("coalesced_group::shfl_down", value,
                           thread_rank() + static_cast<unsigned>(delta), EMU_SITE);
  }
  EMU_COLLECTIVE int any(int predicate) const {
    return lanes_.lanes_where("coalesced_group::any", predicate != 0, EMU_SITE) != 0;
  }
  EMU_COLLECTIVE int all(int predicate) const {
    return lanes_.lanes_where("coalesced_group::all", predicate == 0, EMU_SITE) == 0;
  }
  EMU_COLLECTIVE unsigned ballot(int predicate) const {
    return lanes_.ranks_of(lanes_.lanes_where("coalesced_group::ballot", predicate != 0, EMU_SITE));
  }
  template <class emu_T>
  EMU_PASSING_ON unsigned match_any(emu_T value) const {
    return lanes_.ranks_of(__match_any_sync(lanes_.mask(), value));
  }
  template <class emu_T>
  EMU_PASSING_ON unsigned match_all(emu_T value, int& predicate) const {
    return lanes_.ranks_of(__match_all_sync(lanes_.mask(), value, &predicate));
  }

  const emu::LaneGroup& emulated_lanes() const { return lanes_; }
  coalesced_group(emu::LaneGroup lanes, unsigned meta_rank, unsigned meta_size)
      : thread_group(lanes), lanes_(lanes), meta_rank_(meta_rank), meta_size_(meta_size) {}

 private:
  emu::LaneGroup lanes_;
  unsigned meta_rank_;
  unsigned meta_size_;
};

EMU_PASSING_ON coalesced_group coalesced_threads() {
  const unsigned lanes = emu::answered("coalesced_threads", emu::lanes_here());
  return coalesced_group(emu::LaneGroup(lanes), 0, 1);
}

// ---- Tiles --------------------------------------------------------------------------------------

/// `Size` threads next to each other, of one warp or of several; Size is a power of two.
template <unsigned Size, class Parent = void>
class thread_block_tile : public thread_group {
  static_assert(Size > 0 && (Size & (Size - 1)) == 0, "the size of a tile is a power of two");
  static_assert(Size <= 1024, "a block has no more than 1024 threads");

 public:
  thread_block_tile(unsigned meta_rank, unsigned meta_size)
      : thread_group(lanes()), meta_rank_(meta_rank), meta_size_(meta_size) {}
  /// A tile whose parent is not told, as functions take it.
  template <class Other>
  thread_block_tile(const thread_block_tile<Size, Other>& other)
      : thread_block_tile(other.meta_group_rank(), other.meta_group_size()) {}

  static unsigned thread_rank() { return emu::rank_in_block() & (Size - 1); }
  static constexpr unsigned num_threads() { return Size; }
  static constexpr unsigned size() { return Size; }
  unsigned meta_group_rank() const { return meta_rank_; }
  unsigned meta_group_size() const { return meta_size_; }
  EMU_COLLECTIVE void sync() const { emu::sync_warp(lanes().mask(), EMU_SITE); }

  template <class emu_T>
  EMU_COLLECTIVE emu_T shfl(emu_T value, int rank) const {
    return lanes().exchange("thread_block_tile::shfl", value,
                            static_cast<unsigned>(rank) & (Size - 1), EMU_SITE);
  }
  template <class emu_T>
  EMU_COLLECTIVE emu_T shfl_up(emu_T value, unsigned delta) const {
    return lanes().exchange("thread_block_tile::shfl_up", value, thread_rank() - delta, EMU_SITE);
  }
  template <class emu_T>
  EMU_COLLECTIVE emu_T shfl_down(emu_T value, unsigned delta) const {
    return lanes().exchange("thread_block_tile::shfl_down", value, thread_rank() + delta, EMU_SITE);
  }
  template <class emu_T>
  EMU_COLLECTIVE emu_T shfl_xor(emu_T value, unsigned mask) const {
    return lanes().exchange("thread_block_tile::shfl_xor", value, thread_rank() ^ mask, EMU_SITE);
  }
  EMU_COLLECTIVE int any(int predicate) const {
    return lanes().lanes_where("thread_block_tile::any", predicate != 0, EMU_SITE) != 0;
  }
  EMU_COLLECTIVE int all(int predicate) const {
    return lanes().lanes_where("thread_block_tile::all", predicate == 0, EMU_SITE) == 0;
  }
  EMU_COLLECTIVE unsigned ballot(int predicate) const {
    return lanes().ranks_of(
        lanes().lanes_where("thread_block_tile::ballot", predicate != 0, EMU_SITE));
  }
  template <class emu_T>
  EMU_PASSING_ON unsigned match_any(emu_T value) const {
    return lanes().ranks_of(__match_any_sync(lanes().mask(), value));
  }
  template <class emu_T>
  EMU_PASSING_ON unsigned match_all(emu_T value, int& predicate) const {
    return lanes().ranks_of(__match_all_sync(lanes().mask(), value, &predicate));
  }

  const emu::LaneGroup emulated_lanes() const { return lanes(); }

 private:
  static emu::LaneGroup lanes() {
    return emu::LaneGroup(emu::lanes_from(emu::rank_in_block() & 31 & ~(Size - 1), Size));
  }
  unsigned meta_rank_;
  unsigned meta_size_;
};

#define EMU_LARGE_TILE(size)                                                     \
  template <class Parent>                                                        \
  class thread_block_tile<size, Parent> : public emu::LargeTile<size> {          \
   public:                                                                       \
    using emu::LargeTile<size>::LargeTile;                                       \
    template <class Other>                                                       \
    thread_block_tile(const thread_block_tile<size, Other>& other)               \
        : thread_block_tile(other.meta_group_rank(), other.meta_group_size()) {} \
  };
EMU_LARGE_TILE(64)
EMU_LARGE_TILE(128)
EMU_LARGE_TILE(256)
EMU_LARGE_TILE(512)
EMU_LARGE_TILE(1024)
#undef EMU_LARGE_TILE

// ---- Partitions ---------------------------------------------------------------------------------

template <unsigned Size>
thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
  return {emu::rank_in_block() / Size, (emu::block_size() + Size - 1) / Size};
}

/// The calling thread alone.
inline thread_block_tile<1> this_thread() { return {0, 1}; }

template <unsigned Size, unsigned ParentSize, class GrandParent>
thread_block_tile<Size, thread_block_tile<ParentSize, GrandParent>> tiled_partition(
    const thread_block_tile<ParentSize, GrandParent>& parent) {
  static_assert(Size <= ParentSize, "a tile is no larger than the tile it is a part of");
  return {parent.thread_rank() / Size, ParentSize / Size};
}

/// The caller's run of `size` members of `parent`, in the order of their ranks.
inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
  const emu::LaneGroup& lanes = parent.emulated_lanes();
  const unsigned meta_rank = lanes.rank() / size;
  std::uint32_t mask = 0;
  for (unsigned rank = meta_rank * size; rank < (meta_rank + 1) * size && rank < lanes.size();
       ++rank) {
    mask |= 1u << lanes.lane_of(rank);
  }
  return coalesced_group(emu::LaneGroup(mask), meta_rank, (lanes.size() + size - 1) / size);
}

inline thread_group tiled_partition(const thread_group& parent, unsigned size) {
  if (!parent.is_block_) return tiled_partition(coalesced_group(parent.lanes_, 0, 1), size);
  const unsigned first = emu::rank_in_block() & 31 & ~(size - 1);
  return thread_group(emu::LaneGroup(emu::lanes_from(first, size)));
}

/// The members with the same label as the caller; groups are numbered by their lowest member.
template <class Group, class Label>
EMU_COLLECTIVE coalesced_group labeled_partition(const Group& parent, Label label) {
  static_assert(std::is_integral_v<Label>, "a label is an integer");
  const emu::LaneGroup lanes = parent.emulated_lanes();
  const auto same = static_cast<std::uint32_t>(
      emu::warp_operation("labeled_partition", lanes.mask(), {static_cast<std::uint64_t>(label), 0},
                          &emu::lanes::match_any, EMU_SITE));
  const unsigned first_lane = static_cast<unsigned>(__ffs(static_cast<int>(same)) - 1);
  const std::uint32_t leaders =
      lanes.lanes_where("labeled_partition", first_lane == (emu::rank_in_block() & 31), EMU_SITE);
  const auto meta_rank = static_cast<unsigned>(__popc(leaders & ((1u << first_lane) - 1)));
  return coalesced_group(emu::LaneGroup(same), meta_rank, static_cast<unsigned>(__popc(leaders)));
}

template <class Group>
EMU_COLLECTIVE coalesced_group binary_partition(const Group& parent, bool predicate) {
  const emu::LaneGroup lanes = parent.emulated_lanes();
  const std::uint32_t set = lanes.lanes_where("binary_partition", predicate, EMU_SITE);
  const unsigned groups = set == 0 || set == lanes.mask() ? 1 : 2;
  return coalesced_group(emu::LaneGroup(predicate ? set : lanes.mask() & ~set),
                         groups == 2 && predicate ? 1 : 0, groups);
}

// ---- Functions over any group -------------------------------------------------------------------

template <class Group>
EMU_PASSING_ON void sync(const Group& group) {
  group.sync();
}
template <class Group>
auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
auto group_size(const Group& group) {
  return group.size();
}

/// One member calls `function`; no thread waits.
template <class Group, class Function, class... Arguments>
EMU_PASSING_ON void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) {
    std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
  }
}

/// One member calls `function`; all get what it returned.
template <class Group, class Function, class... Arguments>
EMU_PASSING_ON auto invoke_one_broadcast(const Group& group, Function&& function,
                                         Arguments&&... arguments) {
  decltype(function(std::forward<Arguments>(arguments)...)) result{};
  if (group.thread_rank() == 0) result = function(std::forward<Arguments>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups
