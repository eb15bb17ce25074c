// FinishedCleanly(): which runs are clean, and what is said of the others.
#include "harness/matchers/finished.h"

#include <string>
#include <vector>

#include "explanation.h"
#include "run_of.h"

namespace harness {
namespace {

constexpr char kRace[] = R"json("diagnostics": [{"rule": "race", "severity": "error", "message":
  "child grid double_all (launched at 31 by block 0 thread 0) reads data[40], which block 0 thread 40 writes at 24: nothing orders the write before the launch; put __syncthreads() before line 31 (M2)",
               "file" : "/home/x/exercise.cu",
               "line" : 31,
               "other_file" : "/home/x/exercise.cu",
               "other_line" : 24,
               "cites" : "M2",
               "count" : 12
},
  {"rule": "leak", "severity": "warning", "message": "never freed"},
  {"rule": "race", "severity": "error", "message": "another"}])json";

TEST(FinishedCleanly, HoldsForACleanRun) {
  EXPECT_EQ(explanation(FinishedCleanly(), run_of("")), "holds");
}

TEST(FinishedCleanly, DoesNotMindWarnings) {
  const Outcome run = run_of(
      R"("diagnostics": [{"rule": "leak", "severity": "warning", "message": "never freed"}])");
  EXPECT_EQ(explanation(FinishedCleanly(), run), "holds");
}

TEST(FinishedCleanly, TellsTheFirstBrokenRule) {
  EXPECT_EQ(
      explanation(FinishedCleanly(), run_of(kRace)),
      "exercise.cu:31: race: child grid double_all (launched at 31 by block 0 thread 0) reads "
      "data[40], which block 0 thread 40 writes at 24: nothing orders the write before the "
      "launch; put __syncthreads() before line 31 (M2) (12 times)\n"
      "  and the other place is exercise.cu:24\n"
      "(1 more broken rule after this one)");
  EXPECT_EQ(why_not_clean(run_of(kRace)).line, 31);
}

TEST(FinishedCleanly, TellsTheErrorThatTheDeviceWasLeftWith) {
  EXPECT_EQ(
      explanation(FinishedCleanly(),
                  run_of(R"("sticky_error": 700, "sticky_error_name": "cudaErrorIllegalAddress")")),
      "the device was left with cudaErrorIllegalAddress (700): every later call fails with it");
}

TEST(FinishedCleanly, PutsTheCauseBeforeTheCrash) {
  Outcome run = run_of(kRace);
  run.ending = Ending::kCrashed;
  run.what = "solve crashed with SIGSEGV while running on the device";
  const std::string said = explanation(FinishedCleanly(), run);
  EXPECT_THAT(said, testing::StartsWith("exercise.cu:31: race: "));
  EXPECT_THAT(said, testing::HasSubstr("\nsolve crashed with SIGSEGV while running on the device"));
  EXPECT_EQ(why_not_clean(run).cause, Cause::kRace);
}

/// A run in which these rules were broken, in this order.
Outcome breaking(const std::vector<std::string>& rules) {
  std::string list;
  for (const std::string& rule : rules) {
    list += (list.empty() ? "" : ",") + (R"({"rule": ")" + rule) +
            R"(", "severity": "error", "message": "found"})";
  }
  return run_of(R"("diagnostics": [)" + list + "]");
}

TEST(FinishedCleanly, TellsFirstWhatNamesItsCauseMostSurely) {
  const auto first = [](const std::vector<std::string>& rules) {
    const std::string said = explanation(FinishedCleanly(), breaking(rules));
    return said.substr(0, said.find(':'));
  };
  EXPECT_EQ(first({"race", "unchecked-launch"}), "unchecked-launch");
  EXPECT_EQ(first({"race", "local-pointer"}), "local-pointer");
  EXPECT_EQ(first({"race", "out-of-bounds"}), "race") << "it may have spoiled the index";
  EXPECT_EQ(first({"out-of-bounds", "race"}), "out-of-bounds");
  EXPECT_EQ(first({"leak", "trap", "missing-fence", "race"}), "missing-fence");
  EXPECT_EQ(why_not_clean(breaking({"race", "foreign-stream"})).cause, Cause::kCall);
  EXPECT_EQ(why_not_clean(breaking({"no-such-rule"})).cause, Cause::kEnding);
}

constexpr char kAssert[] = R"json("sticky_error": 710, "sticky_error_name": "cudaErrorAssert",
  "diagnostics": [
  {"rule": "assert", "severity": "error", "message": "assertion `n < 0` failed (R5)",
   "file": "/home/x/exercise.cu", "line": 27},
  {"rule": "unchecked-launch", "severity": "error", "message": "never read"},
  {"rule": "uninitialized", "severity": "error", "message": "read unwritten"}])json";

TEST(FinishedCleanly, TellsAnAssertBeforeWhatIsFoundBehindIt) {
  const Refusal refusal = why_not_clean(run_of(kAssert));
  EXPECT_THAT(refusal.why, testing::StartsWith("exercise.cu:27: assert: assertion `n < 0` failed"));
  EXPECT_EQ(refusal.cause, Cause::kEnding);
  const std::string race = kRace;
  EXPECT_THAT(explanation(FinishedCleanly(),
                          run_of(race.substr(0, race.rfind(']')) +
                                 R"(, {"rule": "assert", "severity": "error", "message": "x"}])")),
              testing::StartsWith("exercise.cu:31: race: "));
}

TEST(FinishedCleanly, OnAGpuTheOutputHasTheAssert) {
  Outcome run = run_of("");
  run.cuda_error = 710;
  EXPECT_THAT(explanation(FinishedCleanly(), run),
              testing::HasSubstr("(710): an assert of device code did not hold, and what it "
                                 "printed names file, line and expression (R5); "));
}

TEST(FailedAssert, StandsBeforeWhateverIsAskedOfTheRun) {
  const Refusal fault = failed_assert(run_of(kAssert));
  EXPECT_EQ(fault.line, 27);
  const Refusal refusal = after_fault(fault, {"out[0] is 3, not 4", "exercise.cu", 90});
  EXPECT_THAT(refusal.why, testing::StartsWith("exercise.cu:27: assert: "));
  EXPECT_THAT(refusal.why, testing::EndsWith("when this was found: out[0] is 3, not 4"));
  EXPECT_EQ(refusal.line, 27);
  EXPECT_EQ(after_fault(fault, {}).why, "");
  EXPECT_EQ(failed_assert(run_of(kRace)).why, "");
}

TEST(FinishedCleanly, RefusesAWaitForLaterBlocksThoughItIsAWarning) {
  const auto warned = [](const std::string& rule) {
    return run_of(R"("diagnostics": [{"rule": ")" + rule +
                  R"(", "severity": "warning", "message": "found"}])");
  };
  EXPECT_EQ(explanation(FinishedCleanly(), warned("waits-for-block")), "waits-for-block: found");
  EXPECT_EQ(explanation(FinishedCleanly(), warned("same-value")), "holds");
}

constexpr char kOldError[] =
    R"({"rule": "old-error", "severity": "warning", "message": "of the launch before"})";

TEST(FinishedCleanly, TellsAnOldErrorBeforeWhatItLeadsTo) {
  const Outcome run =
      run_of(R"("diagnostics": [{"rule": "race", "severity": "error", "message": "found"}, )" +
             std::string(kOldError) + "]");
  EXPECT_THAT(explanation(FinishedCleanly(), run),
              testing::StartsWith("old-error: of the launch before"));
  EXPECT_EQ(why_not_clean(run).cause, Cause::kCall);
}

TEST(FinishedCleanly, DoesNotTakeAnUndefinedValueForTheCauseOfARace) {
  const Outcome run = run_of(
      R"("diagnostics": [{"rule": "absent-lane", "severity": "warning", "message": "has ended"}, )"
      R"({"rule": "race", "severity": "error", "message": "found"}])");
  EXPECT_THAT(explanation(FinishedCleanly(), run), testing::StartsWith("race: found"));
}

TEST(FinishedCleanly, DoesNotMindAnOldErrorThatLeadsToNothing) {
  EXPECT_EQ(
      explanation(FinishedCleanly(), run_of(R"("diagnostics": [)" + std::string(kOldError) + "]")),
      "holds");
}

TEST(FinishedCleanly, NeedsAReportOnTheEmulator) {
  Outcome run;
  run.report_problem = "the device wrote no report";
  EXPECT_EQ(explanation(FinishedCleanly(), run),
            "the device wrote no report, so nothing shows that the rules were kept");
}

TEST(FinishedCleanly, CleansTextFromTheReport) {
  const Outcome run = run_of(
      R"("diagnostics": [{"rule": "race", "severity": "error", "message": "\u001b[31mred"}])");
  EXPECT_EQ(explanation(FinishedCleanly(), run), "race: ?[31mred");
}

}  // namespace
}  // namespace harness
