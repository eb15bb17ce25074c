// course check, from the command line to the verdict.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "grader/little_course.h"

namespace grader {
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

TEST_F(CheckTest, ACheckMayAskForFewerSeeds) {
  const auto toml = little_.course().lessons() / "01-little/lesson.toml";
  std::string text = read_file(toml);
  text.insert(text.find("needs = \"emulator\""), "seeds = 2\n");
  write_file(toml, text);
  little_.write_exercise("hides under late,eager,random:1,random:2;\n");
  const json ordinary = lesson_of({"check", "1", "--json", "--device", "emulator"}, 1);
  EXPECT_EQ(ordinary["checks"][0]["verdict"], "failed") << "runs under twenty seeds";
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
  little_.write_exercise(read_file(little_.solution()));
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
  EXPECT_THAT(little_.out, HasSubstr("failed A grid is launched"));
  EXPECT_THAT(little_.out, HasSubstr("TODO launch (lessons/01-little/exercise.cu:1)"));
  EXPECT_THAT(little_.out, HasSubstr("It printed:\n      hello\n"));
  EXPECT_THAT(little_.out, HasSubstr("Launches, 3 points, lessons/01-little/exercise.cu:3\n"));
  EXPECT_THAT(little_.out, HasSubstr("./course hint 01"));
  EXPECT_THAT(little_.out, Not(HasSubstr("\033")));
}

TEST_F(CheckTest, WrongUseIsTwo) {
  EXPECT_EQ(little_.run({"check", "77"}), 2);
  EXPECT_EQ(little_.run({"check", "--device", "toaster"}), 2);
  EXPECT_EQ(little_.run({"check", "--from", "/nowhere"}), 2);
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
}  // namespace grader
