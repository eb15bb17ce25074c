// The compiler of a class behind real walls: whose fault it is when it fails.
#include "course/classes/isolation.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include "course/course.h"
#include "course/testing/little_course.h"
#include "grading/sandbox/sandbox.h"

namespace course {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class IsolationTest : public testing::Test {
 protected:
  void SetUp() override {
    const grading::SandboxSupport support = grading::sandbox_support();
    if (!support.bubblewrap) GTEST_SKIP() << "bwrap does not work here: " << support.why_not;
    // The compiler and the emulator are seen at their own places, so they need folders of their
    // own.
    course_.emucc = course_.root / "tools/emucc";
    course_.emulator = course_.root / "lib/libemulator.so";
    write_file(course_.emulator, "");
    fs::create_directories(course_.emucc.parent_path());
    fs::copy_file(little_.course().emucc, course_.emucc);
    write_file(course_.root / "autograder/emulator/include/cuda.h", "");
    IsolationOptions options;
    options.program = COURSE_SANDBOX;
    options.runner = course_.runner();
    isolation_ = std::make_unique<Isolation>(course_, std::vector{little_.lesson()}, options);
  }

  /// What `student` hands in, compiled.
  Compiled compiled(const std::string& student, const std::string& text) {
    const fs::path source = course_.root / "handed in" / student / "exercise.cu";
    if (!text.empty()) write_file(source, text);
    return isolation_->compile(little_.lesson(), source, isolation_->libraries() / "a.so", 0);
  }

  LittleCourse little_;
  Course course_ = little_.course();
  std::unique_ptr<Isolation> isolation_;
};

TEST_F(IsolationTest, AStudentsNameMayHaveAnySignInIt) {
  for (const char* name : {"ada", "a=b", "=b", "a=/exercise/exercise.cu", "[a,b]", "--"}) {
    const Compiled good = compiled(name, "does Adds\n");
    EXPECT_TRUE(good.ok) << name << ": " << good.complaint;
  }
}

TEST_F(IsolationTest, ASandboxThatCannotBeMadeIsOurFaultEachTime) {
  ASSERT_TRUE(compiled("ada", "does Adds\n").ok);
  for (int again = 0; again < 2; ++again) {
    const Compiled failed = compiled("bob", "");
    EXPECT_FALSE(failed.ok);
    EXPECT_TRUE(failed.our_fault) << failed.complaint;
    EXPECT_FALSE(failed.for_all_alike);
  }
}

TEST_F(IsolationTest, OnlyWhatIsSaidOfALineIsSoForAllWithTheSameText) {
  EXPECT_TRUE(compiled("ada", "SYNTAX\n").for_all_alike);
  const Compiled without = compiled("bob", "NO LINE\n");
  EXPECT_FALSE(without.ok);
  EXPECT_FALSE(without.our_fault);
  EXPECT_FALSE(without.for_all_alike) << without.complaint;
}

TEST_F(IsolationTest, ACompilerThatFindsNoFileIsOurFault) {
  const Compiled failed = compiled("ada", "NOT THERE\n");
  EXPECT_TRUE(failed.our_fault) << failed.complaint;
}

// Other users of the machine: bits of the group, and of all others.
TEST_F(IsolationTest, WhatIsHandedInIsClosedToOthersMeanwhile) {
  const fs::path stage = isolation_->libraries().parent_path();
  const auto open_to_others = [](const fs::path& path) {
    return static_cast<int>(fs::status(path).permissions() & fs::perms(0077));
  };
  EXPECT_EQ(open_to_others(stage), 0011) << "they may go through it";
  EXPECT_EQ(open_to_others(isolation_->libraries()), 0);
  EXPECT_EQ(open_to_others(isolation_->judges()), 0);
  EXPECT_EQ(open_to_others(stage / "slot0"), geteuid() == 0 ? 0010 : 0) << "for the slot's user";
  EXPECT_EQ(open_to_others(stage / "slot0" / "own"), 0);
}

}  // namespace
}  // namespace course
