// What a class hands in, honest and not.
#include "grading/intake/intake.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <fstream>

#include "base/temporary_folder.h"
#include "base/utf8.h"
#include "grading/intake/misplaced.h"
#include "grading/intake/names.h"
#include "grading/intake/regular_file.h"

namespace grading {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const std::set<std::string> kLessons{"01-first", "02-second"};

struct Entry {
  std::string name;
  std::string bytes;
  std::string link_to = {};
};

void write_archive(const fs::path& file, const std::vector<Entry>& entries) {
  archive* out = archive_write_new();
  if (file.extension() == ".zip") {
    archive_write_set_format_zip(out);
  } else {
    archive_write_set_format_pax_restricted(out);
    archive_write_add_filter_gzip(out);
  }
  ASSERT_EQ(archive_write_open_filename(out, file.c_str()), ARCHIVE_OK);
  for (const Entry& wanted : entries) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, wanted.name.c_str());
    archive_entry_set_filetype(entry, wanted.link_to.empty() ? AE_IFREG : AE_IFLNK);
    if (!wanted.link_to.empty()) archive_entry_set_symlink(entry, wanted.link_to.c_str());
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, static_cast<la_int64_t>(wanted.bytes.size()));
    archive_write_header(out, entry);
    archive_write_data(out, wanted.bytes.data(), wanted.bytes.size());
    archive_entry_free(entry);
  }
  archive_write_close(out);
  archive_write_free(out);
}

class IntakeTest : public testing::Test {
 protected:
  void write(const fs::path& file, const std::string& bytes) {
    fs::create_directories((class_ / file).parent_path());
    std::ofstream(class_ / file) << bytes;
  }
  Intake take(const IntakeLimits& limits = {}) { return take_in(class_, to_, kLessons, limits); }
  // The only version that was taken in of STUDENT/LESSON/FILE.
  std::string kept(const fs::path& file) {
    const fs::path lesson = to_ / file.parent_path();
    if (!fs::exists(lesson) || fs::is_empty(lesson)) return "nothing";
    std::ifstream in(fs::directory_iterator(lesson)->path() / file.filename());
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // Why the only submission there is was refused.
  std::string refusal(const IntakeLimits& limits = {}) {
    const Intake intake = take(limits);
    EXPECT_THAT(intake.handed_in, IsEmpty());
    if (intake.refused.size() != 1) return "refused: " + std::to_string(intake.refused.size());
    return intake.refused[0].why;
  }

  base::TemporaryFolder folder_;
  fs::path class_ = folder_.path() / "class", to_ = folder_.path() / "taken";
};

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

TEST_F(IntakeTest, ALinkToTheNeighboursExerciseIsDoubtedWhereNobodyCanTell) {
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

TEST_F(IntakeTest, WhatIsSaidIsCutInTheMiddle) {
  fs::create_directories(class_);
  write_archive(class_ / "ada.tgz", {{"../" + std::string(900'000, 'x') + "/exercise.cu", "one"}});
  const std::string why = refusal();
  EXPECT_LT(why.size(), kLongestReason);
  EXPECT_THAT(why, HasSubstr("wants to lie elsewhere: ../xxx"));
  EXPECT_THAT(why, HasSubstr("x/exercise.cu"));
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

// What the tools of honest students write, as far as they are here.
class HonestArchives : public IntakeTest {
 protected:
  void made_by(const std::string& command) {
    write("../work/01-first/exercise.cu", "one");
    write("../work/01-first/answers.toml", "a");
    write("../work/01-first/notes Ü.txt", std::string(100'000, 'n'));
    fs::create_directories(class_);
    const std::string tool = command.substr(0, command.find(' '));
    if (std::system(("command -v " + tool + " >/dev/null").c_str()) != 0)
      GTEST_SKIP() << tool << " is not here";
    ASSERT_EQ(
        std::system(("cd '" + (folder_.path() / "work").string() + "' && " + command).c_str()), 0);
    const Intake intake = take();
    for (const Refused& refused : intake.refused) ADD_FAILURE() << refused.why;
    EXPECT_THAT(intake.handed_in, SizeIs(1));
    EXPECT_THAT(intake.doubts, IsEmpty());
    EXPECT_EQ(kept("ada/01-first/exercise.cu"), "one");
    EXPECT_EQ(kept("ada/01-first/answers.toml"), "a");
  }
};

TEST_F(HonestArchives, OfInfoZip) { made_by("zip -qr ../class/ada.zip ."); }
TEST_F(HonestArchives, OfInfoZipToAPipe) { made_by("zip -qr - . >../class/ada.zip"); }
TEST_F(HonestArchives, OfInfoZipWithSizesBehind) { made_by("zip -qrfd ../class/ada.zip ."); }
TEST_F(HonestArchives, OfInfoZipInTheWideForm) { made_by("zip -qrfz ../class/ada.zip ."); }
TEST_F(HonestArchives, OfInfoZipStored) { made_by("zip -qr0 ../class/ada.zip ."); }
TEST_F(HonestArchives, OfInfoZipWithAComment) {
  made_by("zip -qr ../class/ada.zip 01-first && echo by ada | zip -qz ../class/ada.zip");
}
TEST_F(HonestArchives, OfInfoZipChangedLater) {
  made_by(
      "zip -qr ../class/ada.zip . && echo more >more && zip -q ../class/ada.zip more && "
      "zip -qd ../class/ada.zip more");
}
TEST_F(HonestArchives, Of7z) { made_by("7z a -bd ../class/ada.zip . >/dev/null"); }
TEST_F(HonestArchives, OfGnuTar) { made_by("tar czf ../class/ada.tar.gz ."); }
TEST_F(HonestArchives, OfGnuTarInPax) { made_by("tar czf ../class/ada.tgz --format=pax 01-first"); }
TEST_F(HonestArchives, OfBsdtar) { made_by("bsdtar czf ../class/ada.tgz ."); }
TEST_F(HonestArchives, OfBsdtarAsZip) { made_by("bsdtar --format=zip -cf ../class/ada.zip ."); }
TEST_F(HonestArchives, OfTarInDeepFolders) {
  made_by(
      "tar czf ../class/ada.tgz --transform=\"s,^,$(printf 'Ordner-ä/%.0s' $(seq 30)),\" 01-first");
}
TEST_F(HonestArchives, OfGit) {
  made_by(
      "git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm a && "
      "git archive --format=tar.gz -o ../class/ada.tar.gz HEAD");
}
TEST_F(HonestArchives, OfGitAsZip) {
  made_by(
      "git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm a && "
      "git archive --format=zip -o ../class/ada.zip HEAD");
}
TEST_F(HonestArchives, OfPython) {
  made_by("python3 -c 'import shutil; shutil.make_archive(\"../class/ada\", \"zip\")'");
}
TEST_F(HonestArchives, OfPythonToAPipe) {
  made_by("python3 -m zipfile -c /dev/stdout 01-first | cat >../class/ada.zip");
}
TEST_F(HonestArchives, OfPythonInTar) {
  made_by("python3 -c 'import shutil; shutil.make_archive(\"../class/ada\", \"gztar\")'");
}
TEST_F(HonestArchives, OfAMac) {
  made_by(
      "python3 -c '\n"
      "import io, sys, zipfile\n"
      "class Pipe(io.RawIOBase):\n"
      "    def writable(self): return True\n"
      "    def write(self, data): sys.stdout.buffer.write(data); return len(data)\n"
      "with zipfile.ZipFile(Pipe(), \"w\", zipfile.ZIP_DEFLATED) as z:\n"
      "    z.writestr(\"w\\u0308/01-first/\", \"\")\n"
      "    z.write(\"01-first/exercise.cu\", \"w\\u0308/01-first/exercise.cu\")\n"
      "    z.writestr(\"__MACOSX/w\\u0308/01-first/._exercise.cu\", b\"\\0\\5\\x16\\7\")\n"
      "    z.write(\"01-first/answers.toml\", \"w\\u0308/01-first/answers.toml\")\n"
      "' >../class/ada.zip");
}
TEST_F(HonestArchives, WithAnOlderArchiveInThem) {
  made_by("zip -qr old.zip 01-first && zip -qr0 ../class/ada.zip .");
}

TEST(Names, Utf8IsReadToTheLetter) {
  EXPECT_EQ(utf8_length("a"), 1U);
  EXPECT_EQ(utf8_length("é"), 2U);
  EXPECT_EQ(utf8_length("\xc0\xaf"), 0U) << "a slash in two bytes";
  EXPECT_EQ(utf8_length("\xed\xa0\x80"), 0U) << "a surrogate";
  EXPECT_EQ(utf8_length("\xf4\x90\x80\x80"), 0U) << "beyond the last character";
  EXPECT_EQ(utf8_length("\xe2\x82"), 0U) << "cut";
  EXPECT_EQ(shown_name("a\nb\xff"), "a\\x0ab\\xff");
}

// Whoever may write to the class's folder can exchange one of theirs while it is read.
TEST(RegularFileTest, NoNameBelowTheFolderIsALink) {
  const base::TemporaryFolder folder;
  const std::filesystem::path root = folder.path();
  std::filesystem::create_directory(root / "real");
  std::ofstream(root / "real" / "a.txt") << "a";
  std::filesystem::create_directory_symlink(root / "real", root / "link");
  const Folder opened(root);
  EXPECT_NO_THROW(RegularFile(Folder(opened, "real", "real"), "a.txt", "a.txt"));
  EXPECT_NO_THROW(RegularFile(Folder(root / "link"), "a.txt", "a.txt"));
  EXPECT_THROW(Folder(opened, "link", "link"), NotReadable);
}

TEST(FolderTest, IsTheOneThatWasOpenedWhateverTakesItsName) {
  const base::TemporaryFolder folder;
  const fs::path root = folder.path();
  for (const char* student : {"ada", "bob"}) {
    fs::create_directory(root / student);
    std::ofstream(root / student / "exercise.cu") << student;
  }
  std::ofstream(root / "bob" / "private.txt") << "bob's";
  const Folder ada(Folder(root), "ada", "ada");
  fs::rename(root / "ada", root / "away");
  fs::create_directory_symlink(root / "bob", root / "ada");
  EXPECT_FALSE(ada.has("private.txt"));
  EXPECT_THAT(files_below(ada.path()), ElementsAre("exercise.cu"));
  char text[4] = "";
  EXPECT_EQ(read(RegularFile(ada, "exercise.cu", "exercise.cu").descriptor(), text, 3), 3);
  EXPECT_STREQ(text, "ada");
}

}  // namespace
}  // namespace grading
