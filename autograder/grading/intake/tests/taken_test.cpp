// What is taken in, and of whom: folders and archives, wherever in them the lessons lie.
#include "grading/intake/tests/little_class.h"

namespace grading {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(IntakeTest, FoldersAreTakenInByStudentAndLesson) {
  write("grace/02-second/exercise.cu", "two");
  write("ada/01-first/exercise.cu", "one");
  write("ada/01-first/answers.toml", "a");
  write("ada/01-first/Makefile", "all: ; rm -rf /");
  const Intake intake = take();
  ASSERT_THAT(intake.handed_in, SizeIs(2));
  EXPECT_EQ(intake.handed_in[0].student, "ada");
  EXPECT_EQ(intake.handed_in[0].lesson, "01-first");
  EXPECT_THAT(intake.handed_in[0].sha256, SizeIs(64));
  EXPECT_GT(intake.handed_in[0].received_at, 0);
  EXPECT_EQ(intake.handed_in[1].student, "grace");
  EXPECT_EQ(kept("ada/01-first/exercise.cu"), "one");
  EXPECT_EQ(kept("ada/01-first/answers.toml"), "a");
  EXPECT_FALSE(fs::exists(to_ / "ada/01-first/Makefile"));
}

TEST_F(IntakeTest, ArchivesAreTheSameWhateverFoldersAreAroundThem) {
  write("ada/01-first/exercise.cu", "one");
  write_archive(class_ / "bob.zip", {{"01-first/exercise.cu", "one"}});
  write_archive(class_ / "cid.tar.gz", {{"my work/01-first/exercise.cu", "one"}, {"x.txt", ""}});
  write_archive(class_ / "dee.tgz", {{"./01-first/exercise.cu", "two"}});
  const Intake intake = take();
  ASSERT_THAT(intake.handed_in, SizeIs(4));
  EXPECT_THAT(intake.refused, IsEmpty());
  EXPECT_EQ(intake.handed_in[0].sha256, intake.handed_in[1].sha256);
  EXPECT_EQ(intake.handed_in[0].sha256, intake.handed_in[2].sha256);
  EXPECT_NE(intake.handed_in[0].sha256, intake.handed_in[3].sha256);
  EXPECT_EQ(kept("cid/01-first/exercise.cu"), "one");
}

TEST_F(IntakeTest, WhoHandsNothingInIsListed) {
  write("ada/.DS_Store", "");
  fs::create_directories(class_ / "bob/01-First");
  write_archive(class_ / "cid.zip", {{"__MACOSX/._exercise.cu", "x"}});
  write("class.csv", "ada,bob");
  const Intake intake = take();
  EXPECT_THAT(intake.without_any, ElementsAre("ada", "bob", "cid"));
  EXPECT_THAT(intake.refused, IsEmpty());
  EXPECT_THAT(intake.strays, ElementsAre("class.csv"));
}

TEST_F(IntakeTest, FoldersThatToolsMakeAreNoStudents) {
  for (const char* folder : {"lost+found", "__MACOSX", "$RECYCLE.BIN", "@eaDir"})
    write(fs::path(folder) / "01-first" / "exercise.cu", "one");
  write("ada/01-first/exercise.cu", "one");
  const Intake intake = take();
  ASSERT_THAT(intake.handed_in, SizeIs(1));
  EXPECT_EQ(intake.handed_in[0].student, "ada");
  EXPECT_THAT(intake.refused, IsEmpty());
  EXPECT_THAT(intake.without_any, IsEmpty());
  ASSERT_THAT(intake.notes, SizeIs(1));
  EXPECT_THAT(intake.notes[0], HasSubstr("$RECYCLE.BIN, @eaDir, __MACOSX, lost+found"));
}

TEST_F(IntakeTest, MoreEntriesThanAClassHasAreRefused) {
  for (const char* student : {"ada", "bob", ".cid"}) fs::create_directories(class_ / student);
  EXPECT_NO_THROW(take({.entries = 3}));
  EXPECT_THAT([&] { take({.entries = 2}); },
              testing::ThrowsMessage<std::runtime_error>(HasSubstr("more than 2 entries")));
}

TEST_F(IntakeTest, ManyNamesThatLookAlikeAreOneSentence) {
  for (unsigned i = 0; i < 101; ++i) {
    std::string name = "ada";
    for (unsigned bit = 0; bit < 7; ++bit) name += (i >> bit & 1) != 0 ? "\u00ad" : "\u034f";
    fs::create_directories(class_ / name);
  }
  const Intake intake = take();
  ASSERT_THAT(intake.notes, SizeIs(1));
  EXPECT_THAT(intake.notes[0], HasSubstr("the names of 101 students look like"));
}

TEST_F(IntakeTest, WhoHandsInNoFolderOfALessonHearsWhatWasFound) {
  write("ada/ada/01-first/exercise.cu", "one");
  write("bob/01-First/exercise.cu", "one");
  write("cid/exercise.cu", "one");
  write_archive(class_ / "dee.zip", {{"exercise.cu", "one"}});
  write_archive(class_ / "eve.tgz", {{"01-First/Exercise.cu", "one"}, {"notes.txt", ""}});
  const Intake intake = take();
  EXPECT_THAT(intake.handed_in, IsEmpty());
  EXPECT_THAT(intake.without_any, IsEmpty());
  const std::vector<std::string> found = {"ada/01-first/exercise.cu", "01-First/exercise.cu",
                                          "exercise.cu", "exercise.cu", "01-First/Exercise.cu"};
  ASSERT_THAT(intake.refused, SizeIs(found.size()));
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(intake.refused[i].lesson, "") << "of all lessons";
    EXPECT_THAT(intake.refused[i].why,
                HasSubstr("there is no folder of a lesson where it is expected: found " + found[i] +
                          ", expected "));
  }
}

TEST_F(IntakeTest, AnExerciseThatLiesElsewhereIsRefusedAndTheOthersAreTaken) {
  write("ada/01-First/exercise.cu", "one");
  write("ada/02-second/exercise.cu", "two");
  write("ada/02-second/old/02-second/exercise.cu", "an older one");
  write_archive(class_ / "bob.zip",
                {{"01-first/exercise.cu", "one"}, {"02-second/EXERCISE.cu", "two"}});
  const Intake intake = take();
  EXPECT_THAT(intake.handed_in, SizeIs(2));
  ASSERT_THAT(intake.refused, SizeIs(2));
  EXPECT_EQ(intake.refused[0].lesson, "01-first");
  EXPECT_THAT(intake.refused[0].why, HasSubstr("found 01-First/exercise.cu, expected 01-first/"));
  EXPECT_EQ(intake.refused[1].lesson, "02-second");
  EXPECT_THAT(intake.refused[1].why, HasSubstr("found 02-second/EXERCISE.cu, expected"));
}

TEST_F(IntakeTest, AnotherLessonOfTheCourseIsNoFault) {
  write("ada/03-third/exercise.cu", "three");
  write_archive(class_ / "bob.zip", {{"my work/03-third/exercise.cu", "three"}});
  write("cid/03-third/exercise.cu", "three");
  write("cid/x/01-first/exercise.cu", "one");
  const Intake intake = take_in(class_, to_, kLessons, {}, {"01-first", "02-second", "03-third"});
  EXPECT_THAT(intake.without_any, ElementsAre("ada", "bob"));
  ASSERT_THAT(intake.refused, SizeIs(1));
  EXPECT_EQ(intake.refused[0].student, "cid");
  EXPECT_EQ(intake.refused[0].lesson, "01-first");
}

TEST_F(IntakeTest, OddNamesOfMisplacedFilesAreShownHarmless) {
  write("ada/a\n\x1b[31m/exercise.cu", "one");
  fs::create_symlink(folder_.path(), class_ / "ada/loop");
  EXPECT_THAT(refusal(), HasSubstr("found a\\x0a\\x1b[31m/exercise.cu, expected"));
}

TEST_F(IntakeTest, EndingsAreReadInLettersOfAnySize) {
  fs::create_directories(class_);
  write_archive(class_ / "packed.zip", {{"01-first/exercise.cu", "one"}});
  fs::rename(class_ / "packed.zip", class_ / "ada.ZIP");
  write_archive(class_ / "packed.tgz", {{"01-first/exercise.cu", "one"}});
  fs::rename(class_ / "packed.tgz", class_ / "bob.Tar.GZ");
  const Intake intake = take();
  ASSERT_THAT(intake.handed_in, SizeIs(2));
  EXPECT_EQ(intake.handed_in[0].student, "ada");
  EXPECT_EQ(intake.handed_in[1].student, "bob");
}

TEST_F(IntakeTest, WhatIsNotReadIsRefusedOrListed) {
  for (const char* file : {"ada.tar", "bob.tar.XZ", "cid.7z", "dee.cu", "eve.gz"}) write(file, "x");
  for (const char* file : {"fay", "gus.docx", "hal.zip ", ".hidden", "ida\x1b.txt"})
    write(file, "");
  const Intake intake = take();
  std::vector<std::string> students;
  for (const Refused& refused : intake.refused) {
    students.push_back(refused.student);
    EXPECT_THAT(refused.why, HasSubstr(" is not read: hand in a folder, or pack it as .zip"));
  }
  EXPECT_THAT(students, ElementsAre("ada", "bob", "cid", "dee", "eve"));
  EXPECT_THAT(intake.refused[1].why, testing::StartsWith("bob.tar.XZ is not read"));
  EXPECT_THAT(intake.strays, ElementsAre("fay", "gus.docx", "hal.zip\\u{20}", "ida\\x1b.txt"));
}

TEST_F(IntakeTest, NamesOfFoldersInArchivesAreInAnyScript) {
  fs::create_directories(class_);
  for (const std::string name : {"ada.zip", "bob.tgz"}) {
    write_archive(class_ / name, {{"Übung 1/01-first/exercise.cu", "one"},
                                  {"Übung 1/Lösung.txt", "a note"},
                                  {"\xdc"
                                   "bung/02-second/exercise.cu",
                                   "two"}});
  }
  const Intake intake = take();
  EXPECT_THAT(intake.refused, IsEmpty());
  EXPECT_THAT(intake.handed_in, SizeIs(4));
}

}  // namespace
}  // namespace grading
