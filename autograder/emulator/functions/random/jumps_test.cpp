// A jump lands where as many steps lead, for each generator.
#include <gtest/gtest.h>

#include "emulator/random/mrg32k3a.h"
#include "emulator/random/philox.h"
#include "emulator/random/xorwow.h"

namespace {

using namespace emu::random;

TEST(Jumps, XorwowLandsWhereItsStepsLead) {
  XorwowWords walk = xorwow_of_seed(99);
  for (std::uint64_t steps = 0; steps < 1000; ++steps, next(walk)) {
    XorwowWords jump = xorwow_after(xorwow_of_seed(99), 0, steps), now = walk;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(next(jump), next(now)) << steps;
  }
}

TEST(Jumps, XorwowsAddUp) {
  const XorwowWords start = xorwow_of_seed(7);
  XorwowWords once = xorwow_after(start, 5, (1ULL << 40) + 3);
  XorwowWords twice = xorwow_after(xorwow_after(start, 2, 1ULL << 40), 3, 3);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(next(once), next(twice));
}

TEST(Jumps, SixteenOfXorwowsLargestStepsAreASequence) {
  const XorwowWords start = xorwow_of_seed(3);
  XorwowWords steps = start;
  for (int i = 0; i < 16; ++i) steps = xorwow_after(steps, 0, 1ULL << 63);  // 2^67 in all
  XorwowWords sequence = xorwow_after(start, 1, 0);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(next(sequence), next(steps));
}

TEST(Jumps, MrgLandsWhereItsStepsLead) {
  MrgWords walk = mrg_of_seed(99);
  for (std::uint64_t steps = 0; steps < 1000; ++steps, next(walk)) {
    MrgWords jump = mrg_after(mrg_of_seed(99), steps, 0), now = walk;
    for (int i = 0; i < 4; ++i) EXPECT_EQ(next(jump), next(now)) << steps;
  }
}

TEST(Jumps, AnMrgsSubsequenceIsSoManySteps) {
  MrgWords steps = mrg_of_seed(5);
  for (int i = 0; i < 1 << 13; ++i) steps = mrg_after(steps, 1ULL << 63, 0);  // 2^76 in all
  MrgWords subsequence = mrg_after(mrg_of_seed(5), 1, kMrgSubsequenceBits);
  MrgWords sequence = mrg_after(mrg_of_seed(5), 1, kMrgSequenceBits);
  MrgWords subsequences = mrg_after(mrg_of_seed(5), 1ULL << 51, kMrgSubsequenceBits);
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(next(subsequence), next(steps));
    EXPECT_EQ(next(sequence), next(subsequences));
  }
}

// The known answers of the authors' library (Random123, kat_vectors).
TEST(Philox, HasTheKnownAnswers) {
  const uint4 zeros = philox({0, 0, 0, 0}, {0, 0});
  EXPECT_EQ(zeros.x, 0x6627e8d5u);
  EXPECT_EQ(zeros.w, 0x9b00dbd8u);
  const std::uint32_t ones = 0xffffffff;
  const uint4 of_ones = philox({ones, ones, ones, ones}, {ones, ones});
  EXPECT_EQ(of_ones.x, 0x408f276du);
  EXPECT_EQ(of_ones.y, 0x41c83b0eu);
  EXPECT_EQ(of_ones.z, 0xa20bc7c6u);
  EXPECT_EQ(of_ones.w, 0x6d5451fdu);
}

TEST(Philox, ItsCounterCarries) {
  const std::uint32_t ones = 0xffffffff;
  const uint4 after = counter_after({ones, ones, ones, 7}, 2);
  EXPECT_EQ(after.x, 1u);
  EXPECT_EQ(after.y, 0u);
  EXPECT_EQ(after.z, 0u);
  EXPECT_EQ(after.w, 8u);
}

}  // namespace
