// A student's files are made when missing, renewed when nobody has touched them, and never lost.
#include "course/student/students_files.h"

#include <gmock/gmock.h>

#include "course/testing/little_course.h"

namespace course {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

class StudentsFilesTest : public testing::Test {
 protected:
  StudentsFilesTest() {
    fs::remove(exercise_.own);
    fs::remove(answers_.own);
  }

  /// What `course`, the overview, says on standard error.
  std::string said() {
    EXPECT_EQ(little_.run({}), 0);
    return little_.err;
  }

  LittleCourse little_;
  const StudentsFile exercise_ = exercise_of(little_.course(), little_.lesson());
  const StudentsFile answers_ = answers_of(little_.course(), little_.lesson());
};

TEST_F(StudentsFilesTest, AreMadeAtFirstUseWithoutAWord) {
  EXPECT_THAT(said(), IsEmpty());
  EXPECT_EQ(read_file(exercise_.own), read_file(exercise_.given));
  EXPECT_EQ(read_file(answers_.own), read_file(answers_.given));
  EXPECT_EQ(read_file(exercise_.begun), read_file(exercise_.given));
}

TEST_F(StudentsFilesTest, ADeletedOneIsThereAgainAndThatIsSaid) {
  said();
  fs::remove(exercise_.own);
  EXPECT_EQ(said(),
            "lessons/01-little/exercise.cu: was gone, and is there again as it was in the "
            "beginning\n");
  EXPECT_EQ(read_file(exercise_.own), read_file(exercise_.given));
  EXPECT_THAT(said(), IsEmpty());
}

TEST_F(StudentsFilesTest, WhatAStudentWroteStaysAsItIs) {
  write_file(exercise_.own, "mine");
  EXPECT_THAT(said(), IsEmpty());
  EXPECT_EQ(read_file(exercise_.own), "mine");
  EXPECT_EQ(read_file(exercise_.begun), read_file(exercise_.given))
      << "taken as begun from today's";
}

TEST_F(StudentsFilesTest, AnUntouchedOneIsRenewedWithTheCourse) {
  said();
  write_file(exercise_.given, "another skeleton\n");
  EXPECT_THAT(said(), IsEmpty());
  EXPECT_EQ(read_file(exercise_.own), "another skeleton\n");
  EXPECT_EQ(read_file(exercise_.begun), "another skeleton\n");
}

TEST_F(StudentsFilesTest, AHalfDoneOneIsLeftAloneAndThatIsSaid) {
  said();
  write_file(exercise_.own, "mine");
  write_file(exercise_.given, "another skeleton\n");
  EXPECT_THAT(said(), HasSubstr("./course update 01"));
  EXPECT_EQ(read_file(exercise_.own), "mine");
  EXPECT_NE(read_file(exercise_.begun), "another skeleton\n") << "the merge needs the old one";
  EXPECT_EQ(little_.run({"check", "1", "--json", "--device", "emulator"}), 1);
  EXPECT_THAT(little_.err, HasSubstr("./course update 01"));
}

TEST_F(StudentsFilesTest, WhereACourseWasKilledBetweenTwoStepsTheNextGoesOn) {
  said();
  fs::remove(exercise_.begun);  // the exercise was made, the note was not
  EXPECT_THAT(said(), IsEmpty());
  EXPECT_TRUE(fs::exists(exercise_.begun));
  write_file(exercise_.given, "another skeleton\n");  // the exercise was renewed, the note was not
  write_file(exercise_.own, "another skeleton\n");
  EXPECT_THAT(said(), IsEmpty());
  EXPECT_EQ(read_file(exercise_.begun), "another skeleton\n");
}

TEST_F(StudentsFilesTest, AreNotMadeForSolutionsOfOthers) {
  const std::string solutions = little_.course().solutions().string();
  EXPECT_EQ(little_.run({"check", "--from", solutions, "--device", "emulator"}), 0);
  EXPECT_FALSE(fs::exists(exercise_.own));
  EXPECT_FALSE(fs::exists(little_.course().progress()));
}

TEST(WriteFile, NeverReplacesWhereItMustNot) {
  const base::TemporaryFolder folder;
  const fs::path file = folder.path() / "a" / "b";
  EXPECT_TRUE(write_new_file(file, "one"));
  EXPECT_FALSE(write_new_file(file, "two"));
  EXPECT_EQ(read_file(file), "one");
  fs::create_symlink("nowhere", folder.path() / "link");
  EXPECT_FALSE(write_new_file(folder.path() / "link", "two"));
  EXPECT_EQ(std::distance(fs::directory_iterator(file.parent_path()), {}), 1) << "nothing is left";
}

TEST(WriteFile, SaysWhyItCannot) {
  const base::TemporaryFolder folder;
  write_file(folder.path() / "file", "");
  EXPECT_THAT([&] { write_file(folder.path() / "file" / "below", ""); },
              testing::ThrowsMessage<std::runtime_error>(
                  HasSubstr("file/below: cannot be written: Not a directory")));
}

TEST(Sentence, OfAFileHasItsNameAndTheReason) {
  const std::runtime_error ours("the words");
  EXPECT_EQ(sentence_of(ours), "the words");
  const fs::filesystem_error theirs("cannot copy", "/a/b",
                                    std::make_error_code(std::errc::file_exists));
  EXPECT_EQ(sentence_of(theirs), "/a/b: File exists");
}

}  // namespace
}  // namespace course
