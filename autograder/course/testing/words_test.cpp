// What is printed: diagnostics, verdicts, schedules, line breaks.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "base/temporary_folder.h"
#include "course/course.h"
#include "course/judge/durations.h"
#include "course/judge/verdict.h"
#include "course/lesson/rules.h"
#include "course/lesson/schedule.h"
#include "course/screen/diagnostic.h"
#include "course/screen/excerpt.h"
#include "course/screen/failure_message.h"
#include "course/screen/launch_tree.h"
#include "course/screen/lesson_report.h"
#include "course/screen/terminal.h"
#include "course/testing/little_course.h"

namespace course {
namespace {

TEST(Diagnostic, IsPrintedAsCompilersDo) {
  use_colors(false);
  const base::TemporaryFolder folder;
  write_file(folder.path() / "a.cu", "one\ntwo\nthree\n");
  const nlohmann::ordered_json report = nlohmann::ordered_json::parse(R"json({"diagnostics":[
    {"rule":"race","severity":"error","message":"child reads (M2)","file":"a.cu","line":3,
     "other_file":"a.cu","other_line":1,"cites":"M2","count":1},
    {"rule":"leak","severity":"warning","message":"never freed","file":"gone.cu","line":9,
     "other_file":null,"other_line":null,"count":2}]})json");
  const auto diagnostics = diagnostics_of(report);
  ASSERT_EQ(diagnostics.size(), 2U);
  EXPECT_EQ(printed(diagnostics[0], folder.path()),
            "a.cu:3: error: child reads (M2) [race]\n    3 | three\n"
            "a.cu:1: note: the other place\n    1 | one\n");
  EXPECT_EQ(printed(diagnostics[1], folder.path()),
            "gone.cu:9: warning: never freed [leak] (2 times)\n");
  EXPECT_FALSE(diagnostics[1].is_error);
}

TEST(Schedules, AreLateEagerAndSomeRandomOnesUnlessSaidOtherwise) {
  EXPECT_EQ(schedules_for({}).size(), 2 + kSeeds);
  EXPECT_EQ(text_of(schedules_for({"", {}, 2})), "late,eager,random:1,random:2");
  EXPECT_EQ(text_of(with_seeds(schedules_for({}), 0)), "late,eager");
  EXPECT_EQ(text_of(with_seeds(schedules_for({}), 1)), "late,eager,random:1");
  EXPECT_EQ(text_of(with_seeds(schedules_for({"", 7, {}}), 0)), "random:7");
  EXPECT_EQ(text_of(with_seeds(schedules_for({"", 7, {}}), 1)), "random:7");
  EXPECT_EQ(text_of(schedules_for({"late", {}, 20})), "late");
  EXPECT_EQ(text_of(schedules_for({"random", {}, 2})), "random:1,random:2");
  EXPECT_EQ(text_of(schedules_for({"", 7, 20})), "random:7");
}

CheckVerdict check(Verdict verdict, int points) {
  CheckVerdict result;
  result.verdict = verdict;
  result.max_points = points;
  result.points = verdict == Verdict::kPassed ? points : 0;
  return result;
}

TEST(Verdicts, OfALessonFollowFromItsChecks) {
  using V = Verdict;
  EXPECT_EQ(summary_of({check(V::kPassed, 1), check(V::kNotRun, 1)}), V::kPassed);
  EXPECT_EQ(summary_of({check(V::kPassed, 1), check(V::kCrashed, 1)}), V::kFailed);
  EXPECT_EQ(summary_of({check(V::kCrashed, 1), check(V::kCrashed, 1)}), V::kCrashed);
  EXPECT_EQ(summary_of({check(V::kFailed, 1), check(V::kGraderError, 1)}), V::kGraderError);
  EXPECT_EQ(summary_of({}), V::kNotRun);
}

TEST(Verdicts, WhatDidNotRunCostsNoPoints) {
  LessonVerdict lesson;
  lesson.checks = {check(Verdict::kPassed, 2), check(Verdict::kNotRun, 3),
                   check(Verdict::kFailed, 4)};
  EXPECT_EQ(lesson.points(), 2);
  EXPECT_EQ(lesson.max_points(), 6);
  EXPECT_EQ(lesson.first_failure(), &lesson.checks[2]);
}

TEST(Verdicts, TheFirstFailureIsTheOneThatNamesItsCauseMostSurely) {
  LessonVerdict lesson;
  lesson.checks = {check(Verdict::kPassed, 1), check(Verdict::kFailed, 1),
                   check(Verdict::kCrashed, 1), check(Verdict::kFailed, 1)};
  lesson.checks[1].cause = Cause::kValue;
  lesson.checks[2].cause = Cause::kRace;
  lesson.checks[3].cause = Cause::kRace;
  EXPECT_EQ(lesson.first_failure(), &lesson.checks[2]);
  EXPECT_EQ(lesson_verdict_from(to_json(lesson)).first_failure()->cause, Cause::kRace);
  lesson.checks[1].verdict = Verdict::kGraderError;
  EXPECT_EQ(lesson.first_failure(), &lesson.checks[1]) << "our own fault before all";
}

TEST(Verdicts, SurviveJson) {
  LessonVerdict lesson;
  lesson.name = "01-little";
  lesson.verdict = Verdict::kTimedOut;
  lesson.checks = {check(Verdict::kTimedOut, 2)};
  lesson.checks[0].message = "took more than 10 s";
  EXPECT_EQ(to_json(lesson_verdict_from(to_json(lesson))), to_json(lesson));
  EXPECT_EQ(to_json(lesson)["verdict"], "timed_out");
  EXPECT_EQ(verdict_from("no such verdict"), Verdict::kGraderError);
}

TEST(Verdicts, OnAGpuWhatNeedsTheEmulatorIsOnlyCounted) {
  LittleCourse little;
  LessonVerdict lesson;
  lesson.name = "01-little";
  lesson.device = "gpu";
  lesson.checks = {check(Verdict::kPassed, 2), check(Verdict::kNotRun, 3)};
  lesson.verdict = summary_of(lesson.checks);
  const std::string text =
      lesson_report(little.course(), little.lesson(), lesson, little.exercise());
  EXPECT_THAT(text, testing::HasSubstr("passed  2 of 2 points on the GPU"));
  EXPECT_THAT(text, testing::HasSubstr("1 more need the emulator"));
}

TEST(Verdicts, WhatNeedsMoreCardsIsCountedWithTheReason) {
  LittleCourse little;
  LessonVerdict lesson;
  lesson.name = "01-little";
  lesson.device = "gpu";
  lesson.checks = {check(Verdict::kNotRun, 2), check(Verdict::kNotRun, 3)};
  for (CheckVerdict& c : lesson.checks) c.message = "needs 2 devices, and there are 1";
  lesson.verdict = summary_of(lesson.checks);
  const std::string text =
      lesson_report(little.course(), little.lesson(), lesson, little.exercise());
  EXPECT_THAT(text, testing::HasSubstr("2 not run: needs 2 devices, and there are 1"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("hint")));
}

TEST(Durations, TheLongestBeginsFirstAndTheUnknownBeforeAll) {
  const LittleCourse little;
  std::vector<CheckVerdict> checks(2);
  checks[0].name = "Short";
  checks[0].seconds = 0.1;
  checks[1].name = "Long";
  checks[1].seconds = 2;
  Durations(little.course(), little.lesson()).keep(checks);
  const Durations durations(little.course(), little.lesson());
  EXPECT_THAT(durations.longest_first({"Short", "Long", "New"}),
              testing::ElementsAre("New", "Long", "Short"));
}

TEST(FailureMessages, AreTakenApart) {
  const FailureMessage race = failure_message(
      "exercise.cu:31: race: child reads (M2)\n  and the other place is exercise.cu:24\n"
      "(schedule random, seed 1; to see it again: --seed 1)");
  EXPECT_EQ(race.kind, "race");
  EXPECT_EQ(race.words, "child reads (M2)");
  EXPECT_EQ(race.rest, "  and the other place is exercise.cu:24\n");
  EXPECT_EQ(race.repeat, "--seed 1");
  EXPECT_EQ(race.head(), "race: child reads (M2)");
  const FailureMessage value = failure_message("result[1] is 1; it should be 2");
  EXPECT_EQ(value.kind, "");
  EXPECT_EQ(value.words, "result[1] is 1; it should be 2");
  EXPECT_EQ(failure_message("with n = 3: wrong: x").words, "with n = 3: wrong: x");
}

TEST(FailureMessages, NameFilesSoThatOneCanClickOnThem) {
  const LittleCourse little;
  const std::string root = std::filesystem::weakly_canonical(little.course().root).string();
  EXPECT_EQ(with_links(little.course(), little.lesson(), little.exercise(),
                       "made at exercise.cu:34, given.h:22 and /a/exercise.cu:3"),
            "made at " + root + "/lessons/01-little/exercise.cu:34, " + root +
                "/lessons/given.h:22 and /a/exercise.cu:3");
}

TEST(Rules, AreThoseOfTheLastCitation) {
  EXPECT_THAT(cited_rules("reads (launched at 3) what (K1) writes (M2, M11)\n  seen"),
              testing::ElementsAre("M2", "M11"));
  EXPECT_THAT(cited_rules("the device was left with cudaErrorLaunchTimeout (702)"),
              testing::IsEmpty());
  EXPECT_THAT(cited_rules(")("), testing::IsEmpty());
}

TEST(Rules, AreSaidInTheFirstSentenceOfThePage) {
  const LittleCourse little;
  EXPECT_EQ(rule_sentence(little.course(), "M2"), "") << "there is no page yet";
  write_file(little.course().root / "docs" / "rules.md",
             "# Rules\n\n**M2.** A *child* sees `a.b` and `c*`. More.\n\n**M22.** Other. *nvcc*\n");
  EXPECT_EQ(rule_sentence(little.course(), "M2"), "A child sees a.b and c*.");
  EXPECT_EQ(rule_sentence(little.course(), "M3"), "");
}

TEST(LaunchTree, IsToldInWordsWithTheLevelOfEachGrid) {
  EXPECT_EQ(tree_in_words("root<<<1, 2>>>      host   0 µs – 9 µs\n"
                          "├─ a<<<1, 32>>>     tail   3 µs – 4 µs\n"
                          "│  └─ b<<<1, 32>>>  NULL   3 µs – 4 µs\n"
                          "3 launches in 9 µs of virtual time\n"),
            "Level 0: root<<<1, 2>>>; host; 0 µs – 9 µs\n"
            "Level 1: a<<<1, 32>>>; tail; 3 µs – 4 µs\n"
            "Level 2: b<<<1, 32>>>; NULL; 3 µs – 4 µs\n"
            "3 launches in 9 µs of virtual time\n");
}

TEST(Excerpt, HasACaretBelowWhatIsMeant) {
  const base::TemporaryFolder folder;
  const auto file = folder.path() / "a.cu";
  const auto micros = [](int n) {
    std::string text;
    while (n-- > 0) text += "µ";
    return text;
  };
  write_file(file, "\tint a;\n" + std::string(100, 'x') + "\n" + micros(100) + "\n");
  EXPECT_EQ(excerpt_with_caret(file, 1, 6), "    1 |         int a;\n      |             ^\n");
  EXPECT_EQ(excerpt_with_caret(file, 1), "    1 |         int a;\n      |         ^\n");
  EXPECT_EQ(excerpt_with_caret(file, 1, 70), "    1 |         int a;\n      |               ^\n");
  EXPECT_EQ(excerpt_with_caret(file, 9), "");
  EXPECT_EQ(excerpt_with_caret(file, 2), "    2 | " + std::string(71, 'x') + "…\n      | ^\n");
  EXPECT_EQ(excerpt_with_caret(file, 3), "    3 | " + micros(71) + "…\n      | ^\n");
  EXPECT_EQ(excerpt_with_caret(file, 3, 181),
            "    3 | …" + micros(45) + "\n      | " + std::string(36, ' ') + "^\n");
}

TEST(Terminal, ColorsAndLettersOfSeveralBytesTakeNoMoreRoomThanTheyShow) {
  EXPECT_EQ(columns_of("\033[31mµs\033[0m"), 2U);
  EXPECT_EQ(cut_to("µs and more", 5), "µs a…");
  EXPECT_EQ(cut_to("µs", 2), "µs");
  EXPECT_EQ(wrapped("µµ µµ", 0, 5), "µµ µµ\n");
  EXPECT_EQ(labeled("Rule M2", "A child."), "  Rule M2  A child.\n");
}

TEST(Terminal, BreaksLinesAtSpacesAndKeepsThoseOfTheText) {
  EXPECT_EQ(wrapped("aa bb cc\n  dd", 2, 8), "  aa bb\n  cc\n    dd\n");
  EXPECT_EQ(wrapped("averylongword x", 0, 4), "averylongword\nx\n");
  EXPECT_EQ(wrapped("a   |  b", 1, 20), " a   |  b\n");
}

}  // namespace
}  // namespace course
