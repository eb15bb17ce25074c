// What threads read of what was there before, how often they are atomic, and what lanes tell one
// another, from real runs on the emulator.
#include "threads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "explanation.h"
#include "harness/entry_points.h"
#include "harness/harness.h"
#include "harness/running/run_server.h"
#include "harness/running/settings.h"

namespace harness {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr int kThreads = 64;

constexpr ExerciseHeader kHeader{
    "threads", "void know_by(WayToKnow way, int* result, const int* values, int n);"};

/// Under each schedule.
class Threads : public testing::TestWithParam<Schedule> {
 protected:
  Threads() {
    know_headers({&kHeader, 1});
    test_settings() = {};
    settings() = {};
    test_settings().schedule = GetParam();
    settings().runner = RUNNER;
    settings().exercise = EXERCISE_LIBRARY;
    settings().emulator = LIBEMULATOR;
    settings().limits.seconds = 60;
    watch_threads();
  }

  ~Threads() override { run_server().reset(); }

  static Outcome run(WayToKnow way) {
    std::vector<int> values(kThreads);
    std::iota(values.begin(), values.end(), 1);
    Outcome outcome = EXERCISE(know_by, way, output<int>(kThreads), input(values), kThreads);
    EXPECT_THAT(outcome, FinishedCleanly()) << way;
    return outcome;
  }
  static ReportMatcher reads(std::size_t words, std::size_t shared) {
    return ReadsOwnData(all_grids(), words, shared, "it asks the others");
  }
  static void expect_reads(WayToKnow way, std::size_t words, std::size_t shared) {
    const Outcome outcome = run(way);
    EXPECT_EQ(explanation(reads(words, shared), outcome), "holds") << way;
    if (words > 0) {
      EXPECT_NE(explanation(reads(words - 1, shared), outcome), "holds") << way;
    }
    if (shared > 0) {
      EXPECT_NE(explanation(reads(words, shared - 1), outcome), "holds") << way;
    }
  }
  static std::string told(WayToKnow way, std::uint32_t yes) {
    return explanation(LanesExchangeValues({{0, 1, 0xffffffff, yes}}), run(way));
  }
};

TEST_P(Threads, WordsOfOneAndOfSeveral) {
  expect_reads(kEachItsOwn, 1, 0);
  expect_reads(kOneReadsAll, kThreads, 0);
  expect_reads(kAllReadOne, 1, 1);
  expect_reads(kAllReadAll, kThreads, kThreads);
}

TEST_P(Threads, WhatAnotherGridHasWrittenWasThereBefore) {
  expect_reads(kAllReadACopyOfAll, kThreads, kThreads);
}

TEST_P(Threads, WhatTheGridHasWrittenIsItsOwn) {
  expect_reads(kWhatItHasWritten, 0, 0);
  expect_reads(kInSharedMemory, 1, 0);
}

TEST_P(Threads, AMemsetTellsNothing) { expect_reads(kWhatAMemsetHas, 0, 0); }

TEST_P(Threads, AtomicsAreCounted) {
  const auto holds = [](const Outcome& outcome, Atomics most) {
    return explanation(AtMostAtomicsIn(all_grids(), most, "one would do"), outcome) == "holds";
  };
  const Outcome on_one = run(kByAtomicsOnOneWord), on_many = run(kByAtomicsOnWordsOfTheirOwn);
  EXPECT_TRUE(holds(on_one, {kThreads, kThreads}));
  EXPECT_FALSE(holds(on_one, {kThreads - 1, kThreads}));
  EXPECT_TRUE(holds(on_many, {1, kThreads}));
  EXPECT_FALSE(holds(on_many, {1, kThreads - 1}));
}

TEST_P(Threads, LanesTellWhatTheyHaveToSay) {
  constexpr std::uint32_t kOdd = 0x55555555;  // lane 32 has 33
  EXPECT_EQ(told(kByAVote, kOdd), "holds");
  EXPECT_EQ(told(kByAMatch, kOdd), "holds");
  EXPECT_EQ(told(kByAVote, ~kOdd), "holds");
  EXPECT_THAT(told(kByAVote, 1), HasSubstr("tells lanes 0x00000001, who say yes, from the others"));
  EXPECT_THAT(told(kByAVoteAboutNothing, kOdd), HasSubstr("warp 1 of block 0: no vote"));
  EXPECT_EQ(told(kByAVoteAboutNothing, 0), "holds");  // all are of one mind
}

TEST_P(Threads, ShufflesAndMatchesTellWhereTheyCount) {
  constexpr std::uint32_t kOdd = 0x55555555;
  const auto told_by = [](WayToKnow way, Exchange exchange) {
    return explanation(LanesExchangeValues({{0, 1, 0xffffffff, kOdd}}, exchange), run(way));
  };
  EXPECT_EQ(told_by(kByAShuffle, Exchange::kByVotesOrShuffles), "holds");
  EXPECT_THAT(told_by(kByAShuffle, Exchange::kByVotes), HasSubstr("no vote that its lanes"));
  EXPECT_EQ(told_by(kByAVote, Exchange::kByVotesOnly), "holds");
  EXPECT_THAT(told_by(kByAMatch, Exchange::kByVotesOnly), HasSubstr("no vote that its lanes"));
}

TEST_P(Threads, WordsThatOneWrites) {
  const auto writes = [](WayToKnow way, std::size_t words) {
    return explanation(WritesOwnData(all_grids(), words, "each writes one"), run(way));
  };
  EXPECT_EQ(writes(kEachItsOwn, 1), "holds");
  EXPECT_EQ(writes(kByAtomicsOnOneWord, 1), "holds");
  EXPECT_EQ(writes(kOneWritesAll, kThreads + 1), "holds");
  EXPECT_THAT(writes(kOneWritesAll, kThreads),
              HasSubstr("one thread of take writes 65 words of global memory: each writes one"));
}

TEST_P(Threads, KindsOfMemoryThatGridsUse) {
  const Outcome outcome = run(kEachItsOwn);  // in memory of cudaMalloc; each value is read twice
  EXPECT_EQ(explanation(UsesOnly("take", MemoryKind::kDevice, "it stays"), outcome), "holds");
  EXPECT_THAT(explanation(UsesOnly("take", MemoryKind::kManaged, "it moves"), outcome),
              AllOf(HasSubstr("words of device memory: it moves"), HasSubstr("take reads")));
  EXPECT_EQ(explanation(ReadsWordsOf("take", MemoryKind::kDevice, kThreads, "all"), outcome),
            "holds");
  EXPECT_THAT(explanation(ReadsWordsOf("take", MemoryKind::kPinned, 1, "some"), outcome),
              HasSubstr("grids of take read 0 words of pinned host memory, and 1 or more"));
}

TEST_P(Threads, ReadThroughTexturesOrPastThem) {
  const auto fetches = [](WayToKnow way, std::size_t words) {
    return explanation(ReadsThroughTextures("take", words, "Fetch them"), run(way));
  };
  EXPECT_EQ(fetches(kThroughATexture, 0), "holds");
  EXPECT_EQ(fetches(kOneAlsoPastTheTexture, 1), "holds");
  for (const WayToKnow way : {kOneAlsoPastTheTexture, kEachItsOwn, kByLdg, kInSharedMemory}) {
    EXPECT_THAT(fetches(way, 0),
                HasSubstr("take reads words of global memory by plain loads. Fetch them"))
        << way;
  }
}

TEST_P(Threads, WriteToOneKindOfMemoryOnly) {
  const auto writes = [](WayToKnow way) {
    return explanation(WritesOnlyTo(MemoryKind::kDevice, "it stays"), run(way));
  };
  for (const WayToKnow way : {kEachItsOwn, kOneWritesAll, kByAtomicsOnOneWord})
    EXPECT_EQ(writes(way), "holds") << way;
  EXPECT_THAT(writes(kIntoManagedMemory),
              HasSubstr("take writes 64 words of managed memory: it stays"));
}

TEST_P(Threads, AreToldInWords) {
  EXPECT_THAT(
      explanation(reads(1, 1), run(kOneReadsAll)),
      AllOf(HasSubstr("one thread of take reads 64 words"), HasSubstr("it asks the others")));
  EXPECT_THAT(explanation(reads(1, 0), run(kAllReadOne)),
              HasSubstr("1 words that were in global memory before are each read by several"));
}

TEST_P(Threads, AreWatchedForThoseWhoAsk) {
  test_settings().watches_threads = false;
  const Outcome outcome = run(kAllReadAll);
  EXPECT_TRUE(outcome.read_by_threads.empty());
  EXPECT_TRUE(outcome.lanes_alike.empty());
}

TEST_P(Threads, TakeTheSameVirtualTime) {
  const Outcome watched = run(kAllReadAll);
  test_settings().watches_threads = false;
  EXPECT_EQ(run(kAllReadAll).report->virtual_ns, watched.report->virtual_ns);
}

INSTANTIATE_TEST_SUITE_P(Schedules, Threads,
                         testing::Values(Schedule{"late", 0}, Schedule{"eager", 0},
                                         Schedule{"random", 3}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace harness
