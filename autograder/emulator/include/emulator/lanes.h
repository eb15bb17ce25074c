// What warp operations compute, as pure functions over all lanes at once (`emu::WarpFunction`).
// They run when the last lane of the mask has arrived.
#pragma once

#include "emulator/seam.h"

namespace emu::lanes {

namespace types {
/// The lane that a shuffle reads; the caller's own when the one asked for is out of reach.
struct ShuffleSource {
  unsigned lane;
  bool in_reach;
};
}  // namespace types
using types::ShuffleSource;

// PTX's rules for `shfl.sync`, of whose operands these are `b` and `c`: bits 8 to 12 of `ends` are
// the bits of a lane's number that its segment shares; bits 0 to 4, as far as they are not shared,
// make the last lane in reach, for `up` the first. `idx` reads lane `by` of the segment.
constexpr ShuffleSource in_reach_or_own(bool in_reach, unsigned source, unsigned lane) {
  return {in_reach ? source : lane, in_reach};
}
constexpr unsigned shuffle_first(unsigned lane, std::uint32_t ends) { return lane & ends >> 8; }
constexpr unsigned shuffle_end(unsigned lane, std::uint32_t ends) {
  return shuffle_first(lane, ends) | (ends & ~(ends >> 8) & 31);
}
constexpr ShuffleSource shuffle_idx_source(unsigned lane, std::uint32_t by, std::uint32_t ends) {
  const unsigned source = shuffle_first(lane, ends) | (by & ~(ends >> 8) & 31);
  return in_reach_or_own(source <= shuffle_end(lane, ends), source, lane);
}
constexpr ShuffleSource shuffle_up_source(unsigned lane, std::uint32_t by, std::uint32_t ends) {
  return in_reach_or_own(lane >= shuffle_end(lane, ends) + (by & 31), lane - (by & 31), lane);
}
constexpr ShuffleSource shuffle_down_source(unsigned lane, std::uint32_t by, std::uint32_t ends) {
  const unsigned source = lane + (by & 31);
  return in_reach_or_own(source <= shuffle_end(lane, ends), source, lane);
}
constexpr ShuffleSource shuffle_bfly_source(unsigned lane, std::uint32_t by, std::uint32_t ends) {
  const unsigned source = lane ^ (by & 31);
  return in_reach_or_own(source <= shuffle_end(lane, ends), source, lane);
}

/// `ends` of a shuffle in segments of `width` lanes, a power of two.
constexpr std::uint32_t segments_of(int width) {
  return static_cast<std::uint32_t>(32 - width) << 8;
}

/// `LaneOperand::operand` of a shuffle.
constexpr std::uint64_t shuffle_operand(std::uint32_t by, std::uint32_t ends) {
  return std::uint64_t{ends} << 32 | by;
}

void shuffle_idx(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]);
void shuffle_up(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]);
void shuffle_down(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]);
void shuffle_bfly(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]);

/// The value of the lane that `operand` names.
void gather(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]);

/// The lanes whose value is not 0.
void ballot(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]);
void match_any(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]);
void match_all(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]);

}  // namespace emu::lanes
