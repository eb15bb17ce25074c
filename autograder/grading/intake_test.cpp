// What a class hands in, honest and not.
#include "grading/intake.h"

#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "grader/temporary_folder.h"
#include "grading/names.h"
#include "utf8.h"

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
  std::string kept(const fs::path& file) {
    std::ifstream in(to_ / file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // Why the only submission there is was refused.
  std::string refusal(const IntakeLimits& limits = {}) {
    const Intake intake = take(limits);
    EXPECT_THAT(intake.handed_in, IsEmpty());
    if (intake.refused.size() != 1) return "refused: " + std::to_string(intake.refused.size());
    return intake.refused[0].why;
  }

  grader::TemporaryFolder folder_;
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
  write("ada/notes.txt", "");
  fs::create_directories(class_ / "bob/01-First");
  write("class.csv", "ada,bob");
  const Intake intake = take();
  EXPECT_THAT(intake.without_any, ElementsAre("ada", "bob"));
  EXPECT_THAT(intake.refused, IsEmpty());
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

TEST_F(IntakeTest, AFolderAndAnArchiveAreOneTooMany) {
  write("ada/01-first/exercise.cu", "one");
  write_archive(class_ / "ada.zip", {{"01-first/exercise.cu", "two"}});
  const Intake intake = take();
  EXPECT_THAT(intake.handed_in, SizeIs(1));
  ASSERT_THAT(intake.refused, SizeIs(1));
  EXPECT_THAT(intake.refused[0].why, HasSubstr("a folder and an archive"));
}

TEST_F(IntakeTest, ArchivesThatReachOutAreRefused) {
  fs::create_directories(class_);
  for (const std::string name :
       {"../bob/01-first/exercise.cu", "/tmp/01-first/exercise.cu", "01-first\\..\\exercise.cu"}) {
    write_archive(class_ / "ada.tgz", {{name, "mine"}});
    EXPECT_THAT(refusal(), HasSubstr("wants to lie elsewhere")) << name;
  }
}

TEST_F(IntakeTest, LinksInArchivesAreRefused) {
  fs::create_directories(class_);
  write_archive(class_ / "ada.tgz", {{"01-first/exercise.cu", "", "/etc/passwd"}});
  EXPECT_THAT(refusal(), HasSubstr("is a link or a device"));
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
}

TEST_F(IntakeTest, BrokenArchivesAreRefused) {
  write("ada.zip", "PK\x03\x04 and nothing behind it");
  EXPECT_THAT(refusal(), HasSubstr("no zip or tar.gz archive"));
  write("ada.zip", "");
  EXPECT_THAT(refusal(), HasSubstr("no zip or tar.gz archive"));
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

TEST(Names, Utf8IsReadToTheLetter) {
  EXPECT_EQ(utf8_length("a"), 1U);
  EXPECT_EQ(utf8_length("é"), 2U);
  EXPECT_EQ(utf8_length("\xc0\xaf"), 0U) << "a slash in two bytes";
  EXPECT_EQ(utf8_length("\xed\xa0\x80"), 0U) << "a surrogate";
  EXPECT_EQ(utf8_length("\xf4\x90\x80\x80"), 0U) << "beyond the last character";
  EXPECT_EQ(utf8_length("\xe2\x82"), 0U) << "cut";
  EXPECT_EQ(shown_name("a\nb\xff"), "a\\x0ab\\xff");
}

}  // namespace
}  // namespace grading
