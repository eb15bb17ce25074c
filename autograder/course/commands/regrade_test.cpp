// course regrade, from the command line to the gradebook: other checks and tools, and points by
// hand.
#include "course/testing/graded_class.h"

namespace course {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(GradeTest, ARegradeIsShownBeforeItCounts) {
  hand_in("ada", kHalf);
  hand_in("bob", kGood);
  grade();
  EXPECT_EQ(regrade()["regraded"], 0) << "graded with today's checks already";
  const fs::path toml = little_.course().lessons() / "01-little/lesson.toml";
  std::string text = read_file(toml);
  write_file(toml, text.replace(text.find("points = 2"), 10, "points = 4"));
  const json preview = regrade();
  EXPECT_EQ(preview["regraded"], 2);
  EXPECT_EQ(preview["changes"].size(), 2U);
  EXPECT_EQ(preview["changes"][0]["points_before"], 2);
  EXPECT_EQ(preview["changes"][0]["points_after"], 4);
  EXPECT_EQ(standing_of("ada").points, 2) << "a preview changes nothing";
  regrade({"--apply"});
  EXPECT_EQ(standing_of("ada").points, 4);
  EXPECT_EQ(standing_of("bob").points, 7);
}

TEST_F(GradeTest, ARegradeKnowsEachToolByWhatIsInIt) {
  hand_in("ada", kHalf);
  grade();
  const Course& course = little_.course();
  for (const fs::path& tool : {course.emulator, course.runner()}) {
    write_file(tool, "another build of it");
    EXPECT_EQ(regrade({"--apply"})["regraded"], 1) << tool;
    EXPECT_EQ(regrade()["regraded"], 0) << tool;
  }
}

TEST_F(GradeTest, WhatIsHashedIsWhatGrades) {
  hand_in("ada", kGood,
          "[[question]]\nid = \"first\"\ntext = \"Which?\"\nkind = \"choice\"\n"
          "choices = [\"this\", \"that\"]\nanswer = \"b\"\n");
  const Course& course = little_.course();
  ClassOptions options;
  options.out = out_;
  options.no_sandbox = true;
  const ClassSession session(course, options);
  const grading::Versions before = session.versions("01-little");
  write_file(course.checks / "01-little", "#!/bin/sh\nexit 3\n");
  write_file(course.solutions() / "01-little/answers.toml", "");
  const grading::Graded graded =
      session.grade({1, {"ada", "01-little", "aa", 1}, from_ / "ada" / "01-little", before}, 0);
  EXPECT_EQ(graded.verdict, "passed") << "by the checks that were there when grading began";
  ASSERT_EQ(graded.quiz.size(), 2U);
  EXPECT_TRUE(graded.quiz[0].right);
  EXPECT_EQ(session.versions("01-little"), before);
  EXPECT_NE(ClassSession(course, options).versions("01-little"), before);
}

TEST_F(GradeTest, AnotherCompilerIsAnotherVersion) {
  hand_in("ada", kGood);
  EXPECT_EQ(grade()["graded"], 1);
  EXPECT_EQ(grade()["graded"], 0);
  const NamedCompiler other("another-compiler");
  EXPECT_EQ(grade()["graded"], 1);
}

TEST_F(GradeTest, ARegradeGradesTheBytesOfTheScore) {
  hand_in("ada", kHalf);
  grade();
  const fs::path sources = ClassFolder{out_}.submissions() / "ada" / "01-little";
  const fs::path source = sources / standing_of("ada").sha256 / "exercise.cu";
  ASSERT_TRUE(fs::exists(source));
  write_file(source, kGood);
  EXPECT_EQ(little_.run({"regrade", out_.string(), "--no-sandbox", "--seeds", "3"}), 1);
  EXPECT_THAT(little_.out, HasSubstr("not regraded: ada, 01-little"));
  grade();  // puts it there again
  EXPECT_EQ(regrade({"--seeds", "3"})["regraded"], 1);
  EXPECT_EQ(regrade({"--seeds", "3"})["changes"].size(), 0U);
}

TEST_F(GradeTest, PointsSetByHandNeedAReasonAndStay) {
  hand_in("ada", kHalf);
  grade();
  const std::vector<std::string> words{"regrade",  out_.string(), "--student", "ada",
                                       "--lesson", "1",           "--points",  "4"};
  EXPECT_EQ(little_.run(words), 2);
  EXPECT_THAT(little_.err, HasSubstr("needs a reason"));
  std::vector<std::string> with_reason = words;
  with_reason.insert(with_reason.end(), {"--because", "the idea was right"});
  EXPECT_EQ(little_.run(with_reason), 0) << little_.err;
  EXPECT_EQ(standing_of("ada").points, 4);
  EXPECT_EQ(standing_of("ada").override_reason, "the idea was right");
  regrade({"--seeds", "2", "--apply"});
  EXPECT_EQ(standing_of("ada").points, 4);
  with_reason[7] = "6";
  EXPECT_EQ(little_.run(with_reason), 2);
  EXPECT_THAT(little_.err, HasSubstr("6 points: must be from 0 to 5"));
}

TEST_F(GradeTest, PointsByHandMayBeGivenForWhatCouldNotBeJudged) {
  hand_in("ada", "DIES\n");
  for (const char* student : {"bob", "cid", "dan"}) hand_in(student, kGood);
  grade({"--jobs", "1"});
  EXPECT_EQ(standing_of("ada").max_points, 5);
  EXPECT_EQ(grade()["before"], 3) << "it is tried again, and not judged again";
  EXPECT_EQ(standing_of("ada").max_points, 5);
  EXPECT_EQ(little_.run({"regrade", out_.string(), "--student", "ada", "--lesson", "1", "--points",
                         "4", "--because", "read it"}),
            0)
      << little_.err;
  EXPECT_EQ(grade()["before"], 4);
  EXPECT_EQ(standing_of("ada").points, 4);
}

}  // namespace
}  // namespace course
