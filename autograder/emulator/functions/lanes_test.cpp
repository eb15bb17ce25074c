// What warp operations compute, and how CUDA's functions call them.
#include "emulator/lanes.h"

#include <gtest/gtest.h>

#include <array>

#include "emulator/warp.h"
#include "functions/fake_seam.h"

namespace {

using emu::LaneOperand;
using emu::lanes::segments_of;
using emu::lanes::shuffle_operand;
using Results = std::array<std::uint64_t, 32>;

constexpr std::uint64_t kUntouched = 999;

/// The operand of a shuffle in segments of `width` lanes, of which each lane is in reach.
constexpr std::uint64_t to_end_of(int width, unsigned by) {
  return shuffle_operand(by, segments_of(width) | 31);
}

/// Every lane brings its number plus 100 and the same operand.
Results run(emu::WarpFunction function, std::uint64_t operand, std::uint32_t mask = 0xffffffff) {
  LaneOperand in[32];
  for (unsigned lane = 0; lane < 32; ++lane) in[lane] = {100 + lane, operand};
  Results out;
  out.fill(kUntouched);
  function(in, mask, out.data());
  return out;
}

TEST(Lanes, ShuffleTakesFromTheSegment) {
  const Results out = run(&emu::lanes::shuffle_idx, to_end_of(8, 10));
  EXPECT_EQ(out[0], 102u);  // 10 modulo 8
  EXPECT_EQ(out[7], 102u);
  EXPECT_EQ(out[8], 110u);
  EXPECT_EQ(out[31], 126u);
}

TEST(Lanes, ShuffleUpKeepsTheFirstLanesOfASegment) {
  const Results out = run(&emu::lanes::shuffle_up, shuffle_operand(2, segments_of(16)));
  EXPECT_EQ(out[1], 101u);
  EXPECT_EQ(out[2], 100u);
  EXPECT_EQ(out[17], 117u);
  EXPECT_EQ(out[18], 116u);
}

TEST(Lanes, ShuffleDownKeepsTheLastLanesOfASegment) {
  const Results out = run(&emu::lanes::shuffle_down, to_end_of(32, 1));
  EXPECT_EQ(out[0], 101u);
  EXPECT_EQ(out[30], 131u);
  EXPECT_EQ(out[31], 131u);
}

TEST(Lanes, ShuffleXorReachesEarlierSegmentsOnly) {
  const Results out = run(&emu::lanes::shuffle_bfly, to_end_of(8, 8));
  EXPECT_EQ(out[0], 100u);  // lane 8 is in a later segment
  EXPECT_EQ(out[8], 100u);
}

TEST(Lanes, AShuffleFromALaneThatTakesNoPartIsUndefined) {
  const Results out = run(&emu::lanes::shuffle_idx, to_end_of(32, 0), 0xfffffffe);
  EXPECT_EQ(out[5], emu::value_of_absent(5, 0));
  EXPECT_EQ(out[0], kUntouched);
}

TEST(Lanes, OnlyTheLowFiveBitsOfADeltaCount) {
  const Results out = run(&emu::lanes::shuffle_down, to_end_of(32, 33));
  EXPECT_EQ(out[0], 101u);
}

TEST(Lanes, AShuffleReachesNoFartherThanItsClamp) {
  const Results none = run(&emu::lanes::shuffle_idx, shuffle_operand(3, 0));
  EXPECT_EQ(none[0], 100u);
  EXPECT_EQ(none[31], 131u);
  const Results down = run(&emu::lanes::shuffle_down, shuffle_operand(1, segments_of(16) | 3));
  EXPECT_EQ(down[2], 103u);
  EXPECT_EQ(down[3], 103u);
  EXPECT_EQ(down[18], 119u);
  EXPECT_EQ(down[19], 119u);
  const Results bfly = run(&emu::lanes::shuffle_bfly, shuffle_operand(4, 5));
  EXPECT_EQ(bfly[1], 105u);
  EXPECT_EQ(bfly[2], 102u);
  EXPECT_EQ(bfly[6], 102u);
}

TEST(Lanes, TheClampOfShuffleUpIsTheFirstLaneInReach) {
  const Results out = run(&emu::lanes::shuffle_up, shuffle_operand(1, 4));
  EXPECT_EQ(out[4], 104u);
  EXPECT_EQ(out[5], 104u);
  EXPECT_EQ(out[31], 130u);
  EXPECT_EQ(run(&emu::lanes::shuffle_up, shuffle_operand(1, 31))[31], 131u);
}

TEST(Lanes, BallotAndMatchesSeeTheMaskOnly) {
  LaneOperand in[32];
  for (unsigned lane = 0; lane < 32; ++lane) in[lane] = {lane % 3, 0};
  std::uint64_t out[32] = {};
  emu::lanes::ballot(in, 0xff, out);
  EXPECT_EQ(out[2], 0b10110110u);
  emu::lanes::match_any(in, 0xff, out);
  EXPECT_EQ(out[0], 0b01001001u);
  EXPECT_EQ(out[1], 0b10010010u);
  emu::lanes::match_all(in, 0xff, out);
  EXPECT_EQ(out[3], 0u);
  emu::lanes::match_all(in, 0b1001001, out);
  EXPECT_EQ(out[3], 0b1001001u);
}

TEST(WarpFunctions, CarryEveryTypeUnchanged) {
  fake::reset();
  EXPECT_EQ(__shfl_sync(0xffffffff, -7, 0), -7);
  EXPECT_EQ(__shfl_sync(0xffffffff, -2.5f, 0), -2.5f);
  EXPECT_EQ(__shfl_xor_sync(0xffffffff, 0.1, 0), 0.1);
  EXPECT_EQ(__shfl_down_sync(0xffffffff, 1ull << 63, 0), 1ull << 63);
  EXPECT_EQ(fake::seam().calls[3], "__shfl_down_sync");
}

TEST(WarpFunctions, VotesCountTheOthers) {
  fake::reset();
  fake::seam().lane_values[4] = 1;
  EXPECT_EQ(__ballot_sync(0xffffffff, 7), 0b10001u);
  EXPECT_EQ(__any_sync(0xffffffff, 0), 1);
  EXPECT_EQ(__all_sync(0b1, 5), 1);
  // Lanes that bring 1 to __all_sync are those whose predicate is 0.
  EXPECT_EQ(__all_sync(0xffffffff, 5), 0);
}

TEST(WarpFunctions, ReductionsTakeTheLanesOfTheMask) {
  fake::reset();
  auto& values = fake::seam().lane_values;
  values[1] = static_cast<std::uint32_t>(-5);
  values[2] = 9;
  EXPECT_EQ(__reduce_add_sync(0b111, 4), 8);
  EXPECT_EQ(__reduce_min_sync(0b111, 4), -5);
  EXPECT_EQ(__reduce_min_sync(0b111, 4u), 4u);
  EXPECT_EQ(__reduce_max_sync(0b101, 4), 9);
  EXPECT_EQ(__reduce_xor_sync(0b101, 8u), 1u);
}

TEST(WarpFunctions, MatchAllReportsItsWrite) {
  fake::reset();
  int predicate = 5;
  EXPECT_EQ(__match_all_sync(0b11, 0, &predicate), 0b11u);
  EXPECT_EQ(predicate, 1);
  ASSERT_EQ(fake::seam().accesses.size(), 1u);
  EXPECT_TRUE(fake::seam().accesses[0].writes);
  EXPECT_EQ(__match_all_sync(0b11, 3.0f, &predicate), 0u);
  EXPECT_EQ(predicate, 0);
}

}  // namespace
