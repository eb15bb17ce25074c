// course test: which of CTest's tests it runs, seen by the files that they leave; how it measures
// speed.
#include <gmock/gmock.h>

#include <cstdlib>

#include "course/testing/little_course.h"

namespace course {
namespace {

class TestCommand : public testing::Test {
 protected:
  TestCommand() {
    unsetenv("COURSE_TEST_ALL");  // these tests may themselves be among all
    write_file(build_ / "CTestTestfile.cmake",
               "add_test(everyday touch everyday)\n"
               "if(CTEST_CONFIGURATION_TYPE STREQUAL Sanitize)\n"
               "  add_test(sanitized touch sanitized)\n"
               "endif()\n"
               "add_test(what_can_wait sh -c \"test -n \\\"$COURSE_TEST_ALL\\\" && touch "
               "what_can_wait\")\n"
               "add_test(what_takes_hours sh -c \"test \\\"$COURSE_TEST_ALL\\\" = 1 && touch "
               "what_takes_hours\")\n"
               "add_test(waits touch waits)\n"
               "add_test(samples touch samples)\n"
               "set_tests_properties(waits PROPERTIES LABELS \"grading;waits\")\n"
               "set_tests_properties(samples PROPERTIES LABELS samples)\n"
               "add_test(broken false)\n");
  }
  bool ran(const std::string& test) const { return std::filesystem::exists(build_ / test); }

  LittleCourse little_;
  const std::filesystem::path build_ = little_.course().build;
};

TEST_F(TestCommand, EverydayTestsAreNotSanitized) {
  EXPECT_EQ(little_.run({"test", "--only", "everyday|sanitized"}), 0);
  EXPECT_TRUE(ran("everyday"));
  EXPECT_FALSE(ran("sanitized"));
}

TEST_F(TestCommand, SanitizersAreAskedFor) {
  EXPECT_EQ(little_.run({"test", "--sanitize", "--only", "everyday|sanitized"}), 0);
  EXPECT_TRUE(ran("everyday"));
  EXPECT_TRUE(ran("sanitized"));
}

TEST_F(TestCommand, WhatCanWaitIsAskedFor) {
  EXPECT_EQ(little_.run({"test"}), 1);
  EXPECT_FALSE(ran("what_can_wait"));
  EXPECT_EQ(little_.run({"test", "--all"}), 1);  // for what is broken
  EXPECT_TRUE(ran("what_can_wait"));
  EXPECT_FALSE(ran("what_takes_hours"));
  EXPECT_EQ(little_.run({"test", "--long"}), 1);
  EXPECT_TRUE(ran("what_takes_hours"));
}

TEST_F(TestCommand, TestsThatWaitAreLeftOutOnlyEveryDay) {
  little_.run({"test"});
  EXPECT_TRUE(ran("samples"));
  EXPECT_FALSE(ran("waits"));
  little_.run({"test", "--all"});
  EXPECT_TRUE(ran("waits"));
}

TEST_F(TestCommand, TheRestIsWhatWaitsAndWhatIsTriedInPart) {
  EXPECT_EQ(little_.run({"test", "--rest"}), 0);
  EXPECT_TRUE(ran("waits"));
  EXPECT_TRUE(ran("samples"));
  EXPECT_FALSE(ran("everyday"));
}

TEST_F(TestCommand, WhatIsNamedIsTriedWhole) {
  EXPECT_EQ(little_.run({"test", "--only", "what_takes_hours"}), 0);
  EXPECT_TRUE(ran("what_takes_hours"));
}

TEST_F(TestCommand, AFailureFailsTheCommand) {
  EXPECT_EQ(little_.run({"test", "--only", "everyday|broken"}), 1);
  EXPECT_TRUE(ran("everyday"));
}

TEST_F(TestCommand, SpeedIsMeasuredAndNothingTested) {
  write_file(little_.course().root / "autograder/benchmarks/speed.py",
             "import pathlib, sys\n"
             "pathlib.Path(sys.argv[2], 'asked').write_text(' '.join(sys.argv[3:]))\n");
  EXPECT_EQ(little_.run({"test", "--speed", "check", "run", "--rounds", "2", "--write", "to.json"}),
            0);
  EXPECT_EQ(read_file(build_ / "asked"), "--rounds 2 --write=to.json check run");
  EXPECT_FALSE(ran("everyday"));
}

TEST_F(TestCommand, WhatGoesWithSpeedNeedsIt) {
  EXPECT_EQ(little_.run({"test", "--each"}), 2);
  EXPECT_FALSE(ran("everyday"));
}

}  // namespace
}  // namespace course
