// course grade: who is in the class, and which of a student's versions counts.
#include <chrono>

#include "course/testing/graded_class.h"

namespace course {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(GradeTest, KnowsWhoIsInTheClass) {
  hand_in("ada", kGood);
  fs::create_directories(from_ / "bob");
  write_file(from_ / "-rf" / "01-little/exercise.cu", kGood);
  const fs::path roster = little_.course().root / "class.csv";
  write_file(roster, "\ufeffada,Ada Lovelace\nzoe,Zoe\n");
  const json done = grade({"--roster", roster.string()});
  EXPECT_THAT(done["without_any"], ElementsAre("bob"));
  EXPECT_EQ(done["refused"][0]["student"], "-rf");
  const grading::Gradebook book(ClassFolder{out_}.gradebook());
  EXPECT_THAT(book.students(), ElementsAre("-rf", "ada", "bob", "zoe"));
  EXPECT_EQ(book.refusals().size(), 1U);
}

TEST_F(GradeTest, AFolderInAFolderIsRefusedAndFlagsWhatWasHandedInBefore) {
  hand_in("ada", kGood);
  grade();
  fs::remove_all(from_ / "ada");
  write_file(from_ / "ada" / "ada" / "01-little/exercise.cu", kGood);
  const json done = grade();
  EXPECT_THAT(done["without_any"], IsEmpty());
  const std::string why = done["refused"][0]["why"];
  EXPECT_THAT(why, HasSubstr("found ada/01-little/exercise.cu, expected 01-little/exercise.cu"));
  EXPECT_EQ(standing_of("ada").points, 5) << "of the version before";
  EXPECT_THAT(standing_of("ada").flags, ElementsAre(HasSubstr("was refused")));
}

TEST_F(GradeTest, AScoreOfWhichNothingIsThereAnyMoreIsFlaggedUntilItIsBack) {
  hand_in("ada", kGood);
  grade();
  fs::remove_all(from_ / "ada" / "01-little");
  EXPECT_THAT(grade()["without_any"], ElementsAre("ada"));
  EXPECT_EQ(standing_of("ada").points, 5) << "of the version before";
  const auto flags = standing_of("ada").flags;
  EXPECT_THAT(flags, ElementsAre(HasSubstr("the points are for an earlier version")));
  const fs::path graded = fs::path("submissions/ada/01-little") / standing_of("ada").sha256;
  EXPECT_THAT(flags.at(0), HasSubstr(graded.string()));
  EXPECT_TRUE(fs::exists(out_ / graded / "exercise.cu"));
  hand_in("ada", kGood);
  grade();
  EXPECT_THAT(standing_of("ada").flags, IsEmpty());
}

TEST_F(GradeTest, ALessonTakenAwayIsFlaggedBesideThoseOfOthers) {
  hand_in("ada", kGood);
  hand_in("bob", kGood);
  grade();
  fs::remove_all(from_ / "ada");
  grade();
  EXPECT_THAT(standing_of("ada").flags, ElementsAre(HasSubstr("nothing of this lesson was there")));
  EXPECT_THAT(standing_of("bob").flags, IsEmpty());
}

TEST_F(GradeTest, AVersionUnderAnEarlyDateIsFlagged) {
  hand_in("mal", kHalf);
  const fs::path exercise = from_ / "mal" / "01-little/exercise.cu";
  const auto early = fs::last_write_time(exercise) - std::chrono::hours(600);
  fs::last_write_time(exercise, early);
  grade();
  hand_in("mal", kGood);
  fs::last_write_time(exercise, early + std::chrono::minutes(1));
  grade();
  EXPECT_THAT(standing_of("mal").flags, ElementsAre(HasSubstr("did not take this version in")));
  EXPECT_GT(standing_of("mal").handed_in_at(), standing_of("mal").received_at + 500 * 3600);
}

TEST_F(GradeTest, WhatToolsMakeIsToldInOneSentence) {
  hand_in("ada", kGood);
  hand_in("lost+found", kGood);
  const json done = grade();
  EXPECT_EQ(done["all"], 1);
  EXPECT_THAT(done["notes"], ElementsAre(HasSubstr("left out")));
  EXPECT_THAT(done["notes"][0].get<std::string>(), HasSubstr("lost+found"));
}

TEST_F(GradeTest, WhatIsThereNowCounts) {
  hand_in("ada", kGood);
  grade();
  hand_in("ada", kHalf);
  grade();
  EXPECT_EQ(standing_of("ada").points, 2);
  hand_in("ada", kGood);
  EXPECT_EQ(grade()["before"], 1) << "it was graded once";
  EXPECT_EQ(standing_of("ada").points, 5);
  const fs::path exercise = from_ / "ada" / "01-little/exercise.cu";
  hand_in("ada", std::string(kHalf) + "another\n");
  fs::last_write_time(exercise, fs::last_write_time(exercise) - std::chrono::hours(2));
  grade();
  EXPECT_EQ(standing_of("ada").points, 2) << "be its file older";
  EXPECT_THAT(standing_of("ada").flags,
              ElementsAre(HasSubstr("older than the version"), HasSubstr("under an early date")));
}

TEST_F(GradeTest, ARefusalIsToldBesideTheScoreItLeaves) {
  hand_in("dan", kGood);
  grade();
  const fs::path exercise = from_ / "dan" / "01-little/exercise.cu";
  fs::remove(exercise);
  fs::create_symlink("/etc/passwd", exercise);
  grade();
  EXPECT_EQ(standing_of("dan").points, 5);
  EXPECT_THAT(standing_of("dan").flags, ElementsAre(HasSubstr("was refused")));
}

}  // namespace
}  // namespace course
