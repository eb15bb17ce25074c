// Tiles of cooperative groups that consist of several warps. They have fewer operations than tiles
// within a warp: their threads can wait for each other, and hand each other values.
#pragma once

#include <type_traits>

#include "emulator/collectives.h"
#include "emulator/lane_group.h"
#include "emulator/seam.h"

namespace emu::types {

template <unsigned Size>
class LargeTile {
 public:
  LargeTile(unsigned meta_rank, unsigned meta_size)
      : meta_rank_(meta_rank), meta_size_(meta_size) {}

  static unsigned thread_rank() { return rank_in_block() & (Size - 1); }
  static constexpr unsigned num_threads() { return Size; }
  static constexpr unsigned size() { return Size; }
  unsigned meta_group_rank() const { return meta_rank_; }
  unsigned meta_group_size() const { return meta_size_; }

  EMU_UNCHECKED __attribute__((noinline)) void sync() const {
    gather_in_tile("thread_block_tile::sync", Size, {}, EMU_SITE);
  }
  /// All threads name the same rank.
  template <class emu_T>
  EMU_UNCHECKED __attribute__((noinline)) emu_T shfl(emu_T value, int rank) const {
    return gathered<emu_T, 1>("thread_block_tile::shfl", value,
                              static_cast<unsigned>(rank) & (Size - 1), 1, EMU_SITE)
        .values[0];
  }
  EMU_UNCHECKED __attribute__((noinline)) int any(int predicate) const {
    return votes("thread_block_tile::any", predicate != 0, EMU_SITE) != 0;
  }
  EMU_UNCHECKED __attribute__((noinline)) int all(int predicate) const {
    return votes("thread_block_tile::all", predicate == 0, EMU_SITE) == 0;
  }

  /// First in each warp, then of the warps in their order.
  template <class emu_T, class Operation>
  EMU_UNCHECKED emu_T emulated_reduce(const char* name, emu_T value, Operation& operation,
                                      const void* site) const {
    const LaneGroup lanes(lanes_from(0, 32));
    const emu_T mine = lanes.size() < 32 ? reduce_by_scan(name, lanes, value, operation, site)
                                         : butterfly(name, lanes, value, operation, site);
    const auto warps = gathered<emu_T, Size / 32>(name, mine, 0, warps_here(), site);
    emu_T result = warps.values[0];
    for (unsigned i = 1; i < warps_here(); ++i) result = operation(result, warps.values[i]);
    return result;
  }

  template <class emu_T, class Operation>
  EMU_UNCHECKED emu_T emulated_inclusive_scan(const char* name, emu_T value, Operation& operation,
                                              const void* site) const {
    const LaneGroup lanes(lanes_from(0, 32));
    emu_T result = inclusive_scan(name, lanes, value, operation, site);
    const unsigned before = thread_rank() / 32;  // warps
    const auto warps = gathered<emu_T, Size / 32>(name, result, 31, before, site);
    for (unsigned i = before; i > 0; --i) result = operation(warps.values[i - 1], result);
    return result;
  }
  template <class emu_T, class Operation>
  EMU_UNCHECKED emu_T emulated_exclusive_scan(const char* name, emu_T value, Operation& operation,
                                              const void* site) const {
    const emu_T with_own = emulated_inclusive_scan(name, value, operation, site);
    const auto below = gathered<emu_T, 1>(name, with_own, thread_rank() + Size - 1, 1, site);
    return thread_rank() == 0 ? emu_T{} : below.values[0];
  }

 private:
  template <class emu_T, unsigned emu_count>
  struct Values {
    union {
      emu_T values[emu_count];
    };
    Values() {}
  };

  /// Of the ranks from `from` on, a warp apart.
  template <class emu_T, unsigned emu_count>
  EMU_UNCHECKED static Values<emu_T, emu_count> gathered(const char* name, const emu_T& value,
                                                         unsigned from, unsigned count,
                                                         const void* site) {
    static_assert(std::is_trivially_copyable_v<emu_T>,
                  "groups exchange trivially copyable types only");
    Values<emu_T, emu_count> result;
    gather_in_tile(name, Size, {&value, sizeof value, from, 32, count, result.values}, site);
    return result;
  }

  /// How many warps have a thread whose predicate is set.
  EMU_UNCHECKED static unsigned votes(const char* name, bool predicate, const void* site) {
    const LaneGroup lanes(lanes_from(0, 32));
    const unsigned mine = lanes.lanes_where(name, predicate, site) != 0;
    const auto warps = gathered<unsigned, Size / 32>(name, mine, 0, warps_here(), site);
    unsigned sum = 0;
    for (unsigned i = 0; i < warps_here(); ++i) sum += warps.values[i];
    return sum;
  }

  /// The block's last tile may lack some.
  static unsigned warps_here() {
    const unsigned threads = block_size() - rank_in_block() / Size * Size;
    return (threads < Size ? threads + 31 : Size) / 32;
  }

  unsigned meta_rank_;
  unsigned meta_size_;
};

}  // namespace emu::types

namespace emu {
using types::LargeTile;

template <unsigned Size>
constexpr bool is_large(const LargeTile<Size>*) {
  return true;
}
constexpr bool is_large(const void*) { return false; }
/// Whether a group spans several warps.
template <class Group>
constexpr bool kIsLarge = is_large(static_cast<const Group*>(nullptr));
}  // namespace emu
