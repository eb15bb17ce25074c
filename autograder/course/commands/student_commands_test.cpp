// The other things a student does: look around, take a hint, begin anew, see the solution, run.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "course/student/hint_state.h"
#include "course/testing/little_course.h"

namespace course {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class StudentTest : public testing::Test {
 protected:
  LittleCourse little_;
};

TEST_F(StudentTest, OverviewOfAFreshCourseNamesTheFirstTodo) {
  EXPECT_EQ(little_.run({}), 0);
  EXPECT_THAT(little_.out, HasSubstr("0 of 1 lessons solved"));
  EXPECT_THAT(little_.out, HasSubstr("not begun"));
  EXPECT_THAT(little_.out, HasSubstr("lessons/01-little/exercise.cu:4"));
  EXPECT_THAT(little_.out, HasSubstr("TODO add: add the numbers. Must hold for any n."));
}

TEST_F(StudentTest, OverviewGradesWhatWasBegunAndRemembersIt) {
  little_.write_exercise("// TODO(launch): x\ndoes Adds\n");
  EXPECT_EQ(little_.run({"--json"}), 0);
  EXPECT_EQ(json::parse(little_.out)["lessons"][0]["points"], 2);
  EXPECT_EQ(json::parse(little_.out)["next"], "01-little");
  write_file(little_.course().build / "verdicts" / "01-little.json", [&] {
    auto cached = json::parse(read_file(little_.course().build / "verdicts" / "01-little.json"));
    cached["verdict"]["checks"][1]["points"] = 3;  // shows that it is read, not made
    return cached.dump();
  }());
  EXPECT_EQ(little_.run({"--json"}), 0);
  EXPECT_EQ(json::parse(little_.out)["lessons"][0]["points"], 5);
  little_.write_exercise("does Adds does Launches\n");
  EXPECT_EQ(little_.run({"--json"}), 0);
  EXPECT_EQ(json::parse(little_.out)["lessons"][0]["verdict"], "passed");
}

TEST_F(StudentTest, HintsOfTheFailingTodoComeFirstAndThenTheGeneralOnes) {
  little_.write_exercise("// TODO(launch): x\ndoes Adds\n");
  little_.run({"hint", "1"});
  EXPECT_THAT(little_.out, HasSubstr("Use angles."));
  little_.run({"hint", "1"});
  EXPECT_THAT(little_.out, HasSubstr("Read the lesson."));
  little_.run({"hint", "1"});
  EXPECT_THAT(little_.out, HasSubstr("all there is"));
  EXPECT_THAT(little_.out, Not(HasSubstr("Use a plus.")));
  little_.run({"hint", "1", "--all"});
  EXPECT_THAT(little_.out, HasSubstr("Use a plus."));
}

TEST_F(StudentTest, HintStateSurvivesAndCanBeForgotten) {
  const Lesson lesson = little_.lesson();
  const HintState state(little_.course().build / "state");
  EXPECT_EQ(next_hint(lesson, "add", state.given(lesson)), 0U);
  state.remember(lesson, 0);
  EXPECT_EQ(next_hint(lesson, "add", state.given(lesson)), 2U);
  EXPECT_EQ(next_hint(lesson, "", state.given(lesson)), 1U);
  state.forget(lesson);
  EXPECT_EQ(next_hint(lesson, "add", state.given(lesson)), 0U);
}

TEST_F(StudentTest, ResetNeverLosesAVersion) {
  const std::string skeleton = read_file(little_.exercise());
  for (const std::string mine : {"mine", "mine again"}) {
    little_.write_exercise(mine);
    EXPECT_EQ(little_.run({"reset", "1"}), 0);
    EXPECT_EQ(read_file(little_.exercise()), skeleton);
  }
  EXPECT_EQ(read_file(little_.exercise().string() + ".1.bak"), "mine");
  EXPECT_EQ(read_file(little_.exercise().string() + ".2.bak"), "mine again");
  EXPECT_EQ(little_.run({"reset", "1"}), 0);
  EXPECT_FALSE(std::filesystem::exists(little_.exercise().string() + ".3.bak"));
}

TEST_F(StudentTest, AWordThatIsNoCommandIsAnsweredWithThoseThatAre) {
  EXPECT_EQ(little_.run({"chekc", "1"}), 2);
  EXPECT_THAT(little_.err, AllOf(StartsWith("course: there is no command chekc; there are check, "),
                                 Not(HasSubstr("test-lesson"))));
  EXPECT_EQ(little_.run({"check", "--all", "--nothing"}), 2);
  EXPECT_THAT(little_.err, HasSubstr("--nothing"));
}

TEST_F(StudentTest, TheSolutionIsShownOnlyToThoseWhoHaveOne) {
  EXPECT_EQ(little_.run({"solution", "1"}), 1);
  EXPECT_THAT(little_.out, HasSubstr("TODO add"));
  EXPECT_THAT(little_.out, Not(HasSubstr("does Adds")));
  little_.write_exercise("does Launches\n");
  EXPECT_EQ(little_.run({"solution", "1"}), 1);
  EXPECT_THAT(little_.out, HasSubstr("Adds: expected Adds"));
  little_.write_exercise("does Adds does Launches\n");
  EXPECT_EQ(little_.run({"solution", "1"}), 0);
  EXPECT_EQ(little_.out, little_.solved());
}

TEST_F(StudentTest, HowOthersSolveItIsShownToThoseToo) {
  const auto other = little_.course().solutions() / "01-little" / "others" / "by-parts.cu";
  write_file(
      other,
      "// Adds the parts\n// one by one.\n//\n// More.\n// begin: add\n  parts\n// end: add\n");
  EXPECT_EQ(little_.run({"solution", "1", "--others"}), 1);
  EXPECT_THAT(little_.out, Not(HasSubstr("by-parts")));
  little_.write_exercise("does Adds does Launches\n");
  EXPECT_EQ(little_.run({"solution", "1"}), 0);
  EXPECT_EQ(little_.out, little_.solved());
  EXPECT_EQ(little_.err, "How others solve it: ./course solution 01 --others\n");
  EXPECT_EQ(little_.run({"solution", "1", "--others"}), 0);
  EXPECT_THAT(little_.out,
              HasSubstr("  ./course solution 01 by-parts\n    Adds the parts one by one.\n"));
  EXPECT_EQ(little_.run({"solution", "1", "by-parts"}), 0);
  EXPECT_THAT(little_.out, AllOf(StartsWith("// Adds the parts\n"), HasSubstr("\n  parts\n"),
                                 HasSubstr("  does Launches\n")));
  EXPECT_EQ(little_.run({"solution", "1", "by-magic"}), 2);
  EXPECT_THAT(little_.err,
              HasSubstr("no solution of 01-little is named by-magic; there are:\n  by-parts"));
}

/// A "CUDA program" for the stand-in compiler, which only copies it: a shell script.
std::string program(const LittleCourse& little, const std::string& report,
                    const std::string& rest) {
  const auto file = little.course().root / "program.cu";
  write_file(file, "#!/bin/sh\n" + rest + "\ncat >\"$EMULATOR_REPORT\" <<END\n" + report +
                       "\nEND\nexit ${1:-0}\n");
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  return file.string();
}

constexpr const char* kClean = R"({"sticky_error":0,"launches":[{"id":1}],"diagnostics":[]})";
constexpr const char* kRace =
    R"json({"sticky_error":0,"diagnostics":[{"rule":"race","severity":"error","message":"m (M2)",
    "file":"program.cu","line":2,"other_file":null,"other_line":1,"count":3}]})json";

TEST_F(StudentTest, RunHasTheProgramsStatusWhenNothingIsWrong) {
  const std::string file = program(little_, kClean, "printf '%s' \"$EMULATOR_SCHEDULE-$2\"");
  EXPECT_EQ(little_.run({"run", file, "--schedule", "eager", "--", "7", "--json"}), 7);
  EXPECT_EQ(little_.out, "eager---json");
}

TEST_F(StudentTest, RunHandsFilesAndOptionsOfNvccOnInTheirOrder) {
  const std::string file = program(little_, kClean, "");
  EXPECT_EQ(little_.run({"run", "-DN=8", "--seed", "3", file, "-I", "inc", "-rdc=true", "-lm"}), 0);
  EXPECT_THAT(read_file(little_.course().emucc.string() + ".words"),
              StartsWith("-rdc=true -DN=8 " + file + " -I inc -rdc=true -lm -o "));
}

TEST_F(StudentTest, RunNeedsAFileThatIsThereAndAProgram) {
  const std::string file = program(little_, kClean, "");
  EXPECT_EQ(little_.run({"run", "-DN=8"}), 2);
  EXPECT_THAT(little_.err, HasSubstr("needs a file"));
  EXPECT_EQ(little_.run({"run", "missing.cu"}), 2);
  EXPECT_THAT(little_.err, HasSubstr("missing.cu: there is no such file"));
  EXPECT_EQ(little_.run({"run", "-dc", file}), 2);
  EXPECT_THAT(little_.err, HasSubstr("-dc makes no program"));
}

TEST_F(StudentTest, RunAsksForAllThatHappenedOnlyForJson) {
  const std::string file = program(little_, kClean, "printf '%s' \"$EMULATOR_REPORT_PARTS\"");
  little_.run({"run", file});
  EXPECT_EQ(little_.out, "findings");
  little_.run({"run", file, "--json"});
  EXPECT_THAT(little_.out, HasSubstr("\"stdout\": \"all\""));
}

TEST_F(StudentTest, RunIsOneWhenSomethingIsWrong) {
  const std::string file = program(little_, kRace, "echo hello");
  EXPECT_EQ(little_.run({"run", file}), 1);
  EXPECT_EQ(little_.out, "hello\n");
  EXPECT_THAT(little_.err, HasSubstr("program.cu:2: error: m (M2) [race] (3 times)\n"));
  EXPECT_THAT(little_.err, HasSubstr("program.cu:1: note:"));
}

TEST_F(StudentTest, RunSaysWhetherWarningsAboutRacesAreErrors) {
  const std::string file = program(little_, kClean, "printf '%s' \"$EMULATOR_STRICT\"");
  EXPECT_EQ(little_.run({"run", file}), 0);
  EXPECT_EQ(little_.out, "0");
  EXPECT_EQ(little_.run({"run", "--strict", file}), 0);
  EXPECT_EQ(little_.out, "1");
}

TEST_F(StudentTest, RunIsTwoWhenItDoesNotCompile) {
  const std::string file = program(little_, kClean, "# SYNTAX");
  EXPECT_EQ(little_.run({"run", file}), 2);
  EXPECT_THAT(little_.err, HasSubstr("error: expected ';'"));
  EXPECT_EQ(little_.run({"run", file, "--json"}), 2);
  EXPECT_EQ(json::parse(little_.out)["compiled"], false);
}

TEST_F(StudentTest, RunPrintsOneDocument) {
  const std::string file = program(little_, kRace, "echo hello");
  EXPECT_EQ(little_.run({"run", file, "--json"}), 1);
  const json document = json::parse(little_.out);
  EXPECT_EQ(document["compiled"], true);
  EXPECT_EQ(document["exit_status"], 0);
  EXPECT_EQ(document["stdout"], "hello\n");
  EXPECT_EQ(document["diagnostics"][0]["rule"], "race");
}

TEST_F(StudentTest, RunSaysWhenThereIsNoReport) {
  const std::string file = program(little_, kClean, "exit 0");
  EXPECT_EQ(little_.run({"run", file}), 1);
  EXPECT_THAT(little_.err, HasSubstr("left no report"));
  EXPECT_EQ(little_.run({"run", "/nowhere.cu"}), 2);
}

}  // namespace
}  // namespace course
