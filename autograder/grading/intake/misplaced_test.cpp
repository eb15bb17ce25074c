// What is said of exercises that lie elsewhere.
#include "grading/intake/misplaced.h"

#include <gmock/gmock.h>

namespace grading {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Pair;

const std::set<std::string> kGraded{"01-first", "02-second"};

TEST(Misplaced, TheExerciseIsNamedBeforeOtherFiles) {
  EXPECT_THAT(why_no_lesson({"a.txt", "b/02-second/exercise.cu"}, kGraded),
              HasSubstr("found b/02-second/exercise.cu, expected 02-second/exercise.cu"));
}

TEST(Misplaced, SeveralAreCounted) {
  EXPECT_THAT(why_no_lesson({"a/exercise.cu", "b/exercise.cu"}, kGraded),
              HasSubstr("found a/exercise.cu and b/exercise.cu, expected LESSON/exercise.cu"));
  EXPECT_THAT(why_no_lesson({"a/exercise.cu", "b/exercise.cu", "c/exercise.cu"}, kGraded),
              HasSubstr("found a/exercise.cu, b/exercise.cu and 1 more"));
}

TEST(Misplaced, WithoutAHintWhichLessonIsMeantThereIsAnExample) {
  EXPECT_THAT(why_no_lesson({"a.txt"}, kGraded),
              EndsWith("expected LESSON/exercise.cu, for example 01-first/exercise.cu"));
  EXPECT_THAT(why_no_lesson({"a.txt"}, {"01-first"}), EndsWith("expected 01-first/exercise.cu"));
}

TEST(Misplaced, CapitalsAreNamed) {
  EXPECT_THAT(
      why_no_lesson({"01-First/exercise.cu"}, kGraded),
      EndsWith("found 01-First/exercise.cu, expected 01-first/exercise.cu in small letters"));
}

TEST(Misplaced, OnlyExercisesOfALessonAre) {
  EXPECT_THAT(
      misplaced_exercises({"exercise.cu", "x/01-first/Exercise.cu", "02-second/a.cu"}, kGraded),
      ElementsAre(Pair("01-first", HasSubstr("found x/01-first/Exercise.cu, expected"))));
}

TEST(Misplaced, WhatSystemsLeaveBehindIsHidden) {
  for (const char* name : {".DS_Store", "a/.git/config", "__MACOSX/a"})
    EXPECT_TRUE(is_hidden(name));
  for (const char* name : {"a.txt", "a/b.", "MACOSX"}) EXPECT_FALSE(is_hidden(name));
}

}  // namespace
}  // namespace grading
