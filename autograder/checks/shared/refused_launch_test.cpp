// With which errors a launch is refused: whatever one number a program returns, it is wrong once.
#include "shared/refused_launch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace checks {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr int kMostNumber = 12;

TEST(RefusedLaunch, IsRefusedWithTwoErrorsUnderEachSchedule) {
  for (std::size_t seed = 0; seed <= 20; ++seed) {
    harness::test_settings().schedule = {"random", seed};
    for (int number = 1; number <= kMostNumber; ++number) {
      for (const bool of_host : {false, true}) {
        const auto [first, second] = errors_for(number, of_host);
        EXPECT_NE(first.code, second.code) << "seed " << seed << ", launch " << number;
        EXPECT_EQ(first.code, usual_error(of_host).code) << "what most students read of";
      }
    }
  }
}

TEST(RefusedLaunch, HasAnotherSecondErrorUnderAnotherSeed) {
  std::set<int> codes;
  for (std::size_t seed = 1; seed <= 3; ++seed) {
    harness::test_settings().schedule = {"random", seed};
    codes.insert(errors_for(1, false)[1].code);
  }
  EXPECT_EQ(codes.size(), 3U);
}

TEST(RefusedLaunch, IsToldWithTheErrorAndWhatWasReturned) {
  harness::Launch refused;
  refused.kernel = "child";
  refused.parent = 1;
  EXPECT_EQ(why_lost("solve", 69, refused, kBlockIsTooLarge).why,
            "this launch of child was refused with cudaErrorInvalidConfiguration (9), as when a "
            "block has more threads than it may, and solve returned 69: the error did not reach "
            "the host, another one did. Right after the launch, hand what cudaGetLastError() "
            "returns to keep_error (K12, R3)");
  EXPECT_THAT(why_lost("solve", 0, refused, kPoolIsFull).why, Not(HasSubstr("another one")));
  refused.parent = 0;
  EXPECT_THAT(why_lost("solve", 0, refused, kTooFewResources).why,
              HasSubstr("did not reach the caller. Right after the launch, return what"));
}

}  // namespace
}  // namespace checks
