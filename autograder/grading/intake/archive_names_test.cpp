// Names in archives that unpacking takes for others.
#include "grading/intake/archive_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grading {
namespace {

bool is_exercise(const std::string& name) {
  return name == "01-first/exercise.cu" || name.ends_with("/01-first/exercise.cu");
}

TEST(ArchiveNames, HaveNoPartsThatUnpackingLeavesOut) {
  EXPECT_EQ(unpacked_name("01-first/exercise.cu"), "01-first/exercise.cu");
  EXPECT_EQ(unpacked_name("./01-first/.//./exercise.cu"), "01-first/exercise.cu");
  EXPECT_EQ(unpacked_name("01-first/exercise.cu/"), "01-first/exercise.cu/") << "a folder";
  EXPECT_EQ(unpacked_name(std::string("01-first/exercise.cu\0x", 22)), "01-first/exercise.cu");
  EXPECT_EQ(unpacked_name("./"), "");
  EXPECT_EQ(unpacked_name(""), "");
}

TEST(ArchiveNames, ComeToALessonAndItsFile) {
  EXPECT_EQ(graded_as("work/01-first/./exercise.cu", is_exercise), "01-first/exercise.cu");
  EXPECT_EQ(graded_as("01-first/exercise.cu/", is_exercise), "");
  EXPECT_EQ(graded_as("01-First/exercise.cu", is_exercise), "");
  EXPECT_EQ(graded_as("", is_exercise), "");
}

TEST(ArchiveNames, ThatAreOneFileSomewhereFoldAlike) {
  const std::string exercise = folded_name("01-first/exercise.cu");
  for (const std::string twin :
       {"01-First/Exercise.CU", "work/01-first./exercise.cu . ", "01-first/./exercise.cu",
        "01-first/.../exercise.cu", "01-first/exerci\u017fe.cu", "01-\ufb01r\ufb06/exercise.cu",
        "01-first/exercise.cu::$DATA", "01-first/exercise.cu;1",
        "01-first/exer\x01"
        "cise.cu",
        "01-first/exercise.cu\xff",
        "01-first/exer\u200c"
        "cise.cu",
        "01-first/ex\u0435rcise.cu"}) {
    EXPECT_EQ(folded_name(twin), exercise) << twin;
  }
  for (const std::string other : {"exercise.cu", "02-second/exercise.cu", "01-first/exercise.cpp",
                                  "01-first/exercise;a.cu", "01-first/exercise.cu/notes"}) {
    EXPECT_NE(folded_name(other), exercise) << other;
  }
  EXPECT_EQ(folded_name("01-first/" + std::string(300, 'x')), "") << "no file can have it";
}

}  // namespace
}  // namespace grading
