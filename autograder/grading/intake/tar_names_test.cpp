// Tar archives that give a file one name, and such that give it several.
#include "grading/intake/tar_names.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string_view>

#include "base/temporary_folder.h"
#include "grading/intake/archive.h"

namespace grading {
namespace {

using testing::HasSubstr;

constexpr const char* kExercise = "01-first/exercise.cu";

std::string padded(std::string text) {
  text.resize((text.size() + 511) / 512 * 512);
  return text;
}

constexpr std::string_view kPosix(
    "ustar\0"
    "00",
    8),
    kGnu("ustar  \0", 8);

std::string header(const std::string& name, char kind, std::size_t size,
                   const std::string& folder = {}, std::string_view mark = kPosix) {
  std::string block(512, '\0');
  block.replace(0, name.size(), name);
  block.replace(100, 7, "0000644");
  block.replace(124, 11, fmt::format("{:011o}", size));
  block.replace(148, 8, "        ");
  block[156] = kind;
  block.replace(257, mark.size(), mark);
  block.replace(345, folder.size(), folder);
  unsigned sum = 0;
  for (const char c : block) sum += static_cast<unsigned char>(c);
  block.replace(148, 7, fmt::format("{:06o}", sum) + '\0');
  return block;
}

std::string entry(const std::string& name, const std::string& bytes = "one", char kind = '0') {
  return header(name, kind, bytes.size()) + padded(bytes);
}

std::string pax(const std::string& key, const std::string& value, char kind = 'x') {
  const std::string rest = " " + key + "=" + value + "\n";
  std::size_t length = rest.size() + 1;
  while (fmt::format("{}", length).size() + rest.size() != length) ++length;
  return entry("PaxHeaders/x", fmt::format("{}", length) + rest, kind);
}

std::string long_name(const std::string& name) { return entry("././@LongLink", name + '\0', 'L'); }

class TarNamesTest : public testing::Test {
 protected:
  /// Why an archive is refused, or "sound".
  std::string said_of(const std::string& bytes, const IntakeLimits& limits = {}) {
    const auto file = folder_.path() / "archive";
    std::ofstream(file, std::ios::binary) << bytes + std::string(1024, '\0');
    const int opened = open(file.c_str(), O_RDONLY);
    std::string said = "sound";
    try {
      const auto wanted = [](const std::string& name) {
        return name == kExercise || name.ends_with(std::string("/") + kExercise);
      };
      tar_names_must_agree(opened, wanted, limits);
    } catch (const BadArchive& reason) {
      said = reason.what();
    }
    close(opened);
    return said;
  }

  base::TemporaryFolder folder_;
};

TEST_F(TarNamesTest, OneNameIsSound) {
  const std::string far = std::string(120, 'a') + "/" + kExercise;
  EXPECT_EQ(said_of(entry(kExercise) + entry("notes")), "sound");
  EXPECT_EQ(said_of(long_name(far) + entry(far.substr(0, 100))), "sound");
  EXPECT_EQ(said_of(pax("path", far) + entry(far.substr(0, 100))), "sound");
  EXPECT_EQ(
      said_of(pax("path", "Übung/01-first/exercise.cu") + entry("Ubung/01-first/exercise.cu")),
      "sound");
  EXPECT_EQ(said_of(pax("comment", "by git", 'g') + entry(kExercise)), "sound");
  EXPECT_EQ(said_of("noise"), "sound") << "libarchive says what it is";
}

TEST_F(TarNamesTest, AnotherNameForOtherProgramsIsRefused) {
  EXPECT_THAT(said_of(pax("path", "notes") + entry(kExercise)), HasSubstr("several names"));
  EXPECT_THAT(said_of(long_name("notes") + entry(kExercise)), HasSubstr("several names"));
  EXPECT_THAT(said_of(long_name("notes") + pax("path", kExercise) + entry("x")),
              HasSubstr("several names"));
  EXPECT_THAT(said_of(pax("path", kExercise) + long_name("notes") + entry("x")),
              HasSubstr("several names"));
  EXPECT_THAT(said_of(pax("path", "notes") + pax("path", kExercise) + entry("x")),
              HasSubstr("several names"));
  EXPECT_THAT(said_of(pax("GNU.sparse.name", kExercise) + entry("x") + entry("y")), "sound");
  EXPECT_THAT(said_of(pax("path", kExercise, 'g') + entry("x")), HasSubstr("one name"));
}

TEST_F(TarNamesTest, AFolderInFrontIsReadWhereAllProgramsReadIt) {
  const auto said = [this](const std::string& folder, std::string_view mark, char kind = '0',
                           const std::string& name = "exercise.cu") {
    return said_of(header(name, kind, 3, folder, mark) + padded("one"));
  };
  EXPECT_EQ(said("01-first", kPosix), "sound");
  const std::string_view neither("ustar \0\0", 8), none("", 0);
  for (const std::string_view mark : {kGnu, neither, none}) {
    EXPECT_THAT(said("01-first", mark), HasSubstr("several names"));
    EXPECT_THAT(said("01-First", mark), HasSubstr("several names"));
    EXPECT_EQ(said("14523123456", mark, '0', kExercise), "sound") << "times, as GNU tar keeps them";
    EXPECT_THAT(said("\xff/../01-first", mark), HasSubstr("several names"));
  }
  EXPECT_EQ(said("\x80", kGnu, '0', kExercise), "sound") << "a time beyond octal digits";
}

TEST_F(TarNamesTest, AZeroByteInANameIsRefused) {
  const std::string name = kExercise + std::string("\0x", 2);
  EXPECT_THAT(said_of(pax("path", name) + entry("x")), HasSubstr("zero byte"));
}

TEST_F(TarNamesTest, PartsOfANameThatUnpackingLeavesOutDoNotCount) {
  EXPECT_THAT(said_of(pax("path", "notes") + entry("01-first/./exercise.cu")),
              HasSubstr("several names"));
  EXPECT_EQ(said_of(pax("path", "./01-first//exercise.cu") + entry(kExercise)), "sound");
}

TEST_F(TarNamesTest, WhatIsAFileForSomeProgramsIsRefused) {
  for (const char kind : {'V', 'A'}) {
    EXPECT_THAT(said_of(entry(kExercise, "one", kind)), HasSubstr("for some programs only"));
    EXPECT_EQ(said_of(entry("a volume", "", kind) + entry(kExercise)), "sound");
  }
  for (const char kind : {'0', 'D'})
    EXPECT_THAT(said_of(entry("01-first/exercise.cu/", "one", kind)),
                HasSubstr("for some programs only"));
  EXPECT_EQ(said_of(entry("01-first/exercise.cu/", "", '5') + entry(kExercise)), "sound");
}

TEST_F(TarNamesTest, AnotherSizeForOtherProgramsIsRefused) {
  EXPECT_THAT(said_of(pax("size", "512") + entry("notes", "three")), HasSubstr("two sizes"));
  EXPECT_EQ(said_of(pax("size", "5") + entry("notes", "three")), "sound");
}

TEST_F(TarNamesTest, BytesOfWhatIsNoFileAreRefused) {
  const std::string inner = entry(kExercise, "hidden");
  for (const char kind : {'1', '2', '3', '5', '6'})
    EXPECT_THAT(said_of(entry("folder", inner, kind)), HasSubstr("has bytes for what is no file"));
  EXPECT_EQ(said_of(entry("inner.tar", inner)), "sound");
}

TEST_F(TarNamesTest, LimitsHold) {
  EXPECT_THAT(said_of(entry("zeros", std::string(3 << 20, '\0')),
                      {.archive_bytes = 1 << 20, .archive_entries = 10}),
              HasSubstr("larger than"));
}

}  // namespace
}  // namespace grading
