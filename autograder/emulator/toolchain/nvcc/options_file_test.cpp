#include "toolchain/nvcc/options_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace emu::toolchain {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class OptionsFile : public ::testing::Test {
 protected:
  OptionsFile() {
    std::string name = (fs::temp_directory_path() / "options-file-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~OptionsFile() override { fs::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  static std::string error_of(const std::vector<std::string>& arguments) {
    try {
      with_options_files(arguments);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

 private:
  fs::path folder_;
};

TEST(WordsOf, AreQuotedAsInAShell) {
  EXPECT_THAT(words_of(" -I\"/a b\"  -DX=\\\"y\\\"\n'-D Z' \"\" "),
              ElementsAre("-I/a b", "-DX=\"y\"", "-D Z", ""));
  EXPECT_THAT(words_of("\n \t"), IsEmpty());
}

TEST_F(OptionsFile, StandsForItsWords) {
  const std::string inner = file("inner", "-DN=1 -c\n");
  const std::string outer = file("outer", "--options-file " + inner + " -O2");
  const auto expected = ElementsAre("a.cu", "-DN=1", "-c", "-O2", "-v");
  EXPECT_THAT(with_options_files({"a.cu", "--options-file", outer, "-v"}), expected);
  EXPECT_THAT(with_options_files({"a.cu", "--options-file=" + outer, "-v"}), expected);
  EXPECT_THAT(with_options_files({"a.cu", "-optf", outer, "-v"}), expected);
  EXPECT_THAT(with_options_files({"a.cu", "@" + outer, "-v"}), expected);
}

TEST_F(OptionsFile, MustExistAndNotNameItself) {
  EXPECT_THAT(error_of({"@/nowhere/x"}), HasSubstr("/nowhere/x cannot be read"));
  EXPECT_THAT(error_of({"--options-file"}), HasSubstr("--options-file needs a value"));
  const std::string itself = file("itself", "");
  std::ofstream(itself) << "@" << itself;
  EXPECT_THAT(error_of({"@" + itself}), HasSubstr("more than 10 deep"));
}

}  // namespace
}  // namespace emu::toolchain
