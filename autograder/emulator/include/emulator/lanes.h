// What warp operations compute, as pure functions over all lanes at once (`emu::WarpFunction`).
// They run when the last lane of the mask has arrived.
#pragma once

#include "emulator/seam.h"

namespace emu::lanes {

/// `LaneOperand::operand` of a shuffle: what the source is relative to, and the segment's width.
constexpr std::uint64_t shuffle_operand(unsigned source, unsigned width) {
  return std::uint64_t{width} << 32 | source;
}

void shuffle(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]);
void shuffle_up(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]);
void shuffle_down(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]);
void shuffle_xor(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]);

/// The value of the lane that `operand` names; the own one when that is not in the mask.
void gather(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]);

/// The lanes whose value is not 0.
void ballot(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]);
void match_any(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]);
void match_all(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]);

}  // namespace emu::lanes
