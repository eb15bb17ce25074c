// Checks are built when they are first asked for; a stand-in for cmake says what was to be built.
#include "course/judge/check_program.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include "course/testing/little_course.h"

namespace course {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A course whose check program was not built yet, and a cmake that runs `script` in its place.
class CheckProgramTest : public testing::Test {
 protected:
  CheckProgramTest() : program_(check_program_path(little_.course(), little_.lesson())) {
    fs::create_directories(little_.course().build);
    fs::rename(program_, kept_);
  }
  ~CheckProgramTest() override { setenv("PATH", path_.c_str(), 1); }

  void cmake_does(const std::string& script) {
    const fs::path tools = little_.course().root / "tools";
    write_file(tools / "cmake", "#!/bin/sh\necho \"$@\" >>'" + asked_.string() + "'\n" + script);
    fs::permissions(tools / "cmake", fs::perms::owner_all);
    setenv("PATH", (tools.string() + ":" + path_).c_str(), 1);
  }

  LittleCourse little_;
  const std::string path_ = getenv("PATH");
  const fs::path program_;
  const fs::path kept_ = little_.course().root / "kept";
  const fs::path asked_ = little_.course().root / "asked";
};

TEST_F(CheckProgramTest, IsBuiltOnce) {
  cmake_does("mv '" + kept_.string() + "' '" + program_.string() + "'\n");
  const std::vector<std::string> words{"check", "--from", little_.course().solutions().string(),
                                       "--device", "emulator"};
  EXPECT_EQ(little_.run(words), 0) << little_.out;
  EXPECT_THAT(little_.err, HasSubstr("building the checks of 01-little (once)\n"));
  EXPECT_EQ(little_.run(words), 0) << little_.out;
  EXPECT_EQ(little_.err, "");
  EXPECT_EQ(read_file(asked_),
            "--build " + little_.course().build.string() + " --target checks_01-little\n");
}

TEST_F(CheckProgramTest, ThatDoesNotCompileIsNotTheStudentsFault) {
  cmake_does("echo 'checks.cpp:3: error: expected ;' && exit 1\n");
  EXPECT_EQ(little_.run({"check", "--device", "emulator"}), 2);
  EXPECT_THAT(little_.out, HasSubstr("the checks of 01-little cannot be built"));
  EXPECT_THAT(little_.out, HasSubstr("checks.cpp:3: error: expected ;"));
  EXPECT_THAT(read_file(little_.course().build / "log"), HasSubstr("error: expected ;"));
}

}  // namespace
}  // namespace course
