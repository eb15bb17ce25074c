// Schedules on the command line.
#include "harness/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "harness/some_of.h"

namespace harness {
namespace {

TEST(Schedules, AreReadInOrder) {
  const auto schedules = parse_schedules("eager,late,random:7");
  ASSERT_EQ(schedules.size(), 3U);
  EXPECT_EQ(schedules[0], (Schedule{"eager", 0}));
  EXPECT_EQ(schedules[1].option(), "--schedule late");
  EXPECT_EQ(schedules[2], (Schedule{"random", 7}));
  EXPECT_EQ(schedules[2].option(), "--seed 7");
}

TEST(Schedules, ThatDoNotExistAreRefused) {
  for (const char* text :
       {"", "soon", "random", "random:", "random:x", "random:1x", "late,", "late,,eager"}) {
    EXPECT_THROW(parse_schedules(text), std::invalid_argument) << text;
  }
}

TEST(Schedules, AreLateEagerAndSeedsByDefault) {
  const auto schedules = usual_schedules(2);
  ASSERT_EQ(schedules.size(), 4U);
  EXPECT_EQ(schedules[3], (Schedule{"random", 2}));
}

TEST(Cases, AreAllTriedUnderLateAndOneUnderAnyOther) {
  using testing::ElementsAre;
  const int sizes[] = {6, 1, 1100};
  Schedule& schedule = test_settings().schedule;
  schedule = {"late", 0};
  EXPECT_THAT(some_of(sizes), ElementsAre(6, 1, 1100));
  schedule = {"eager", 0};
  EXPECT_THAT(some_of(sizes), ElementsAre(6));
  schedule = {"random", 1};
  EXPECT_THAT(some_of(sizes), ElementsAre(1));
  schedule = {"random", 5};
  EXPECT_THAT(some_of({6, 1, 1100}), ElementsAre(1100));
  schedule = {};
}

// Random schedules are of two kinds, those of even seeds and those of odd ones.
TEST(Cases, AreTriedUnderBothKindsOfRandomSchedules) {
  for (const std::size_t count : {1, 2, 3, 4}) {
    for (const unsigned kind : {0, 1}) {
      std::set<std::size_t> tried;
      for (unsigned seed = 1; seed <= 8; ++seed)
        if (seed % 2 == kind) tried.insert(case_of({"random", seed}, count));
      EXPECT_GE(tried.size(), std::min<std::size_t>(count, 3)) << count << " cases";
    }
  }
}

}  // namespace
}  // namespace harness
