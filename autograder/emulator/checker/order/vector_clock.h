// Vector clocks: of each thread the latest position that is known, and what else came with it.
//
// A clock is an immutable binary trie over the bits of its keys. What two clocks share is there
// once, so uniting two looks only at where they differ (Okasaki and Gill, "Fast Mergeable Integer
// Maps", 1998), and keeping an old one costs nothing. Of two entries with one key the later counts.
#pragma once

#include <cstdint>

#include "checker/order/order.h"

namespace emu::checker {

/// What an entry says. The rest of its key is a number.
enum class Known : std::uint64_t {
  kPosition,     // all that is ordered before `top` of this thread; number: block and thread
  kStart,        // all that is ordered before the work's start, which is `top`; number: of the work
  kComplete,     // all that the work's tree did; number: of the work
  kAwaited,      // the same, by a grid that has waited for it (Q5); number: of the work
  kGridBase,     // all of the work's phases below `top`; number: of the work
  kClusterBase,  // all of the cluster's phases below `top`; number: of the cluster
  kWatermark,    // all phases below `top`
};

/// An entry, or the part of a clock whose keys agree above one bit. An entry's key is odd; that of
/// a part is what they agree in, a one in place of the bit, and zeros.
struct ClockPart {
  std::uint64_t key;
  std::uint64_t content;  // a hash of all entries
  const ClockPart* half[2];
  Phase top;           // the largest of all entries
  Phase base;          // the largest block_base of all positions
  Phase after;         // of a position: where its thread knew what came with it
  std::uint32_t edit;  // who may change it: see unite

  bool is_entry() const { return (key & 1) != 0; }
  std::uint64_t number() const { return key >> 1 & ((std::uint64_t{1} << kNumberBits) - 1); }
  std::uint32_t thread() const { return key >> 1 & ((1u << kClockThreadBits) - 1); }

  static constexpr unsigned kClockThreadBits = 11, kNumberBits = 40;
};

/// `root`, where it is not null, is a position that came with all of this clock: whoever knows of
/// it, or of a later one of its thread, knows all of the clock.
struct Clock {
  const ClockPart* all = nullptr;
  const ClockPart* root = nullptr;
};

/// A new entry.
const ClockPart* entry(Known known, std::uint64_t number, Phase top);
const ClockPart* position_entry(Position at, Phase after);

/// What `a` and `b` say together. Changes parts of `a` in place that this edit has made; 0: none.
const ClockPart* unite(const ClockPart* a, const ClockPart* b, std::uint32_t edit);
Clock unite(const Clock& a, const Clock& b);
/// A number for edits of one clock until it is shown to others.
std::uint32_t new_edit();

/// Whether the clock is sure to say all that came with the position.
bool holds(const ClockPart* clock, const ClockPart& position);

/// How far it is known; 0: it is not.
Phase top_of(const ClockPart* clock, Known known, std::uint64_t number);
/// The entries of one kind.
const ClockPart* all_of(const ClockPart* clock, Known known);
/// The positions of a block's threads, or of one warp of it.
const ClockPart* positions_of(const ClockPart* clock, std::uint32_t block);
const ClockPart* positions_of(const ClockPart* clock, std::uint32_t block, unsigned warp);

/// Whether `is_one` holds for an entry whose top is `from` or later.
template <typename F>
bool any_entry(const ClockPart* part, Phase from, const F& is_one) {
  if (!part || part->top < from) return false;
  if (part->is_entry()) return is_one(*part);
  return any_entry(part->half[0], from, is_one) || any_entry(part->half[1], from, is_one);
}

/// There are more parts than memory should hold: nothing more is asked of clocks.
bool out_of_clocks();

}  // namespace emu::checker
