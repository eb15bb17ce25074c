// What was passed is noted, shown, and survives nearly everything.
#include "course/student/progress.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "course/testing/little_course.h"

namespace course {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

class ProgressTest : public testing::Test {
 protected:
  void pass() {
    little_.write_exercise("does Adds does Launches\n");
    EXPECT_EQ(little_.run({"check", "1", "--device", "emulator"}), 0);
  }

  LittleCourse little_;
  const fs::path file_ = little_.course().progress() / "progress.txt";
};

TEST_F(ProgressTest, ALineIsWrittenWhenALessonPasses) {
  EXPECT_EQ(little_.run({"hint", "1"}), 0);
  EXPECT_FALSE(fs::exists(file_));
  pass();
  EXPECT_THAT(read_file(file_),
              MatchesRegex("#[^\n]*\n01-little  20..-..-..  5 of 5 points  1 hint\n"));
}

TEST_F(ProgressTest, WhatWasPassedOnceStaysPassed) {
  pass();
  const std::string before = read_file(file_);
  little_.write_exercise("SYNTAX\n");
  EXPECT_EQ(little_.run({"check", "1", "--device", "emulator"}), 1);
  EXPECT_EQ(little_.run({"solution", "1"}), 0);
  EXPECT_EQ(little_.out, little_.solved());
  EXPECT_EQ(little_.run({"--json"}), 0);
  const auto lesson = nlohmann::json::parse(little_.out)["lessons"][0];
  EXPECT_EQ(lesson["verdict"], "does_not_compile");
  EXPECT_EQ(lesson["passed_on"], Progress(little_.course()).passed(little_.lesson())->date);
  EXPECT_EQ(little_.run({"reset", "1"}), 0);
  EXPECT_EQ(read_file(file_), before);
}

TEST_F(ProgressTest, ItIsNotInTheBuildFolderWhichPeopleDelete) {
  pass();
  fs::remove_all(little_.course().build);
  little_.write_exercise("SYNTAX\n");
  EXPECT_EQ(little_.run({"solution", "1"}), 0);
}

TEST_F(ProgressTest, DamageIsSaidAndTheFileKept) {
  pass();
  const std::string good = read_file(file_);
  const std::string bad = good + "02-two  yesterday  2 of 3 points  0 hints\n\x01\xff\n";
  write_file(file_, bad);
  EXPECT_EQ(little_.run({}), 0);
  EXPECT_EQ(little_.err,
            "progress/progress.txt:3: this and 1 more lines say nothing that can be read, and are "
            "left out; the file as it was is in progress/progress.txt.1.bak\n");
  EXPECT_EQ(read_file(file_), good);
  EXPECT_EQ(read_file(file_.string() + ".1.bak"), bad);
  EXPECT_EQ(little_.run({}), 0);
  EXPECT_THAT(little_.err, IsEmpty());
}

TEST_F(ProgressTest, HalfAFileIsDamageToo) {
  pass();
  const std::string good = read_file(file_);
  write_file(file_, good.substr(0, good.size() - 9));
  EXPECT_EQ(little_.run({"check", "1", "--device", "emulator"}), 0);
  EXPECT_THAT(little_.err, HasSubstr("progress.txt:2: this line says nothing"));
  EXPECT_EQ(read_file(file_), good) << "passed again today";
}

}  // namespace
}  // namespace course
