// The threads of one warp as a group: what tiles and coalesced groups of cooperative groups have in
// common. A member's rank is its place among the set bits of the mask.
#pragma once

#include <type_traits>

#include "emulator/integer_intrinsics.h"
#include "emulator/lanes.h"
#include "emulator/seam.h"

namespace emu {

inline unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }

inline unsigned rank_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

/// The lanes [first, first + n) of the calling thread's warp, as far as the block has them.
inline std::uint32_t lanes_from(unsigned first, unsigned n) {
  const unsigned in_warp = block_size() - rank_in_block() / 32 * 32;
  const unsigned end = first + n < in_warp ? first + n : in_warp;
  const std::uint32_t below_end = end >= 32 ? ~0u : (1u << end) - 1;
  return below_end & (~0u << first);
}

namespace types {
class LaneGroup {
 public:
  explicit LaneGroup(std::uint32_t mask) : mask_(mask) {}

  std::uint32_t mask() const { return mask_; }
  unsigned size() const { return static_cast<unsigned>(__popc(mask_)); }
  unsigned rank() const { return rank_of(rank_in_block() & 31); }
  unsigned rank_of(unsigned lane) const {
    return static_cast<unsigned>(__popc(mask_ & ((1u << lane) - 1)));
  }
  unsigned lane_of(unsigned rank) const {
    const auto first = static_cast<unsigned>(__builtin_ctz(mask_));
    const std::uint32_t run = mask_ >> first;
    if ((run & (run + 1)) == 0) return first + rank;  // no gaps
    return __fns(mask_, 0, static_cast<int>(rank) + 1);
  }

  /// A set of lanes as a set of ranks.
  std::uint32_t ranks_of(std::uint32_t lanes) const {
    std::uint32_t ranks = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if (mask_ >> lane & lanes >> lane & 1) ranks |= 1u << rank_of(lane);
    }
    return ranks;
  }

  std::uint32_t lanes_where(const char* name, bool predicate, const void* site) const {
    count_operation(name, site);
    return static_cast<std::uint32_t>(
        warp_operation(name, mask_, {predicate, 0}, &lanes::ballot, site));
  }

  /// The value of the member `rank`; the caller's own when there is none. Any plain type can be
  /// handed over: it goes in pieces of eight bytes.
  template <class emu_T>
  EMU_UNCHECKED emu_T exchange(const char* name, const emu_T& value, unsigned rank,
                               const void* site) const {
    static_assert(std::is_trivially_copyable_v<emu_T>,
                  "groups exchange trivially copyable types only");
    const unsigned own = rank_in_block() & 31;
    const unsigned source = rank < size() ? lane_of(rank) : own;
    union Pieces {
      std::uint64_t words[(sizeof(emu_T) + 7) / 8];
      emu_T value;
      Pieces() : words{} {}
    } pieces;
    pieces.value = value;
    for (std::uint64_t& word : pieces.words) {
      word = warp_operation(name, mask_, {word, source}, &lanes::gather, site);
    }
    return pieces.value;
  }

 private:
  std::uint32_t mask_;
};
}  // namespace types
using types::LaneGroup;

}  // namespace emu
