// course update: half done work is brought over, nothing of it is lost, conflicts are said.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "course/student/students_files.h"
#include "course/testing/little_course.h"

namespace course {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class UpdateTest : public testing::Test {
 protected:
  UpdateTest() {
    EXPECT_EQ(little_.run({}), 0);
    change(exercise_.own, "  // TODO(launch): launch a grid.\n", "  does Launches\n");
  }

  static void change(const fs::path& file, const std::string& what, const std::string& instead) {
    std::string text = read_file(file);
    ASSERT_NE(text.find(what), std::string::npos);
    write_file(file, text.replace(text.find(what), what.size(), instead));
  }

  LittleCourse little_;
  const StudentsFile exercise_ = exercise_of(little_.course(), little_.lesson());
  const StudentsFile answers_ = answers_of(little_.course(), little_.lesson());
};

TEST_F(UpdateTest, BringsHalfDoneWorkOverAndKeepsWhatItWas) {
  const std::string mine = read_file(exercise_.own);
  change(exercise_.given, "any n", "any number");
  EXPECT_EQ(little_.run({"update"}), 0);
  EXPECT_THAT(little_.out, HasSubstr("lessons/01-little/exercise.cu is brought over"));
  EXPECT_THAT(read_file(exercise_.own), HasSubstr("any number"));
  EXPECT_THAT(read_file(exercise_.own), HasSubstr("does Launches"));
  EXPECT_EQ(read_file(exercise_.own.string() + ".1.bak"), mine);
  EXPECT_EQ(little_.run({"update", "1"}), 0);
  EXPECT_EQ(little_.out, "Nothing is to be brought over.\n");
  EXPECT_FALSE(fs::exists(exercise_.own.string() + ".2.bak"));
}

TEST_F(UpdateTest, AConflictStaysOutOfTheExerciseUntilItIsSettled) {
  change(exercise_.own, "void add()", "int add()");
  change(exercise_.given, "void add()", "long add()");
  const std::string mine = read_file(exercise_.own);
  EXPECT_EQ(little_.run({"update", "1"}), 1);
  EXPECT_THAT(little_.out, HasSubstr("changed the same place, so it is as you left it"));
  EXPECT_EQ(read_file(exercise_.own), mine);
  const fs::path both = exercise_.own.string() + ".1.conflicts";
  EXPECT_THAT(read_file(both), HasSubstr("int add() {\n"));
  EXPECT_THAT(read_file(both), HasSubstr("long add() {\n"));

  fs::rename(both, exercise_.own);
  EXPECT_EQ(little_.run({"update", "1", "--settled"}), 2);
  EXPECT_THAT(little_.err, HasSubstr("exercise.cu:2: here is a conflict that is not settled"));
  write_file(exercise_.own, mine);
  EXPECT_EQ(little_.run({"update", "1", "--settled"}), 0);
  EXPECT_EQ(little_.run({"check", "1", "--json", "--device", "emulator"}), 1);
  EXPECT_THAT(little_.err, Not(HasSubstr("course update")));
}

TEST_F(UpdateTest, AnswersGoWithTheirQuestions) {
  change(answers_.own, "answer = \"\"", "answer = \"b\"");
  change(answers_.given, "How many?", "How many threads?");
  EXPECT_EQ(little_.run({"update", "--json"}), 0);
  const json file = json::parse(little_.out).at("files").at(0);
  EXPECT_EQ(file["file"], "lessons/01-little/answers.toml");
  EXPECT_EQ(file["conflicts"], 0);
  EXPECT_THAT(read_file(answers_.own), HasSubstr("answer = \"b\""));
  EXPECT_THAT(read_file(answers_.own), HasSubstr("How many threads?"));
}

TEST_F(UpdateTest, OfNoLessonNothingCanBeSettled) {
  EXPECT_EQ(little_.run({"update", "--settled"}), 2);
  EXPECT_THAT(little_.err, HasSubstr("./course update LESSON --settled"));
}

}  // namespace
}  // namespace course
