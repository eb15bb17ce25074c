// What grids have read of other grids, from real runs on the emulator.
#include "reads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "explanation.h"
#include "harness/entry_points.h"
#include "harness/harness.h"
#include "harness/running/run_server.h"
#include "harness/running/settings.h"

namespace harness {
namespace {

using testing::HasSubstr;

constexpr std::size_t kSize = 192;

constexpr ExerciseHeader kHeader{"reads", "void read_by(WayToRead way, int* result, int n);"};

/// Under each schedule.
class ReadsOfGrids : public testing::TestWithParam<Schedule> {
 protected:
  ReadsOfGrids() {
    know_headers({&kHeader, 1});
    test_settings() = {};
    settings() = {};
    test_settings().schedule = GetParam();
    settings().runner = RUNNER;
    settings().exercise = EXERCISE_LIBRARY;
    settings().emulator = LIBEMULATOR;
    settings().limits.seconds = 60;
    watch_reads();
  }

  ~ReadsOfGrids() override { run_server().reset(); }

  static Outcome run(WayToRead way) {
    return EXERCISE(read_by, way, output<int>(kSize), static_cast<int>(kSize));
  }
  static std::size_t words(WayToRead way, const std::string& reader, const std::string& writer) {
    const Outcome outcome = run(way);
    EXPECT_THAT(outcome, FinishedCleanly()) << way;
    std::size_t most = 0;
    const auto holds = [&](std::size_t some) {
      return explanation(ReadsInHostGrids(reader, writer, some), outcome) == "holds";
    };
    while (holds(most + 1)) ++most;
    return most;
  }
};

TEST_P(ReadsOfGrids, EachWordOnce) {
  EXPECT_EQ(words(kWords, "take", "make"), kSize);
  EXPECT_EQ(words(kBytes, "take_bytes", "make"), kSize);
  EXPECT_EQ(words(kStructs, "take_structs", "make"), kSize);
  EXPECT_EQ(words(kAtomics, "take_away", "make"), kSize);
  EXPECT_EQ(words(kOneWordOften, "take_first", "make"), 1u);
}

TEST_P(ReadsOfGrids, WhatACopyHasBroughtIsItsWriters) {
  EXPECT_EQ(words(kACopy, "take", "make"), kSize);
}

TEST_P(ReadsOfGrids, AnotherGridOfTheSameKernel) {
  EXPECT_EQ(words(kByTheNextOfItsKind, "hand_on", "hand_on"), 1u);
}

TEST_P(ReadsOfGrids, NothingOfOthers) {
  EXPECT_EQ(words(kItselfOnly, "take_own", ""), 0u);
  EXPECT_EQ(words(kNothingOfIt, "take_none", "make"), 0u);
  EXPECT_EQ(words(kWhatTheHostMade, "take", ""), 0u);
}

TEST_P(ReadsOfGrids, WhoLaunchedTheReaderCounts) {
  const auto holds = [](const ReportMatcher& reads, const Outcome& outcome) {
    return explanation(reads, outcome) == "holds";
  };
  const Outcome child = run(kByItsChild), others = run(kByAnothersChild), hosts = run(kWords);
  EXPECT_TRUE(holds(ReadsFromParent("take", "make_and_launch", kSize), child));
  EXPECT_TRUE(holds(Reads("take", "make_and_launch", kSize), child));
  EXPECT_FALSE(holds(ReadsFromParent("take", "make", 1), others));
  EXPECT_TRUE(holds(Reads("take", "make", kSize), others));
  EXPECT_FALSE(holds(Reads("take", "make", 1), hosts));
  EXPECT_FALSE(holds(ReadsInHostGrids("take", "make", 1), others));
  EXPECT_TRUE(holds(ReadsInAnyGrid("take", "make", kSize), hosts));
  EXPECT_TRUE(holds(ReadsInAnyGrid("take", "make", kSize), others));
  EXPECT_FALSE(holds(ReadsInAnyGrid("take", "make", kSize + 1), others));
}

TEST_P(ReadsOfGrids, WhatTheLaunchingThreadWroteItselfIsNoneOfOthers) {
  const auto of_threads = [](const Outcome& outcome, const char* writer) {
    return explanation(ReadsFromOtherThreads("take", writer, kSize - kSize / 64), outcome);
  };
  const auto of_blocks = [](const Outcome& outcome, const char* writer) {
    return explanation(ReadsFromOtherBlocks("take", writer, kSize - 64), outcome);
  };
  const Outcome block = run(kByItsChild), all = run(kByAllBlocks);
  EXPECT_EQ(of_threads(block, "make_and_launch"), "holds");
  EXPECT_THAT(of_blocks(block, "make_and_launch"), HasSubstr("that launched wrote 0"));
  EXPECT_EQ(of_threads(all, "make_and_tail"), "holds");
  EXPECT_EQ(of_blocks(all, "make_and_tail"), "holds");
  for (const WayToRead way : {kByTheLaunchingThread, kByItsCopy}) {
    const Outcome alone = run(way);
    EXPECT_EQ(explanation(ReadsFromParent("take", "make_alone_and_launch", kSize), alone), "holds");
    EXPECT_THAT(of_threads(alone, "make_alone_and_launch"),
                HasSubstr("of the words that take reads, other threads of make_alone_and_launch "
                          "than the one that launched wrote 0, and at least 189 are wanted"));
  }
  EXPECT_THAT(of_threads(run(kByAnothersChild), "make"), HasSubstr("wrote 0"));
}

TEST_P(ReadsOfGrids, NamesMayBeLeftOut) {
  EXPECT_EQ(words(kWords, "", "make"), kSize);
  EXPECT_EQ(words(kWords, "take", ""), kSize);
}

TEST_P(ReadsOfGrids, AreToldInWords) {
  EXPECT_THAT(explanation(Reads("take_none", "make", kSize), run(kNothingOfIt)),
              HasSubstr("take_none was to read what make writes, at least 192 words of it, and has "
                        "read 0"));
}

TEST_P(ReadsOfGrids, AreCountedForThoseWhoAsk) {
  test_settings().watches_reads = false;
  EXPECT_TRUE(run(kWords).reads.empty());
}

INSTANTIATE_TEST_SUITE_P(Schedules, ReadsOfGrids,
                         testing::Values(Schedule{"late", 0}, Schedule{"eager", 0},
                                         Schedule{"random", 3}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace harness
