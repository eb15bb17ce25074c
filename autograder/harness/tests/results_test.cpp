// The check program as the grader uses it: options in, one JSON document of verdicts out.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/needs.h"
#include "harness/running/running_test.h"

namespace harness {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// Runs the demo checks with `options`; returns exit status and output.
std::pair<int, std::string> run_program(const std::string& options,
                                        const std::string& before = {}) {
  FILE* pipe = popen((before + DEMO_CHECKS " " + options + " 2>&1").c_str(), "r");
  std::string output;
  for (int c = 0; (c = fgetc(pipe)) != EOF;) output += static_cast<char>(c);
  const int status = pclose(pipe);
  return {WEXITSTATUS(status), output};
}

std::string exercise(const std::string& fixture) {
  return fmt::format("--runner={} --exercise={}/{}.so", RUNNER, FIXTURES, fixture);
}

/// The verdicts on `fixture`, by the name of the check.
json results(const std::string& fixture, const std::string& options, int expected_status) {
  const std::string path = testing::TempDir() + "/results.json";
  const auto [status, output] =
      run_program(fmt::format("{} --results={} {}", exercise(fixture), path, options));
  EXPECT_EQ(status, expected_status) << output;
  EXPECT_EQ(output, "");
  std::ifstream file(path);
  return json::parse(file, nullptr, false);
}

json check(const json& document, const std::string& name) {
  for (const json& check : document.at("checks")) {
    if (check.at("name") == name) return check;
  }
  ADD_FAILURE() << "no check " << name << " in " << document.dump();
  return {};
}

json demo(const std::string& fixture, const std::string& options = {}) {
  return check(results(fixture, "--gtest_filter=Demo.DoublesEveryElement " + options, 1),
               "Demo.DoublesEveryElement");
}

TEST(Results, OfARightExerciseArePassed) {
  const json document = results("doubles", "--gtest_filter=Demo.*", 0);
  EXPECT_EQ(document.at("device"), "emulator");
  EXPECT_EQ(check(document, "Demo.DoublesEveryElement").at("verdict"), "passed");
  EXPECT_EQ(check(document, "Demo.DoublesEveryElement").at("message"), "");
}

TEST(Results, SayWhatAStudentShouldRead) {
  const json c = demo("never_writes");
  EXPECT_EQ(c.at("verdict"), "failed");
  EXPECT_EQ(c.at("message"),
            "result[0] was never written; it should be 0\n"
            "all 1024 elements are wrong\n"
            "none of them was ever written\n"
            "(schedule late; to see it again: --schedule late)");
  EXPECT_THAT(c.at("check_file"), testing::EndsWith("demo_checks.cpp"));
  EXPECT_GT(c.at("check_line"), 0);
}

/// What was drawn of the demo check of `fixture`.
std::string drawn(const std::string& fixture, const std::string& schedules) {
  const std::string folder = testing::TempDir();
  const auto [status, output] = run_program(
      fmt::format("{} --gtest_filter=Demo.DoublesEveryElement --schedules={} --pictures={}",
                  exercise(fixture), schedules, folder));
  std::ifstream file(folder + "/DoublesEveryElement.svg");
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Results, HaveAPictureOfTheFirstScheduleOrOfTheOneThatFailed) {
  EXPECT_EQ(drawn("doubles", "eager,late"), "drawn under eager");
  EXPECT_EQ(drawn("fails_late_only", "eager,late,random:1"), "drawn under late");
  EXPECT_EQ(drawn("kills_itself", "late"), "") << "what an earlier exercise left is another's";
}

TEST(Results, ArePicturedByARunThatShowsTheWorkIfTheCheckPasses) {
  RunningTest test;
  test.drawn("the work", true);
  test.drawn("what is refused", false);
  EXPECT_EQ(test.picture(true), "the work");
  EXPECT_EQ(test.picture(false), "what is refused");
  test_settings() = {};
  EXPECT_TRUE(test_settings().shows_its_work());
  refuse_call({"cudaMalloc", 1, 2});
  EXPECT_FALSE(test_settings().shows_its_work());
  test_settings() = {};
}

TEST(Results, TellOfSeveralFailuresTheOneThatNamesItsCauseMostSurely) {
  const json document = results("doubles", "--gtest_filter=Causes.*", 1);
  const json one = check(document, "Causes.OfOneCheck");
  EXPECT_EQ(one.at("cause"), "call");
  EXPECT_THAT(one.at("message"),
              testing::StartsWith("the host called cudaDeviceSynchronize not at all"));
  EXPECT_THAT(check(document, "Causes.OfEqualRankTheFirst").at("message"),
              HasSubstr("it should do so 7 times"));
}

TEST(Results, TellWhoReachesForTheEmulator) {
  EXPECT_EQ(demo("never_writes").at("reaches_for_emulator"), false);
  EXPECT_EQ(demo("closes_descriptors").at("reaches_for_emulator"), true);
}

TEST(Results, SayWhatKindOfCauseAFailureNames) {
  EXPECT_EQ(demo("never_writes").at("cause"), "value");
  EXPECT_EQ(demo("follows_null").at("cause"), "ending");
}

TEST(Results, TellTheWarningThatExplainsWrongValuesBeforeThem) {
  const json c = demo("uses_an_undefined_value");
  EXPECT_EQ(c.at("cause"), "call");
  EXPECT_EQ(c.at("file"), "exercise.cu");
  EXPECT_EQ(c.at("line"), 31);
  EXPECT_THAT(c.at("message"),
              testing::StartsWith("exercise.cu:31: absent-lane: lane 3 has ended\nresult[0] is 7"));
}

TEST(Results, NameTheFirstFailingSchedule) {
  const json late = demo("fails_late_only", "--schedules=eager,late,random:7");
  EXPECT_EQ(late.at("schedule"), "late");
  EXPECT_THAT(late.at("message"),
              HasSubstr("512 of 1024 elements are wrong: every one from 512 on"));
  const json random = demo("fails_late_only", "--schedules=eager,random:6,random:7,random:8");
  EXPECT_EQ(random.at("seed"), 7);
  EXPECT_THAT(random.at("message"),
              HasSubstr("(schedule random, seed 7; to see it again: --seed 7)"));
  EXPECT_EQ(check(results("fails_late_only", "--gtest_filter=Demo.D* --schedules=eager", 0),
                  "Demo.DoublesEveryElement")
                .at("verdict"),
            "passed");
}

TEST(Results, HaveAVerdictForEveryEnding) {
  EXPECT_EQ(demo("overruns").at("verdict"), "crashed");
  EXPECT_EQ(demo("hangs", "--seconds=0.2").at("verdict"), "timed_out");
  EXPECT_EQ(demo("takes_all_memory", "--memory-mb=128").at("verdict"), "out_of_memory");
  EXPECT_EQ(demo("forges_results").at("verdict"), "exited_early");
  EXPECT_EQ(demo("lacks_the_function").at("verdict"), "does_not_load");
  EXPECT_EQ(demo("forges_report").at("verdict"), "failed");
}

TEST(Results, KeepOutputAsMaterialOnly) {
  const json c = demo("forges_results");
  EXPECT_THAT(c.at("stdout"), HasSubstr("\"verdict\": \"passed\""));
  EXPECT_EQ(c.at("verdict"), "exited_early");
}

TEST(Results, GiveThePlaceInTheExercise) {
  const json c = demo("crashes_on_the_device");
  EXPECT_EQ(c.at("file"), "/x/exercise.cu");
  EXPECT_EQ(c.at("line"), 7);
  EXPECT_THAT(c.at("message"),
              HasSubstr("exercise.cu:7: illegal-address: fill accesses address 0x10"));
}

TEST(Results, SkipStructureOnAGpuWithWords) {
  const json document = results("doubles", "--device=gpu --gtest_filter=Demo.*", 0);
  const json c = check(document, "Demo.LaunchesNothing");
  EXPECT_EQ(c.at("verdict"), "not_run");
  EXPECT_EQ(c.at("message"),
            "looks at launches and their order, which only the emulator can report");
  EXPECT_EQ(check(document, "Demo.DoublesEveryElement").at("verdict"), "passed");
  EXPECT_EQ(check(document, "Demo.UsesFourDevices").at("verdict"), "not_run");
  EXPECT_EQ(check(results("doubles", "--device=gpu --gpus=4 --gtest_filter=Demo.*", 0),
                  "Demo.UsesFourDevices")
                .at("verdict"),
            "passed");
}

TEST(Results, BlameTheGraderForBadChecks) {
  const json document = results("doubles", "--gtest_filter=Bad.*", 1);
  EXPECT_EQ(check(document, "Bad.RunsNothing").at("verdict"), "grader_error");
  EXPECT_THAT(check(document, "Bad.RunsNothing").at("message"),
              HasSubstr("without running the exercise"));
  EXPECT_EQ(check(document, "Bad.AsksForAnotherType").at("verdict"), "grader_error");
}

TEST(Results, DoNotPassACheckThatForgetsToAsk) {
  const json c = check(results("exits_early", "--gtest_filter=Bad.NeverAsks", 1), "Bad.NeverAsks");
  EXPECT_EQ(c.at("verdict"), "exited_early");
  EXPECT_THAT(c.at("message"), HasSubstr("before fill_then_double returned"));
}

TEST(Results, GoToADescriptorToo) {
  const auto [status, output] =
      run_program(exercise("doubles") + " --gtest_filter=Demo.D* --results=fd:1");
  EXPECT_EQ(status, 0);
  EXPECT_EQ(check(json::parse(output, nullptr, false), "Demo.DoublesEveryElement").at("verdict"),
            "passed");
}

TEST(CommandLine, WithoutSenseIsRefused) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "--exercise=exercise.so is missing"},
      {"--exercise=/nowhere.so", "there is no file /nowhere.so"},
      {exercise("doubles") + " --schedules=soon", "no such schedule: 'soon'"},
      {exercise("doubles") + " --device=fpga", "no such device: 'fpga'"},
      {exercise("doubles") + " --seconds=x", "--seconds wants a number, not 'x'"},
      {exercise("doubles") + " --frobnicate", "no such option: --frobnicate"},
      {exercise("doubles") + " --gtest_filter=No.Such", "no check is called No.Such"},
  };
  for (const auto& [options, words] : cases) {
    const auto [status, output] = run_program(options);
    EXPECT_EQ(status, 2) << options;
    EXPECT_THAT(output, HasSubstr(words));
  }
}

TEST(CommandLine, ExplainsItself) {
  const auto [status, output] = run_program("--help");
  EXPECT_EQ(status, 0);
  EXPECT_THAT(output, HasSubstr("--schedules=LIST"));
}

// Root may open all of it; then somebody else has to run the checks.
TEST(Results, StayOutOfTheExercisesReach) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "AddressSanitizer opens its own process";
#endif
  const std::string nobody =
      geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : "";
  if (std::system((nobody + "test -x " DEMO_CHECKS " 2>/dev/null").c_str()) != 0) {
    GTEST_SKIP() << "only root gets at " << DEMO_CHECKS;
  }
  const auto [status, output] = run_program(
      exercise("opens_process_memory") + " --gtest_filter=Reach.CannotOpenMemory", nobody);
  EXPECT_EQ(status, 0) << output;
}

TEST(Results, NeedARunner) {
  const auto [status, output] =
      run_program(fmt::format("--exercise={}/doubles.so --runner=/nowhere", FIXTURES));
  EXPECT_EQ(status, 2);
  EXPECT_THAT(output, HasSubstr("there is no program /nowhere to run exercises with"));
}

}  // namespace
}  // namespace harness
