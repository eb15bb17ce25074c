// course grade: the points that a submission gets, for its checks and its quiz, and of which runs.
#include "course/classes/judged_text.h"
#include "course/testing/graded_class.h"

namespace course {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(GradeTest, GivesPointsForWhatHolds) {
  hand_in("ada", kGood);
  hand_in("bob", kHalf);
  hand_in("eve", "SYNTAX\n");
  const json done = grade({"--jobs", "2"});
  EXPECT_EQ(done["graded"], 3);
  EXPECT_EQ(standing_of("ada").verdict, "passed");
  EXPECT_EQ(standing_of("ada").points, 5);
  EXPECT_EQ(standing_of("bob").points, 2);
  EXPECT_EQ(standing_of("bob").max_points, 5);
  EXPECT_EQ(standing_of("eve").verdict, "does_not_compile");
  EXPECT_THAT(standing_of("eve").message, HasSubstr("exercise.cu:3: error: expected ';'"));
}

TEST_F(GradeTest, TheCoursesCodeIsJudgedWhereAnotherWasHandedIn) {
  const fs::path exercise = from_ / "ada" / "01-little/exercise.cu";
  hand_in("ada", kHalf);
  write_file(exercise, "does Launches\n" + read_file(exercise));
  const json ada = grade()["submissions"][0];
  EXPECT_EQ(ada["points"], 2);
  EXPECT_THAT(std::string(ada["flags"][0]), HasSubstr("line 1 is not the course's"));
  EXPECT_THAT(std::string(ada["message"]), HasSubstr("line 1 is not the course's"));
}

TEST_F(GradeTest, BytesThatAreNoUtf8AreJudgedAsTheyAre) {
  hand_in("ada", std::string(kGood) + "// caf\xe9\n");
  hand_in("bob", "SYNTAX \"caf\xe9\"\n");
  const JudgedText text(load_lessons(little_.course()).front(),
                        from_ / "ada" / "01-little/exercise.cu", from_);
  EXPECT_THAT(read_file(text.source()), HasSubstr("// caf\xe9\n"));
  grade();
  EXPECT_EQ(standing_of("ada").points, 5);
  EXPECT_THAT(standing_of("bob").message, HasSubstr("exercise.cu:3: error"));
}

TEST_F(GradeTest, AnInstructorMayJudgeWhatIsThere) {
  const fs::path exercise = from_ / "ada" / "01-little/exercise.cu";
  write_file(exercise, kGood);
  EXPECT_EQ(grade({"--any-given-code"})["submissions"][0]["points"], 5);
  EXPECT_EQ(grade()["submissions"][0]["verdict"], "does_not_compile");
}

TEST_F(GradeTest, WhatIsGradedIsNotGradedAgain) {
  hand_in("ada", kHalf);
  grade();
  const json again = grade();
  EXPECT_EQ(again["graded"], 0);
  EXPECT_EQ(again["before"], 1);
  hand_in("ada", kGood);
  EXPECT_EQ(grade()["graded"], 1) << "she has handed in again";
  EXPECT_EQ(standing_of("ada").points, 5);
}

TEST_F(GradeTest, TheSameTextIsCompiledOnce) {
  for (const char* student : {"ada", "bob", "eve", "joe"}) hand_in(student, kGood);
  hand_in("zoe", kHalf);
  EXPECT_EQ(grade({"--jobs", "4"})["graded"], 5);
  std::size_t libraries = 0;
  for (const auto& entry : fs::directory_iterator(ClassFolder{out_}.libraries())) {
    libraries += entry.path().extension() == ".so" ? 1 : 0;
  }
  EXPECT_EQ(libraries, 2U);
}

TEST_F(GradeTest, OurFaultIsReportedAndNeverAZero) {
  hand_in("ada", "DIES\n");
  const json done = grade({}, 1);
  EXPECT_EQ(done["given_up"], 1) << "nobody else was graded meanwhile";
  EXPECT_THAT(done["ungraded"][0]["message"].get<std::string>(), HasSubstr("gave no verdict"));
  EXPECT_EQ(standing_of("ada").run, 0) << "no score";
  hand_in("ada", kGood);
  EXPECT_EQ(grade()["graded"], 1);
}

TEST_F(GradeTest, OfAMessageOnlyThatMuchIsKept) {
  hand_in("ada", "LONG COMPLAINT\n");
  grade();
  const std::string message = standing_of("ada").message;
  EXPECT_THAT(message, HasSubstr(":3: error: 000"));
  EXPECT_LT(message.size(), 17000U);
}

TEST_F(GradeTest, ACompilerThatBlamesNoLineIsAskedAgain) {
  hand_in("ada", std::string("TWO ATTEMPTS\n") + kGood);
  grade();
  EXPECT_EQ(standing_of("ada").verdict, "passed");
}

TEST_F(GradeTest, AnswersThatChangeAreFlagged) {
  hand_in("ada", "does Launches\nhides under late;\n");  // passes when it is asked again
  grade();
  EXPECT_THAT(standing_of("ada").flags, ElementsAre("its answers change from run to run"));
  hand_in("bob", "does Launches\n");
  grade();
  EXPECT_THAT(standing_of("bob").flags, IsEmpty());
}

TEST_F(GradeTest, ThePictureIsOfARunThatWasJudged) {
  const auto picture_of = [&](const std::string& student) {
    const std::string sha256 = standing_of(student).sha256;
    const fs::path file = out_ / "pictures" / grading::picture_of(student, "01-little", sha256);
    return fs::exists(file) ? read_file(file) : "";
  };
  hand_in("ada", kGood);
  hand_in("bob", kHalf);
  grade();
  EXPECT_EQ(picture_of("ada"), "grids of Adds\n") << "the first check";
  EXPECT_EQ(picture_of("bob"), "grids of Launches\n") << "the one that failed";
  hand_in("bob", "SYNTAX\n");
  grade();
  EXPECT_EQ(picture_of("bob"), "");
}

TEST_F(GradeTest, TheQuizCountsWhenAsked) {
  const std::string answers =
      "[[question]]\nid = \"first\"\ntext = \"Which?\"\nkind = \"choice\"\n"
      "choices = [\"this\", \"that\"]\nanswer = \"b\"\n";
  hand_in("ada", kGood, answers);
  grade();
  EXPECT_EQ(standing_of("ada").max_points, 5);
  const grading::Gradebook book(ClassFolder{out_}.gradebook());
  const auto quiz = book.quiz(standing_of("ada").run);
  ASSERT_EQ(quiz.size(), 2U);
  EXPECT_TRUE(quiz[0].right);
  EXPECT_EQ(quiz[0].reason, "Because (M2).");
  EXPECT_EQ(quiz[1].given, "");
  out_ += "2";
  grade({"--quiz-points", "3"});
  EXPECT_EQ(standing_of("ada").points, 8);
  EXPECT_EQ(standing_of("ada").max_points, 11);
}

TEST_F(GradeTest, WhatIsNoAnswerEarnsNoReason) {
  const std::string question =
      "[[question]]\nid = \"first\"\ntext = \"Which?\"\nkind = \"choice\"\n"
      "choices = [\"this\", \"that\"]\nanswer = ";
  const auto reason_for = [&](const std::string& answer) {
    hand_in("ada", kGood, question + "\"" + answer + "\"\n");
    grade();
    return grading::Gradebook(ClassFolder{out_}.gradebook())
        .quiz(standing_of("ada").run)
        .at(0)
        .reason;
  };
  EXPECT_EQ(reason_for("?"), "");
  EXPECT_EQ(reason_for("neither of them"), "");
  EXPECT_EQ(reason_for("a"), "Because (M2).");
}

TEST_F(GradeTest, ABrokenQuizIsFlaggedAndTheRestIsGraded) {
  hand_in("ada", kGood, "[[question]\nid = ");
  grade();
  EXPECT_EQ(standing_of("ada").points, 5);
  EXPECT_THAT(standing_of("ada").flags, ElementsAre("its answers.toml cannot be read"));
}

TEST_F(GradeTest, AllRunsTogetherHaveALimitThatIsTold) {
  hand_in("ada", "does Adds\nTAKES ALL\n");
  hand_in("bob", kGood);
  grade({"--all-seconds", "0.4"});
  EXPECT_EQ(standing_of("bob").verdict, "passed");
  EXPECT_EQ(standing_of("ada").points, 2) << "what it had done before counts";
  EXPECT_THAT(standing_of("ada").message,
              testing::MatchesRegex(
                  "all runs of its checks together had taken (0\\.[4-9]|[1-9])[0-9.]* s when they "
                  "were ended: the limit is 0.4 s, as the instructor has set it"));
}

TEST_F(GradeTest, TheTimeOfTheSolutionIsMeasuredOnce) {
  hand_in("ada", kGood);
  hand_in("bob", kHalf);
  grade();
  const fs::path kept = little_.course().build / "durations" / "of-solutions";
  ASSERT_TRUE(fs::exists(kept));
  std::vector<fs::path> files(fs::directory_iterator(kept), {});
  ASSERT_EQ(files.size(), 1U);
  const auto first = fs::last_write_time(files[0]);
  out_ += "2";
  grade();
  EXPECT_EQ(fs::last_write_time(files[0]), first);
}

TEST_F(GradeTest, OfAnAnswerOnlyThatMuchIsKept) {
  hand_in("ada", kGood,
          "[[question]]\nid = \"first\"\ntext = \"Which?\"\nkind = \"text\"\nanswer = \"b" +
              std::string(900'000, 'x') + "\"\n");
  grade();
  const grading::Gradebook book(ClassFolder{out_}.gradebook());
  const auto quiz = book.quiz(standing_of("ada").run);
  ASSERT_FALSE(quiz.empty());
  EXPECT_FALSE(quiz[0].right);
  EXPECT_LE(quiz[0].given.size(), grading::kLongestAnswer);
}

TEST_F(GradeTest, WhatCouldNotBeJudgedIsTold) {
  hand_in("ada", "DIES\n");
  for (const char* student : {"bob", "cid", "dan"}) hand_in(student, kGood);
  EXPECT_EQ(
      little_.run({"grade", from_.string(), "--out", out_.string(), "--no-sandbox", "--jobs", "1"}),
      0);
  EXPECT_THAT(little_.out, HasSubstr("counts as failed, look at it: ada, 01-little: could not be "
                                     "judged: each of 3 tries failed"));
}

}  // namespace
}  // namespace course
