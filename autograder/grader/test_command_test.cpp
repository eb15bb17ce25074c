// course test: which of CTest's tests it runs, seen by the files that they leave.
#include <gmock/gmock.h>

#include "grader/little_course.h"

namespace grader {
namespace {

class TestCommand : public testing::Test {
 protected:
  TestCommand() {
    write_file(build_ / "CTestTestfile.cmake",
               "add_test(everyday touch everyday)\n"
               "if(CTEST_CONFIGURATION_TYPE STREQUAL Sanitize)\n"
               "  add_test(sanitized touch sanitized)\n"
               "endif()\n"
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

TEST_F(TestCommand, AFailureFailsTheCommand) {
  EXPECT_EQ(little_.run({"test"}), 1);
  EXPECT_TRUE(ran("everyday"));
}

}  // namespace
}  // namespace grader
