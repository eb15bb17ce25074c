// What is taken in and doubted: a neighbor's file, names that look alike, dates to come.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctime>
#include <utility>

#include "grading/intake/tests/little_class.h"

namespace grading {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(IntakeTest, TwoLinkedExercisesAreDoubtedIfTheirOwnersAreUnknown) {
  write("ada/01-first/exercise.cu", "hers");
  write("cid/01-first/exercise.cu", "his own");
  fs::create_directories(class_ / "eve/01-first");
  fs::create_hard_link(class_ / "ada/01-first/exercise.cu", class_ / "eve/01-first/exercise.cu");
  const Intake intake = take();
  EXPECT_THAT(intake.handed_in, SizeIs(3)) << "all folders are the same user's";
  ASSERT_THAT(intake.doubts, SizeIs(2));
  EXPECT_EQ(intake.doubts[0].student, "ada");
  EXPECT_THAT(intake.doubts[1].what,
              HasSubstr("exercise.cu is the same file on the disk as that of ada"));
}

TEST_F(IntakeTest, ALinkInAStrangersFolderIsRefusedAndItsCopyGone) {
  if (geteuid() != 0) GTEST_SKIP() << "only root gives files to others";
  constexpr uid_t kAda = 45'001, kEve = 45'002;
  write("ada/01-first/exercise.cu", "hers");
  write("ada/01-first/answers.toml", "hers");
  write("eve/02-second/exercise.cu", "her own");
  fs::create_directories(class_ / "eve/01-first");
  for (const char* name : {"exercise.cu", "answers.toml"})
    fs::create_hard_link(class_ / "ada/01-first" / name, class_ / "eve/01-first" / name);
  for (const auto& [owner, student] : {std::pair{kAda, "ada"}, std::pair{kEve, "eve"}}) {
    for (const auto& entry : fs::recursive_directory_iterator(class_ / student)) {
      if (!entry.is_directory() && entry.hard_link_count() > 1) continue;
      ASSERT_EQ(chown(entry.path().c_str(), owner, owner), 0);
    }
  }
  for (const char* name : {"exercise.cu", "answers.toml"})
    ASSERT_EQ(chown((class_ / "ada/01-first" / name).c_str(), kAda, kAda), 0);
  const Intake intake = take();
  ASSERT_THAT(intake.handed_in, SizeIs(2));
  EXPECT_EQ(intake.handed_in[0].student, "ada");
  EXPECT_EQ(intake.handed_in[1].lesson, "02-second") << "eve's other lesson";
  ASSERT_THAT(intake.refused, SizeIs(1)) << "once for both files";
  EXPECT_EQ(intake.refused[0].student, "eve");
  EXPECT_THAT(intake.refused[0].why, HasSubstr("hard link"));
  EXPECT_EQ(kept("eve/01-first/exercise.cu"), "nothing");
  EXPECT_THAT(intake.doubts, IsEmpty());
}

TEST_F(IntakeTest, LinksToABackupOutsideTheClassAreFine) {
  write("../backup/exercise.cu", "one");
  for (const char* student : {"ada", "bob"}) {
    const fs::path own = folder_.path() / (std::string("backup of ") + student);
    std::ofstream(own) << student;
    fs::create_directories(class_ / student / "01-first");
    fs::create_hard_link(own, class_ / student / "01-first/exercise.cu");
  }
  const Intake intake = take();
  EXPECT_THAT(intake.handed_in, SizeIs(2));
  EXPECT_THAT(intake.refused, IsEmpty());
  EXPECT_THAT(intake.doubts, IsEmpty());
}

TEST_F(IntakeTest, AnArchiveUnderTwoNamesIsDoubted) {
  fs::create_directories(class_);
  write_archive(class_ / "ada.zip", {{"01-first/exercise.cu", "one"}});
  fs::create_hard_link(class_ / "ada.zip", class_ / "eve.zip");
  const Intake intake = take();
  EXPECT_THAT(intake.handed_in, SizeIs(2));
  ASSERT_THAT(intake.doubts, SizeIs(2));
  EXPECT_EQ(intake.doubts[0].lesson, "") << "all that is in it";
  EXPECT_THAT(intake.doubts[1].what,
              HasSubstr("its archive is the same file on the disk as that of ada"));
}

TEST_F(IntakeTest, ANameThatLooksLikeAnotherIsDoubtedUnlessItIsThePlainOne) {
  for (const std::string name : {"ada", "ADA\u00a0", "bob", "b\u043eb", "Zoë", "Zoe\u0308", "cid"})
    write(name + "/01-first/exercise.cu", "one");
  const Intake intake = take();
  EXPECT_THAT(intake.handed_in, SizeIs(7));
  std::vector<std::string> doubted;
  for (const Doubt& doubt : intake.doubts) doubted.push_back(doubt.student);
  EXPECT_THAT(doubted, testing::UnorderedElementsAre("ADA\u00a0", "b\u043eb", "Zoë", "Zoe\u0308"));
}

TEST_F(IntakeTest, NothingComesFromTheFuture) {
  for (const char* student : {"ada", "bob", "cid"})
    write(fs::path(student) / "01-first/exercise.cu", "x");
  const auto set_time = [this](const char* student, std::int64_t seconds) {
    const timespec both[2] = {{seconds, 0}, {seconds, 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, (class_ / student / "01-first/exercise.cu").c_str(), both, 0), 0);
  };
  set_time("bob", std::int64_t{1} << 33);
  set_time("cid", -1'000'000);
  const std::int64_t before = std::time(nullptr);
  const Intake intake = take();
  ASSERT_THAT(intake.handed_in, SizeIs(3));
  EXPECT_GE(intake.handed_in[1].received_at, before);
  EXPECT_LE(intake.handed_in[1].received_at, std::time(nullptr));
  EXPECT_EQ(intake.handed_in[2].received_at, 0);
  ASSERT_THAT(intake.doubts, SizeIs(1));
  EXPECT_EQ(intake.doubts[0].student, "bob");
  EXPECT_THAT(intake.doubts[0].what, HasSubstr("in the future"));
}

TEST_F(IntakeTest, FilesThatAreOneWhereCaseDoesNotCountAreDoubted) {
  fs::create_directories(class_);
  write_archive(class_ / "ada.zip",
                {{"01-first/exercise.cu", "one"}, {"01-First/Exercise.CU. ", "two"}});
  write_archive(class_ / "bob.zip",
                {{"01-first/exercise.cu", "one"}, {"02-second/EXERCISE.CU", "two"}});
  const Intake intake = take();
  EXPECT_THAT(intake.handed_in, SizeIs(2));
  ASSERT_THAT(intake.doubts, SizeIs(1));
  EXPECT_EQ(intake.doubts[0].student, "ada");
  EXPECT_THAT(intake.doubts[0].what, HasSubstr("its archive also has 01-First/Exercise.CU."));
}

TEST_F(IntakeTest, AFolderTakesNoArchivesPlace) {
  write("ada.tgz/01-first/exercise.cu", "of somebody else");
  write_archive(class_ / "ada.zip", {{"01-first/exercise.cu", "hers"}});
  const Intake intake = take();
  ASSERT_THAT(intake.handed_in, SizeIs(2));
  EXPECT_EQ(kept("ada/01-first/exercise.cu"), "hers");
  EXPECT_EQ(kept("ada.tgz/01-first/exercise.cu"), "of somebody else");
  ASSERT_THAT(intake.doubts, SizeIs(1));
  EXPECT_EQ(intake.doubts[0].student, "ada.tgz");
  EXPECT_THAT(intake.doubts[0].what, HasSubstr("ada.tgz, is that of an archive of ada's"));
}

TEST_F(IntakeTest, WhatIsNotReadBesideWhatIsTakenIsDoubted) {
  write("ada/01-first/exercise.cu", "one");
  write("ada.tar", "x");
  fs::create_symlink("ada", class_ / "ada.tgz");
  write("bob/notes.txt", "");
  write("bob.7z", "x");
  const Intake intake = take();
  EXPECT_THAT(intake.handed_in, SizeIs(1));
  ASSERT_THAT(intake.doubts, SizeIs(2));
  EXPECT_EQ(intake.doubts[0].student, "ada");
  EXPECT_THAT(intake.doubts[0].what, HasSubstr("ada.tar lies beside it"));
  EXPECT_THAT(intake.doubts[1].what, HasSubstr("ada.tgz lies beside it"));
  ASSERT_THAT(intake.refused, SizeIs(1));
  EXPECT_EQ(intake.refused[0].why.substr(0, 6), "bob.7z") << "nothing else came of bob";
  EXPECT_THAT(intake.without_any, IsEmpty());
}

}  // namespace
}  // namespace grading
