// A program that is not trusted, given to emucc, which compiles nothing by which an exercise could
// forge what the emulator reports. It decides on the object file and on the files that it is made
// of; what the translator refuses is tested there.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "toolchain/process.h"

namespace emu::toolchain {

class Untrusted : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
  /// Compiles `text` as x.cu to an object file.
  Finished compile(const std::string& text, std::vector<std::string> options = {}) const {
    write("x.cu", text);
    std::vector<std::string> command = {EMUCC, "-std=c++20", "-c", path("x.cu"), "-o", path("x.o")};
    command.insert(command.end(), options.begin(), options.end());
    return run(command);
  }
  Finished untrusted(const std::string& text) const { return compile(text, {"--untrusted"}); }

  void expect_refused(const Finished& finished, unsigned line, const std::string& words) const {
    EXPECT_EQ(finished.status, 2);
    EXPECT_THAT(finished.messages, testing::HasSubstr(path("x.cu") + "(" + std::to_string(line) +
                                                      "): error: " + words));
    EXPECT_FALSE(std::filesystem::exists(path("x.o")));
  }

 private:
  base::TemporaryFolder folder_;
};

}  // namespace emu::toolchain
