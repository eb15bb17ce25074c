// A stamp: who accessed four bytes of memory last, and when, in 64 bits.
//
//   bits 0-27  phase   28-37  thread   38-39  level   40  atomic   41  block scope   42-63  site
//
// 0 means never. Levels above kThread summarise several readers: at phases up to `phase` an aligned
// group of a warp's lanes or any threads of the block; or a set of such stamps.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "checker/checker.h"

namespace emu::checker {

using Stamp = std::uint64_t;

enum class Level : unsigned {
  kThread,  // one thread
  kGroup,   // lanes of one warp; the low five bits of `thread` name the group (see lane_group)
  kBlock,   // threads of one block; thread 1: one of them, forgotten which (see someone)
  kSet,     // readers of many blocks and grids; `phase` is no phase (see readers.h)
};

inline constexpr unsigned kPhaseBits = 28, kThreadBits = 10, kLevelShift = 38, kWhoBits = 42;
inline constexpr Stamp kPhaseMask = (Stamp{1} << kPhaseBits) - 1;
inline constexpr Stamp kWhoMask = (Stamp{1} << kWhoBits) - 1;
inline constexpr Stamp kAtomic = Stamp{1} << 40;
inline constexpr Stamp kBlockScope = Stamp{1} << 41;
inline constexpr unsigned kSiteBits = 64 - kWhoBits;

/// Before everything: what a program's loader, or host code that is not instrumented, wrote.
inline constexpr Stamp kBeginning = 1;

inline Stamp make_stamp(Phase phase, std::uint32_t thread, Level level = Level::kThread) {
  return phase | Stamp{thread} << kPhaseBits | Stamp(level) << kLevelShift;
}
inline Phase phase_of(Stamp s) { return static_cast<Phase>(s & kPhaseMask); }
inline std::uint32_t thread_of(Stamp s) { return s >> kPhaseBits & ((1u << kThreadBits) - 1); }
inline Level level_of(Stamp s) { return static_cast<Level>(s >> kLevelShift & 3); }
inline Stamp site_bits(Stamp s) { return s & ~kWhoMask; }
inline bool same_who(Stamp a, Stamp b) { return (a ^ b) << kSiteBits == 0; }
inline bool same_phase(Stamp a, Stamp b) { return ((a ^ b) & kPhaseMask) == 0; }
inline bool is_reader_set(Stamp s) { return level_of(s) == Level::kSet; }

// ---- Groups of lanes ----------------------------------------------------------------------------
// The aligned groups of a warp are the nodes of a binary tree, numbered as in a heap: 1 is the
// whole warp, 2 and 3 its halves, … 16 to 31 pairs, 32 to 63 single lanes.

inline unsigned group_depth(unsigned group) { return std::bit_width(group) - 1u; }
inline unsigned first_lane(unsigned group) { return (group << (5 - group_depth(group))) & 31; }
inline unsigned lanes_in(unsigned group) { return 32u >> group_depth(group); }
inline bool group_holds(unsigned group, unsigned lane) {
  return (lane | 32u) >> (5 - group_depth(group)) == group;
}
/// The smallest aligned group that holds both.
inline unsigned group_with(unsigned group, unsigned lane) {
  const unsigned a = group << (5 - group_depth(group)), b = lane | 32u;
  const unsigned apart =
      std::max(static_cast<unsigned>(std::bit_width(a ^ b)), 5 - group_depth(group));
  return b >> apart;
}
/// The group of a stamp of level kThread or kGroup.
inline unsigned group_of(Stamp s) {
  const unsigned low = thread_of(s) & 31;
  return level_of(s) == Level::kGroup ? low : low | 32u;
}
inline unsigned warp_of(Stamp s) { return thread_of(s) >> 5; }
/// For each lane a bit for each group that holds it.
inline constexpr auto kGroupsOfLane = [] {
  std::array<std::uint32_t, 32> groups{};
  for (unsigned leaf = 32; leaf < 64; ++leaf)
    for (unsigned group = leaf / 2; group != 0; group /= 2) groups[leaf - 32] |= 1u << group;
  return groups;
}();

/// The reader `s` and another thread of its warp, as one stamp of s's phase and site.
inline Stamp add_lane(Stamp s, unsigned lane) {
  const unsigned group = group_with(group_of(s), lane);
  const Stamp thread = warp_of(s) << 5 | group;
  return (s & ~(Stamp{0xFFF} << kPhaseBits)) | thread << kPhaseBits |
         Stamp(Level::kGroup) << kLevelShift;
}
inline Stamp add_warp(Stamp s) {
  return (s & ~(Stamp{0xFFF} << kPhaseBits)) | Stamp(Level::kBlock) << kLevelShift;
}
/// A thread of the block, taken to be the one for which things are in order.
inline Stamp someone(Stamp s) { return add_warp(s) | Stamp{1} << kPhaseBits; }
inline bool is_someone(Stamp s) { return level_of(s) == Level::kBlock && thread_of(s) == 1; }

}  // namespace emu::checker
