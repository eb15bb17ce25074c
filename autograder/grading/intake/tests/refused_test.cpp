// What is refused: links, archives that reach out, bombs, odd names, and all that is no file.
#include <sys/stat.h>
#include <unistd.h>

#include "grading/intake/names.h"
#include "grading/intake/tests/little_class.h"

namespace grading {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(IntakeTest, LinksAreRefused) {
  write("secret", "the solution");
  fs::create_directories(class_ / "ada/01-first");
  fs::create_symlink(class_ / "secret", class_ / "ada/01-first/exercise.cu");
  EXPECT_THAT(refusal(), HasSubstr("exercise.cu is a symbolic link"));
}

TEST_F(IntakeTest, LinkedFoldersAreRefused) {
  write("../elsewhere/exercise.cu", "the solution");
  fs::create_directories(class_ / "ada");
  fs::create_symlink(folder_.path() / "elsewhere", class_ / "ada/01-first");
  EXPECT_THAT(refusal(), HasSubstr("the lesson's folder is a symbolic link"));
  fs::remove_all(class_ / "ada");
  fs::create_symlink(folder_.path(), class_ / "ada");
  EXPECT_THAT(refusal(), HasSubstr("it is a symbolic link"));
}

TEST_F(IntakeTest, AQueueIsRefusedAndNotWaitedFor) {
  fs::create_directories(class_ / "ada/01-first");
  ASSERT_EQ(mkfifo((class_ / "ada/01-first/exercise.cu").c_str(), 0644), 0);
  EXPECT_THAT(refusal(), HasSubstr("exercise.cu is not a file"));
}

TEST_F(IntakeTest, WithoutAnExerciseThereIsNothingToGrade) {
  write("ada/01-first/answers.toml", "a");
  EXPECT_THAT(refusal(), HasSubstr("there is no exercise.cu"));
}

TEST_F(IntakeTest, AnOversizedFileIsRefused) {
  write("ada/01-first/exercise.cu", std::string(2000, 'x'));
  EXPECT_THAT(refusal({.file_bytes = 1024}), HasSubstr("larger than 1 KB"));
}

TEST_F(IntakeTest, OddNamesAreRefusedAndShownHarmless) {
  write("-o.cu/01-first/exercise.cu", "");
  write("@list/01-first/exercise.cu", "");
  write("a\x1b[31mb/01-first/exercise.cu", "");
  write("c\xff/01-first/exercise.cu", "");
  write("Zoë Müller/01-first/exercise.cu", "right");
  const Intake intake = take();
  EXPECT_THAT(intake.refused, SizeIs(4));
  for (const Refused& refused : intake.refused) {
    EXPECT_THAT(refused.why, HasSubstr("the name")) << refused.student;
    EXPECT_EQ(shown_name(refused.student), refused.student) << "nothing left to escape";
  }
  ASSERT_THAT(intake.handed_in, SizeIs(1));
  EXPECT_EQ(intake.handed_in[0].student, "Zoë Müller");
}

TEST_F(IntakeTest, OfAFolderAndAnArchiveNoneIsTaken) {
  write("ada/01-first/exercise.cu", "one");
  write_archive(class_ / "ada.zip", {{"01-first/exercise.cu", "two"}});
  EXPECT_THAT(refusal(), HasSubstr("there are ada and ada.zip, all of the same student"));
  EXPECT_FALSE(fs::exists(to_ / "ada"));
}

TEST_F(IntakeTest, NorOfTwoArchives) {
  fs::create_directories(class_);
  write_archive(class_ / "ada.tgz", {{"01-first/exercise.cu", "one"}});
  fs::rename(class_ / "ada.tgz", class_ / "ada.TGZ");
  write_archive(class_ / "ada.tgz", {{"02-second/exercise.cu", "one"}});
  EXPECT_THAT(refusal(), HasSubstr("there are ada.TGZ and ada.tgz, all"));
  EXPECT_FALSE(fs::exists(to_ / "ada"));
}

TEST_F(IntakeTest, ArchivesThatReachOutAreRefused) {
  fs::create_directories(class_);
  for (const std::string name : {"../bob/01-first/exercise.cu", "/tmp/01-first/exercise.cu",
                                 "01-first\\..\\exercise.cu", "01-first/x/.. /exercise.cu"}) {
    write_archive(class_ / "ada.tgz", {{name, "mine"}});
    EXPECT_THAT(refusal(), HasSubstr("wants to lie elsewhere")) << name;
  }
}

TEST_F(IntakeTest, LinksInArchivesAreRefused) {
  fs::create_directories(class_);
  write_archive(class_ / "ada.tgz", {{"01-first/exercise.cu", "", "/etc/passwd"}});
  EXPECT_THAT(refusal(), HasSubstr("is a link or a device"));
  write_archive(
      class_ / "ada.tgz",
      {{"01-first/exercise.cu", "one"}, {"other", "", "01-first"}, {"other/exercise.cu", "two"}});
  EXPECT_THAT(refusal(), HasSubstr("a file in its place or below it: other"));
  write_archive(
      class_ / "ada.tgz",
      {{"01-first/exercise.cu", "one"}, {"x", "", "01-first/exercise.cu"}, {"./x", "two"}});
  EXPECT_THAT(refusal(), HasSubstr("a file in its place or below it: x"));
}

TEST_F(IntakeTest, OtherLinksInArchivesDoNoHarm) {
  fs::create_directories(class_);
  write_archive(
      class_ / "ada.tgz",
      {{"01-first/exercise.cu", "one"}, {"latest", "", "01-first"}, {"latest-notes.txt", "two"}});
  const Intake intake = take();
  EXPECT_THAT(intake.handed_in, SizeIs(1));
  EXPECT_THAT(intake.doubts, IsEmpty());
}

TEST_F(IntakeTest, BombsAreRefused) {
  fs::create_directories(class_);
  write_archive(class_ / "ada.zip", {{"zeros", std::string(3 << 20, '\0')}});
  EXPECT_THAT(refusal({.archive_bytes = 2 << 20}), HasSubstr("larger than 2 MB"));
  write_archive(class_ / "ada.zip", {{"a", ""}, {"b", ""}, {"c", ""}});
  EXPECT_THAT(refusal({.archive_entries = 2}), HasSubstr("more than 2 files"));
}

TEST_F(IntakeTest, AFileTwiceInAnArchiveIsRefused) {
  fs::create_directories(class_);
  write_archive(class_ / "ada.zip",
                {{"01-first/exercise.cu", "one"}, {"b/01-first/exercise.cu", "two"}});
  EXPECT_THAT(refusal(), HasSubstr("01-first/exercise.cu twice"));
  for (const char* archive : {"ada.zip", "ada.tgz"}) {
    write_archive(class_ / archive,
                  {{"01-first/exercise.cu", "one"}, {"01-first/.//exercise.cu", "two"}});
    EXPECT_THAT(refusal(), HasSubstr("01-first/exercise.cu twice"));
    fs::remove(class_ / archive);
  }
}

TEST_F(IntakeTest, BrokenArchivesAreRefused) {
  for (const char* bytes : {"PK\x03\x04 and nothing behind it", ""}) {
    write("ada.zip", bytes);
    EXPECT_THAT(refusal(), HasSubstr("no zip archive"));
  }
}

TEST_F(IntakeTest, AnArchiveOfAnotherKindThanItsNameSaysIsRefused) {
  fs::create_directories(class_);
  write_archive(class_ / "ada.zip", {{"01-first/exercise.cu", "one"}});
  fs::rename(class_ / "ada.zip", class_ / "ada.tar.gz");
  EXPECT_THAT(refusal(), HasSubstr("no tar.gz archive"));
  write_archive(class_ / "ada.tar.gz", {{"01-first/exercise.cu", "one"}});
  fs::rename(class_ / "ada.tar.gz", class_ / "ada.zip");
  EXPECT_THAT(refusal(), HasSubstr("no zip archive"));
}

TEST_F(IntakeTest, WhatIsNoFileIsNotOpened) {
  fs::create_directories(class_ / "bob" / "01-first");
  ASSERT_EQ(mkfifo((class_ / "bob/01-first/exercise.cu").c_str(), 0600), 0);
  EXPECT_THAT(refusal(), HasSubstr("exercise.cu is not a file"));
  fs::remove_all(class_ / "bob");
  for (const char* name : {"ada.zip", "ada.tar.gz", "ada"}) {
    ASSERT_EQ(mkfifo((class_ / name).c_str(), 0600), 0);
    EXPECT_THAT(refusal(), HasSubstr("neither a folder nor a file")) << name;
    fs::remove(class_ / name);
  }
}

TEST_F(IntakeTest, UnreadableFoldersAreTheirStudentsAlone) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
  write("ada/01-first/exercise.cu", "one");
  write("bob/01-first/exercise.cu", "one");
  write("cid/01-first/exercise.cu", "one");
  write("dee.zip", "PK");
  const auto lock = [this](const char* path) { fs::permissions(class_ / path, fs::perms::none); };
  lock("ada");
  lock("bob/01-first/exercise.cu");
  lock("dee.zip");
  const Intake intake = take();
  EXPECT_THAT(intake.handed_in, SizeIs(1));
  ASSERT_THAT(intake.refused, SizeIs(4)) << "both lessons of ada, bob's one, dee";
  for (const Refused& refused : intake.refused)
    EXPECT_THAT(refused.why, HasSubstr("cannot be read"));
  fs::permissions(class_ / "ada", fs::perms::owner_all);
}

TEST_F(IntakeTest, OneFaultKeepsNobodyElseOut) {
  write("ada/01-first/answers.toml", "a");
  write("ada/02-second/exercise.cu", "two");
  write("bob.zip", "broken");
  write("cid/01-first/exercise.cu", "one");
  const Intake intake = take();
  EXPECT_THAT(intake.handed_in, SizeIs(2));
  EXPECT_THAT(intake.refused, SizeIs(2));
}

TEST_F(IntakeTest, WhatIsSaidIsCutInTheMiddle) {
  fs::create_directories(class_);
  write_archive(class_ / "ada.tgz", {{"../" + std::string(900'000, 'x') + "/exercise.cu", "one"}});
  const std::string why = refusal();
  EXPECT_LT(why.size(), kLongestReason);
  EXPECT_THAT(why, HasSubstr("wants to lie elsewhere: ../xxx"));
  EXPECT_THAT(why, HasSubstr("x/exercise.cu"));
}

}  // namespace
}  // namespace grading
