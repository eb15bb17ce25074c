// Results that grids wrote and results that they did not, from real runs on the emulator.
#include "who_wrote.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "explanation.h"
#include "harness/entry_points.h"
#include "harness/harness.h"
#include "harness/running/run_server.h"
#include "harness/running/running_test.h"
#include "harness/running/settings.h"

namespace harness {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr int kSize = 320;

constexpr ExerciseHeader kHeader{
    "who_wrote",
    "void double_values(WayToHandOver way, int* result, const int* values, int n);"
    "void double_by(WayToWrite way, int* result, int n);"
    "void double_bytes_by(WayToWrite way, unsigned char* result, int n);"
    "void count_down(long long* result, int n);"
    "void double_too_late(int* result, int n);"};

/// Under each schedule.
class WhoWrote : public testing::TestWithParam<Schedule> {
 protected:
  WhoWrote() {
    know_headers({&kHeader, 1});
    test_settings() = {};
    settings() = {};
    test_settings().schedule = GetParam();
    settings().runner = RUNNER;
    settings().exercise = EXERCISE_LIBRARY;
    settings().emulator = LIBEMULATOR;
    settings().limits.seconds = 60;
  }

  ~WhoWrote() override { run_server().reset(); }

  static Outcome run(WayToWrite way) { return EXERCISE(double_by, way, output<int>(kSize), kSize); }
  static std::string explained(WayToWrite way, const WroteResult& who) {
    const Outcome outcome = run(way);
    EXPECT_THAT(outcome, FinishedCleanly()) << way;
    EXPECT_THAT(outcome.result<int>(0), Elements([](int i) { return 2 * i; })) << way;
    return explanation(who, outcome);
  }
};

TEST_P(WhoWrote, AChildWhateverWayItsResultTakes) {
  for (int way = kStraight; way < kByAtomics; ++way)
    EXPECT_EQ(explained(static_cast<WayToWrite>(way), WroteResult(0, "double_all").of("parent")),
              "holds")
        << way;
}

TEST_P(WhoWrote, ItIsDrawnWithoutTheExerciseKnowing) {
  settings().pictures = testing::TempDir();
  EXPECT_THAT(run(kStraight), FinishedCleanly());
  EXPECT_THAT(
      running_test().picture(true),
      AllOf(testing::StartsWith("<svg"), HasSubstr("double_all"), testing::EndsWith("</svg>\n")));
}

TEST_P(WhoWrote, ItIsToldAsWellWhereTheEmulatorIsLoadedWithTheExercise) {
  settings().emulator = "";
  EXPECT_EQ(explained(kStraight, WroteResult(0, "double_all").of("parent")), "holds");
}

TEST_P(WhoWrote, AnAtomicIsAWrite) {
  // The first was never added to.
  EXPECT_EQ(explained(kByAtomics, WroteResult(0, "counts").launched_anywhere().slice(1, kSize)),
            "holds");
  EXPECT_EQ(explained(kByAtomics, WroteResult(0, "counts").launched_anywhere()),
            "result[0] is as a memset left it: no grid wrote it. The task wants counts to write "
            "result, and the host only to copy it");
}

TEST_P(WhoWrote, AParentIsNotItsChild) {
  EXPECT_EQ(explained(kByTheParent, WroteResult(0)), "holds");
  const WroteResult either = WroteResult(0, "double_all").or_by("does_it_itself");
  EXPECT_EQ(explained(kByTheParent, either.launched_anywhere()), "holds");
  EXPECT_THAT(explained(kByTheParent, either),
              HasSubstr("were written by does_it_itself, which the host launched"));
  EXPECT_EQ(explained(kByTheParent, WroteResult(0, "double_all").of("does_it_itself")),
            "result[0…319] were written by does_it_itself. The task wants double_all, launched by "
            "does_it_itself, to write result, and the host only to copy it");
  EXPECT_EQ(explained(kStraight, WroteResult(0, "parent")),
            "result[0…319] were written by double_all, which parent launched. The task wants "
            "parent to write result, and the host only to copy it");
}

TEST_P(WhoWrote, AGridIsKnownByItsDepth) {
  const WroteResult who(0, "double_all");
  EXPECT_EQ(explained(kStraight, who.at_depth(1).on_device(0)), "holds");
  EXPECT_THAT(explained(kStraight, who.at_depth(2)),
              HasSubstr("which parent launched at depth 1. The task wants double_all at depth 2"));
}

TEST_P(WhoWrote, TheHostIsNoGrid) {
  const std::string by_host =
      "result[0…319] were computed by the host: no grid wrote them. The task wants a grid to write "
      "result, and the host only to copy it";
  for (const WayToWrite way : {kByTheHost, kOverWhatWasCopied, kByTheHostByWayOfTheDevice})
    EXPECT_EQ(explained(way, WroteResult(0)), by_host) << way;
  EXPECT_THAT(explained(kByTheHostInManagedMemory, WroteResult(0).slice(2, kSize)),
              HasSubstr("result[2…319] were computed by the host"));
  EXPECT_THAT(explained(kByMemsets, WroteResult(0)),
              HasSubstr("result[0…319] are as a memset left them: no grid wrote them"));
}

std::vector<int> given_values() {
  std::vector<int> values(kSize);
  for (int i = 0; i < kSize; ++i) values[i] = i * 7919 % 10007;
  return values;
}

std::string explained_handing_over(WayToHandOver way, const WroteResult& who) {
  const std::vector<int> values = given_values();
  const Outcome outcome = EXERCISE(double_values, way, output<int>(kSize), input(values), kSize);
  EXPECT_THAT(outcome, FinishedCleanly()) << way;
  EXPECT_THAT(outcome.result<int>(0), Elements([&](int i) { return 2 * values[i]; })) << way;
  return explanation(who, outcome);
}

TEST_P(WhoWrote, AChildMayReadWhatTheHostWasGiven) {
  for (int way = kGivenAsTheyAre; way <= kGivenInManagedMemory; ++way)
    EXPECT_EQ(explained_handing_over(static_cast<WayToHandOver>(way), WroteResult(0, "doubles")),
              "holds")
        << way;
}

TEST_P(WhoWrote, AChildThatCopiesWhatTheHostHasMadeComputesNothing) {
  for (int way = kMadeInAVector; way <= kMadeAsArguments; ++way) {
    const std::string kernel = way == kMadeAsArguments ? "spreads" : "doubles";
    EXPECT_THAT(
        explained_handing_over(static_cast<WayToHandOver>(way), WroteResult(0, kernel)),
        testing::MatchesRegex("the host has made .* of .* elements of result, or numbers just like "
                              "them, and has handed them to the device: .*"))
        << way;
    EXPECT_EQ(explained_handing_over(static_cast<WayToHandOver>(way),
                                     WroteResult(0, kernel).allowing_host_values()),
              "holds");
  }
}

TEST_P(WhoWrote, APartIsAskedByItself) {
  EXPECT_EQ(explained(kSecondHalfByTheHost, WroteResult(0).first(kSize / 2)), "holds");
  EXPECT_EQ(explained(kSecondHalfByTheHost, WroteResult(0).where([](int i) { return i < 160; })),
            "holds");
  EXPECT_THAT(explained(kSecondHalfByTheHost, WroteResult(0)),
              HasSubstr("result[160…319] were computed by the host: no grid wrote them"));
}

TEST_P(WhoWrote, AHostThatSpreadsAValuePassesItOnOnce) {
  const Outcome outcome = run(kSpreadByTheHost);
  EXPECT_THAT(outcome, FinishedCleanly());
  const WroteResult who(0, "double_all");
  EXPECT_EQ(explanation(who.where([](int i) { return i % 10 == 0; }), outcome), "holds");
  EXPECT_THAT(explanation(who, outcome),
              AllOf(HasSubstr("result[1…9] were computed by the host: no grid wrote them"),
                    HasSubstr("288 of 320 elements")));
}

TEST_P(WhoWrote, BytesHaveWritersToo) {
  const auto asked = [](WayToWrite way) {
    const Outcome outcome = EXERCISE(double_bytes_by, way, output<unsigned char>(100), 100);
    EXPECT_THAT(outcome, FinishedCleanly());
    return explanation(WroteResult(0, "double_bytes").launched_anywhere(), outcome);
  };
  EXPECT_EQ(asked(kStraight), "holds");
  EXPECT_EQ(asked(kByAVector), "holds");
  EXPECT_THAT(asked(kOverWhatWasCopied), HasSubstr("[0…99] were computed by the host"));
}

// The upper half of each of these is 0, whoever wrote it, and the last one is 0 altogether.
TEST_P(WhoWrote, ElementsOfTwoWordsThatLookAlikeHaveWritersToo) {
  const int size = 101;
  const Outcome outcome = EXERCISE(count_down, output<long long>(size), size);
  EXPECT_THAT(outcome, FinishedCleanly());
  const auto by = [](const char* kernel) { return WroteResult(0, kernel).launched_anywhere(); };
  const WroteResult odd_ones = by("counts_odd_ones"), even_ones = by("counts_even_ones");
  EXPECT_EQ(explanation(odd_ones.where([](int i) { return i % 2 == 1; }), outcome), "holds");
  EXPECT_EQ(explanation(even_ones.where([](int i) { return i % 2 == 0; }), outcome), "holds");
}

TEST_P(WhoWrote, WhatComesAfterTheReturnComesTooLate) {
  if (!(GetParam() == Schedule{"late", 0})) GTEST_SKIP() << "grids run before the return";
  const Outcome outcome = EXERCISE(double_too_late, output<int>(kSize), kSize);
  EXPECT_EQ(outcome.written_late, "result");
  EXPECT_TRUE(outcome.result<int>(0).is_untouched(0));
  EXPECT_THAT(explanation(FinishedCleanly(), outcome),
              HasSubstr("result was still written to after double_too_late had returned"));
}

TEST_P(WhoWrote, TheLastOfTwoCallsCounts) {
  const CalledTwice twice;
  EXPECT_EQ(explained(kByAVector, WroteResult(0, "double_all")), "holds");
  EXPECT_THAT(explained(kByTheHost, WroteResult(0)), HasSubstr("were computed by the host"));
}

INSTANTIATE_TEST_SUITE_P(Schedules, WhoWrote,
                         testing::Values(Schedule{"late", 0}, Schedule{"eager", 0},
                                         Schedule{"random", 1}, Schedule{"random", 2}),
                         [](const auto& info) {
                           return fmt::format("{}_{}", info.param.name, info.param.seed);
                         });

}  // namespace
}  // namespace harness
