// A program that is not trusted, compiled by emucc and loaded as exercises are.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "base/temporary_folder.h"
#include "toolchain/process.h"

namespace emu::toolchain {

/// The address of what the emulator keeps for itself, as an expression of the program's.
inline constexpr const char* kEmulatorsMemory =
    "reinterpret_cast<unsigned long>(&threadIdx) & ~63ul";
inline constexpr const char* kEndsAtOnce = "";  // and says so in its report

class LoadedProgram : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  Finished run_file(const std::string& source, const std::string& compiler = "g++") const {
    const Finished compiled = run({EMUCC, "-std=c++20", "--compiler", compiler, "--untrusted",
                                   "--shared", source, "-o", path("x.so")});
    EXPECT_EQ(compiled.status, 0) << compiled.messages;
    return run({"/bin/sh", "-c", std::string(LOADER) + " " + path("x.so") + " 1>&2"});
  }
  /// `body`: of `int entry(int n)`, behind `before`.
  Finished run_text(const std::string& before, const std::string& body,
                    const std::string& compiler = "g++") const {
    std::ofstream(path("x.cu")) << before << "\nextern \"C\" int entry(int n) {\n"
                                << body << "\n}\n";
    return run_file(path("x.cu"), compiler);
  }
  void expect_refused(const Finished& finished, const std::string& words) const {
    if (words == kEndsAtOnce)
      EXPECT_EQ(finished.status, 1) << finished.messages;
    else
      EXPECT_NE(finished.status, 0);
    EXPECT_THAT(finished.messages, testing::HasSubstr(words));
    EXPECT_THAT(finished.messages, testing::Not(testing::HasSubstr("returned")));
  }

 private:
  base::TemporaryFolder folder_;
};

/// Each test with each compiler; INSTANTIATE_TEST_SUITE_P names them where the tests are.
class HonestProgram : public LoadedProgram, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    if (std::system((std::string("command -v ") + GetParam() + " > /dev/null").c_str()) != 0)
      GTEST_SKIP() << "there is no " << GetParam();
  }
};

}  // namespace emu::toolchain
