// course check, from the command line to the verdict.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "course/screen/terminal.h"
#include "course/testing/little_course.h"

namespace course {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class CheckTest : public testing::Test {
 protected:
  json lesson_of(const std::vector<std::string>& words, int expected_status) {
    EXPECT_EQ(little_.run(words), expected_status) << little_.err;
    return json::parse(little_.out).at("lessons").at(0);
  }
  LittleCourse little_;
};

TEST_F(CheckTest, TheSolutionPassesWithAllPoints) {
  const json lesson = lesson_of(
      {"check", "--from", little_.course().solutions().string(), "--json", "--device", "emulator"},
      0);
  EXPECT_EQ(lesson["name"], "01-little");
  EXPECT_EQ(lesson["verdict"], "passed");
  EXPECT_EQ(lesson["points"], 5);
  EXPECT_EQ(lesson["max_points"], 5);
  EXPECT_EQ(lesson["device"], "emulator");
  EXPECT_EQ(lesson["checks"].size(), 2U);
}

TEST_F(CheckTest, ASkeletonsFailureNamesTheTodo) {
  const json lesson = lesson_of({"check", "1", "--json", "--device", "emulator"}, 1);
  EXPECT_EQ(lesson["verdict"], "failed");
  EXPECT_EQ(lesson["points"], 0);
  EXPECT_THAT(
      lesson["checks"][0]["message"].get<std::string>(),
      HasSubstr("TODO add (lessons/01-little/exercise.cu:4) is still to do\nexpected Adds"));
  EXPECT_EQ(lesson["checks"][0]["line"], 3);
  EXPECT_EQ(lesson["checks"][0]["file"], "lessons/01-little/exercise.cu");
}

TEST_F(CheckTest, PointsAreGivenForWhatHolds) {
  little_.write_exercise("does Launches\n");
  const json lesson = lesson_of({"check", "little", "--json", "--device", "emulator"}, 1);
  EXPECT_EQ(lesson["points"], 3);
  EXPECT_EQ(lesson["checks"][0]["verdict"], "failed");
  EXPECT_EQ(lesson["checks"][0]["message"], "expected Adds");
  EXPECT_EQ(lesson["checks"][1]["verdict"], "passed");
}

TEST_F(CheckTest, OneCheckCanBeAskedForAndIsNotTakenForTheLesson) {
  little_.write_exercise("does Launches\n");
  const json lesson =
      lesson_of({"check", "little", "--check", "Launches", "--json", "--device", "emulator"}, 0);
  EXPECT_EQ(lesson["max_points"], 3);
  EXPECT_EQ(lesson["checks"].size(), 1U);
  EXPECT_EQ(little_.run({"check", "1", "--check", "Launches", "--device", "emulator"}), 0);
  EXPECT_THAT(little_.out, HasSubstr("1 more not asked for"));
  EXPECT_THAT(little_.out, Not(HasSubstr("Insight")));
  EXPECT_EQ(little_.run({"check", "1", "--check", "Adds", "--device", "emulator"}), 1);
  EXPECT_THAT(little_.out, HasSubstr("expected Adds"));
}

TEST_F(CheckTest, ACheckMayAskForFewerSeeds) {
  const auto toml = little_.course().lessons() / "01-little/lesson.toml";
  std::string text = read_file(toml);
  text.insert(text.find("needs = \"emulator\""), "seeds = 2\n");
  write_file(toml, text);
  little_.write_exercise("hides under late,eager,random:1,random:2;\n");
  const json ordinary = lesson_of({"check", "1", "--json", "--device", "emulator"}, 1);
  EXPECT_EQ(ordinary["checks"][0]["verdict"], "failed") << "runs under more seeds";
  EXPECT_EQ(ordinary["checks"][1]["verdict"], "passed") << "runs under two";
  const json asked = lesson_of({"check", "1", "--json", "--device", "emulator", "--seeds", "3"}, 1);
  EXPECT_EQ(asked["checks"][1]["verdict"], "failed") << "who asks for three gets three";
}

TEST_F(CheckTest, ACompilersErrorsAreShownWithTheStudentsPath) {
  little_.write_exercise("SYNTAX\n");
  const json lesson = lesson_of({"check", "1", "--json", "--device", "emulator"}, 1);
  EXPECT_EQ(lesson["verdict"], "does_not_compile");
  EXPECT_EQ(lesson["message"], "lessons/01-little/exercise.cu:3: error: expected ';'\n");
  EXPECT_EQ(lesson["max_points"], 5);
}

TEST_F(CheckTest, AMissingExerciseIsNotRun) {
  const auto folder = little_.course().root / "handed-in";
  std::filesystem::create_directory(folder);
  const json lesson =
      lesson_of({"check", "1", "--from", folder.string(), "--json", "--device", "emulator"}, 1);
  EXPECT_EQ(lesson["verdict"], "not_run");
  EXPECT_THAT(lesson["message"].get<std::string>(), HasSubstr("there is no such file"));
}

TEST_F(CheckTest, ACheckProgramThatDiesIsOurFault) {
  little_.write_exercise("DIES does Adds does Launches\n");
  const json lesson = lesson_of({"check", "1", "--json", "--device", "emulator"}, 2);
  EXPECT_EQ(lesson["verdict"], "grader_error");
  EXPECT_THAT(lesson["checks"][0]["message"].get<std::string>(),
              HasSubstr("no verdict (status 3)"));
}

TEST_F(CheckTest, NoCheckIsSilentlyLeftOut) {
  little_.write_exercise(little_.solved());
  little_.write_checks_program({"Adds", "Multiplies"});
  const json lesson = lesson_of({"check", "1", "--json", "--device", "emulator"}, 2);
  EXPECT_EQ(lesson["verdict"], "grader_error");
  EXPECT_EQ(lesson["checks"].size(), 3U);
  EXPECT_EQ(lesson["checks"][1]["verdict"], "grader_error");
  EXPECT_EQ(lesson["checks"][2]["name"], "Multiplies");
}

TEST_F(CheckTest, ForAPersonItSaysWhatHoldsAndWhatIsNext) {
  little_.write_exercise("// TODO(launch): x\ndoes Adds\n");
  EXPECT_EQ(little_.run({"check", "1", "--device", "emulator"}), 1);
  EXPECT_THAT(little_.out, HasSubstr("2 of 5 points"));
  EXPECT_THAT(little_.out, HasSubstr("passed The numbers are added"));
  EXPECT_THAT(little_.out, HasSubstr("01-little/exercise.cu:1: TODO launch"));
  EXPECT_THAT(little_.out, HasSubstr("    1 | // TODO(launch): x\n      | ^\n"));
  EXPECT_THAT(little_.out, HasSubstr("It printed:\n    hello\n"));
  EXPECT_THAT(little_.out, HasSubstr("Check    A grid is launched (Launches, 3 points)\n"));
  EXPECT_THAT(little_.out, HasSubstr("./course hint 01"));
  EXPECT_THAT(little_.out, Not(HasSubstr("\033")));
}

TEST_F(CheckTest, TheFirstFailureIsToldAndTheRestFoldedUnlessAllIsAskedFor) {
  little_.write_exercise("does nothing\n");
  EXPECT_EQ(little_.run({"check", "1", "--device", "emulator"}), 1);
  EXPECT_THAT(little_.out, HasSubstr("expected Adds"));
  EXPECT_THAT(little_.out, Not(HasSubstr("expected Launches")));
  EXPECT_THAT(little_.out, HasSubstr("  failed A grid is launched\n"));
  EXPECT_THAT(little_.out, HasSubstr("./course check 01 --device emulator --all"));
  EXPECT_EQ(little_.run({"check", "1", "--device", "emulator", "--all"}), 1);
  EXPECT_THAT(little_.out, HasSubstr("expected Adds"));
  EXPECT_THAT(little_.out, HasSubstr("expected Launches"));
}

TEST_F(CheckTest, WhatNamesItsCauseMostSurelyIsToldFirst) {
  little_.write_exercise("// Adds fails by race, Launches fails by call\n");
  EXPECT_EQ(little_.run({"check", "1", "--device", "emulator"}), 1);
  EXPECT_THAT(little_.out, HasSubstr("expected Launches"));
  EXPECT_THAT(little_.out, Not(HasSubstr("expected Adds")));
  EXPECT_THAT(little_.out, HasSubstr("failed The numbers are added\n"));
  EXPECT_THAT(little_.out,
              HasSubstr("Also     1 more: ./course check 01 --device emulator --all\n"));
  const json lesson = lesson_of({"check", "1", "--json", "--device", "emulator"}, 1);
  EXPECT_EQ(lesson["checks"][0]["cause"], "race");
  EXPECT_EQ(lesson["checks"][1]["cause"], "call");
}

TEST_F(CheckTest, AmongEqualsTheLessonsOrderHolds) {
  little_.write_exercise("// Adds fails by race, Launches fails by race\n");
  little_.run({"check", "1", "--device", "emulator"});
  EXPECT_THAT(little_.out, HasSubstr("expected Adds"));
}

TEST_F(CheckTest, AnOpenTodoIsToldBeforeWhatFollowsIt) {
  little_.write_exercise("// TODO(add): x\n// Adds fails by value, Launches fails by call\n");
  little_.run({"check", "1", "--device", "emulator"});
  EXPECT_THAT(little_.out, HasSubstr("exercise.cu:1: TODO add"));
  EXPECT_THAT(little_.out, Not(HasSubstr("expected Launches")));
}

TEST_F(CheckTest, WhatIsWrittenIsToldBeforeATodoThatFollowsIt) {
  little_.write_exercise("// TODO(launch): x\n// Adds fails by value\n");
  little_.run({"check", "1", "--device", "emulator"});
  EXPECT_THAT(little_.out, HasSubstr("expected Adds"));
  EXPECT_THAT(little_.out, Not(HasSubstr("TODO launch")));
}

TEST_F(CheckTest, TheHintIsForWhatIsToldFirst) {
  little_.write_exercise("// Adds fails by race, Launches fails by call\n");
  EXPECT_EQ(little_.run({"hint", "1"}), 0);
  EXPECT_THAT(little_.out, HasSubstr("Use angles."));
}

TEST_F(CheckTest, AgainKeepsTheOptionsThatMatter) {
  const auto folder = little_.course().root / "handed in";
  write_file(folder / "01-little" / "exercise.cu", "REPEATS\n");
  little_.run({"check", "1", "--from", folder.string(), "--device", "emulator"});
  const std::string options = " --from '" + folder.string() + "' --device emulator";
  std::string words = little_.out;
  std::erase_if(words, [](char c) { return c == '\n'; });
  words = std::regex_replace(words, std::regex(" +"), " ");
  EXPECT_THAT(words, HasSubstr("Again ./course check 01" + options + " --schedule late"));
  EXPECT_THAT(words, HasSubstr("Also 1 more: ./course check 01" + options + " --all"));
}

TEST_F(CheckTest, PlainWordsHaveNoMeaningInWhereTheyStand) {
  little_.write_exercise("does Adds\n");
  EXPECT_EQ(little_.run({"check", "1", "--device", "emulator", "--plain"}), 1);
  speak_plainly(false);
  EXPECT_THAT(little_.out, HasSubstr("Lesson 01-little: failed, 2 of 5 points"));
  EXPECT_THAT(little_.out, HasSubstr("passed: The numbers are added\n"));
  EXPECT_THAT(little_.out, HasSubstr("Check: A grid is launched (Launches, 3 points)\n"));
  EXPECT_THAT(little_.out, Not(HasSubstr("|")));
}

TEST_F(CheckTest, WhoPassesIsToldOneThingToKeep) {
  little_.write_exercise("does Adds does Launches\n");
  EXPECT_EQ(little_.run({"check", "1", "--device", "emulator"}), 0);
  EXPECT_THAT(little_.out, HasSubstr("Insight  A plus takes one cycle.\n"));
}

TEST_F(CheckTest, ALessonWithoutAnInsightIsAnError) {
  const auto toml = little_.course().lessons() / "01-little/lesson.toml";
  std::string text = read_file(toml);
  const std::size_t at = text.find("insight = ");
  text.erase(at, text.find('\n', at) - at + 1);
  write_file(toml, text);
  EXPECT_EQ(little_.run({"check", "1"}), 2);
  EXPECT_THAT(little_.err, HasSubstr("insight"));
}

TEST_F(CheckTest, PathsAreThoseFromWhereTheStudentStands) {
  const auto before = std::filesystem::current_path();
  little_.write_exercise("// TODO(add): x\n");
  std::filesystem::current_path(little_.course().root);
  little_.run({"check", "1", "--device", "emulator"});
  EXPECT_THAT(little_.out, HasSubstr("\nlessons/01-little/exercise.cu:1: TODO add"));
  std::filesystem::current_path(little_.course().lessons() / "01-little");
  little_.run({"check", "1", "--device", "emulator"});
  EXPECT_THAT(little_.out, HasSubstr("\nexercise.cu:1: TODO add"));
  std::filesystem::current_path(before);
}

TEST_F(CheckTest, WrongUseIsTwo) {
  EXPECT_EQ(little_.run({"check", "77"}), 2);
  EXPECT_EQ(little_.run({"check", "--device", "toaster"}), 2);
  EXPECT_EQ(little_.run({"check", "--from", "/nowhere"}), 2);
  EXPECT_EQ(little_.run({"check", "1", "--check", "Flies"}), 2);
  EXPECT_EQ(little_.run({"chekc"}), 2);
  EXPECT_EQ(little_.run({"check", "77", "--json"}), 2);
  EXPECT_THAT(json::parse(little_.out).at("error").get<std::string>(), HasSubstr("77"));
}

TEST_F(CheckTest, HelpIsSuccess) {
  EXPECT_EQ(little_.run({"--help"}), 0);
  EXPECT_EQ(little_.run({"check", "--help"}), 0);
  EXPECT_THAT(little_.out, HasSubstr("--schedule"));
}

}  // namespace
}  // namespace course
