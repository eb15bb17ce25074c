// Tar archives that give a file one name, and such that give it several.
#include "grading/intake/tar_names.h"

#include <archive.h>
#include <archive_entry.h>
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

constexpr const char* kInTar = "01-first/exercise.cu";

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

/// By gzip.
std::string packed(const std::string& bytes) {
  std::string text(bytes.size() + 4096, '\0');
  std::size_t used = 0;
  archive* out = archive_write_new();
  archive_write_set_format_raw(out);
  archive_write_add_filter_gzip(out);
  archive_write_set_bytes_in_last_block(out, 1);
  archive_write_open_memory(out, text.data(), text.size(), &used);
  archive_entry* entry = archive_entry_new();
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_write_header(out, entry);
  archive_write_data(out, bytes.data(), bytes.size());
  archive_entry_free(entry);
  archive_write_close(out);
  archive_write_free(out);
  text.resize(used);
  return text;
}

/// A header with another text in the place of one of its numbers.
std::string with_number(std::string block, std::size_t at, const std::string& number) {
  block.replace(at, number.size(), number);
  block.replace(148, 8, "        ");
  unsigned sum = 0;
  for (std::size_t i = 0; i < 512; ++i) sum += static_cast<unsigned char>(block[i]);
  return block.replace(148, 7, fmt::format("{:06o}", sum) + '\0');
}

const std::string kTarEnd(1024, '\0');

class TarNamesTest : public testing::Test {
 protected:
  /// Why an archive is refused, or "sound".
  std::string said_of(const std::string& bytes, const IntakeLimits& limits = {}) {
    return said_of_file(packed(bytes + kTarEnd), limits);
  }

  std::string said_of_file(const std::string& bytes, const IntakeLimits& limits = {}) {
    const auto file = folder_.path() / "archive";
    std::ofstream(file, std::ios::binary) << bytes;
    const int opened = open(file.c_str(), O_RDONLY);
    std::string said = "sound";
    try {
      const auto wanted = [](const std::string& name) {
        return name == kInTar || name.ends_with(std::string("/") + kInTar);
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
  const std::string far = std::string(120, 'a') + "/" + kInTar;
  EXPECT_EQ(said_of(entry(kInTar) + entry("notes")), "sound");
  EXPECT_EQ(said_of(long_name(far) + entry(far.substr(0, 100))), "sound");
  EXPECT_EQ(said_of(pax("path", far) + entry(far.substr(0, 100))), "sound");
  EXPECT_EQ(
      said_of(pax("path", "Übung/01-first/exercise.cu") + entry("Ubung/01-first/exercise.cu")),
      "sound");
  EXPECT_EQ(said_of(pax("comment", "by git", 'g') + entry(kInTar)), "sound");
}

TEST_F(TarNamesTest, AnotherNameForOtherProgramsIsRefused) {
  EXPECT_THAT(said_of(pax("path", "notes") + entry(kInTar)), HasSubstr("several names"));
  EXPECT_THAT(said_of(long_name("notes") + entry(kInTar)), HasSubstr("several names"));
  EXPECT_THAT(said_of(long_name("notes") + pax("path", kInTar) + entry("x")),
              HasSubstr("several names"));
  EXPECT_THAT(said_of(pax("path", kInTar) + long_name("notes") + entry("x")),
              HasSubstr("several names"));
  EXPECT_THAT(said_of(pax("path", "notes") + pax("path", kInTar) + entry("x")),
              HasSubstr("several names"));
  EXPECT_THAT(said_of(pax("path", kInTar, 'g') + entry("x")), HasSubstr("one name"));
}

TEST_F(TarNamesTest, AFolderInFrontIsReadWhereAllProgramsReadIt) {
  const auto said = [this](const std::string& folder, std::string_view mark, char kind = '0',
                           const std::string& name = "exercise.cu") {
    return said_of(header(name, kind, 3, folder, mark) + padded("one"));
  };
  EXPECT_EQ(said("01-first", kPosix), "sound");
  const std::string_view neither("ustar \0\0", 8), none;
  for (const std::string_view mark : {kGnu, neither, none}) {
    EXPECT_THAT(said("01-first", mark), HasSubstr("several names"));
    EXPECT_THAT(said("01-First", mark), HasSubstr("several names"));
    EXPECT_EQ(said("14523123456", mark, '0', kInTar), "sound") << "times, as GNU tar keeps them";
    EXPECT_THAT(said("\xff/../01-first", mark), HasSubstr("several names"));
  }
  EXPECT_EQ(said("\x80", kGnu, '0', kInTar), "sound") << "a time beyond octal digits";
}

TEST_F(TarNamesTest, AZeroByteInANameIsRefused) {
  const std::string name = kInTar + std::string("\0x", 2);
  EXPECT_THAT(said_of(pax("path", name) + entry("x")), HasSubstr("zero byte"));
}

TEST_F(TarNamesTest, PartsOfANameThatUnpackingLeavesOutDoNotCount) {
  EXPECT_THAT(said_of(pax("path", "notes") + entry("01-first/./exercise.cu")),
              HasSubstr("several names"));
  EXPECT_EQ(said_of(pax("path", "./01-first//exercise.cu") + entry(kInTar)), "sound");
}

TEST_F(TarNamesTest, WhatIsAFileForSomeProgramsIsRefused) {
  for (const char kind : {'V', 'A'}) {
    EXPECT_THAT(said_of(entry(kInTar, "one", kind)), HasSubstr("for some programs only"));
    EXPECT_EQ(said_of(entry("a volume", "", kind) + entry(kInTar)), "sound");
  }
  for (const char kind : {'0', 'D'})
    EXPECT_THAT(said_of(entry("01-first/exercise.cu/", "one", kind)),
                HasSubstr("for some programs only"));
  EXPECT_EQ(said_of(entry("01-first/exercise.cu/", "", '5') + entry(kInTar)), "sound");
}

TEST_F(TarNamesTest, AnotherSizeForOtherProgramsIsRefused) {
  EXPECT_THAT(said_of(pax("size", "512") + entry("notes", "three")), HasSubstr("two sizes"));
  EXPECT_EQ(said_of(pax("size", "5") + entry("notes", "three")), "sound");
}

TEST_F(TarNamesTest, BytesOfWhatIsNoFileAreRefused) {
  const std::string inner = entry(kInTar, "hidden");
  for (const char kind : {'1', '2', '3', '5', '6'})
    EXPECT_THAT(said_of(entry("folder", inner, kind)), HasSubstr("has bytes for what is no file"));
  EXPECT_EQ(said_of(entry("inner.tar", inner)), "sound");
}

TEST_F(TarNamesTest, WhatIsNoTarThatGzipHasPackedIsRefused) {
  const std::string whole = entry(kInTar) + kTarEnd;
  EXPECT_EQ(said_of_file(packed(whole)), "sound");
  EXPECT_THAT(said_of_file(whole), HasSubstr("not packed by gzip, once"));
  EXPECT_THAT(said_of_file(packed(packed(whole))), HasSubstr("not packed by gzip, once"));
  EXPECT_THAT(said_of("noise"), HasSubstr("no tar.gz archive"));
  EXPECT_THAT(said_of_file(packed(entry(kInTar))), HasSubstr("to its end"));
  EXPECT_THAT(said_of_file(packed(whole).substr(0, 60)), HasSubstr("no tar.gz archive"));
}

TEST_F(TarNamesTest, BehindTheEndAreZeros) {
  const std::string whole = entry(kInTar) + kTarEnd, more = entry("notes") + kTarEnd;
  EXPECT_EQ(said_of(whole + std::string(9 * 512, '\0')), "sound");
  EXPECT_EQ(said_of_file(packed(whole) + std::string(512, '\0')), "sound");
  EXPECT_EQ(said_of_file(packed(entry(kInTar)) + packed(more)), "sound") << "gzip goes on";
  EXPECT_THAT(said_of(entry(kInTar) + std::string(512, '\0') + more), HasSubstr("to its end"));
  EXPECT_THAT(said_of(whole + more), HasSubstr("behind its end"));
  EXPECT_THAT(said_of_file(packed(whole) + packed(more)), HasSubstr("behind its end"));
  EXPECT_THAT(said_of_file(packed(whole) + "PK\x05\x06"), HasSubstr("behind its end"));
  EXPECT_THAT(said_of_file(packed(whole) + std::string(16, '\0') + packed(more)),
              HasSubstr("behind its end"));
}

TEST_F(TarNamesTest, NumbersAreReadInOneWay) {
  const auto said = [this](std::size_t at, const std::string& number) {
    return said_of(with_number(header("notes", '0', 0), at, number) + entry(kInTar));
  };
  const std::string zero(1, '\0');
  for (const std::string& size :
       {std::string("+0000000000"), std::string("0o000000000"), std::string("0_000000000"),
        zero + "0000000000", "0" + zero + "0", std::string("-1"), std::string(12, '\0')})
    EXPECT_THAT(said(124, size), HasSubstr("in several ways")) << size;
  EXPECT_EQ(said(124, "          0 "), "sound");
  EXPECT_EQ(said_of(with_number(header("a volume", 'V', 0), 124, std::string(12, '\0'))), "sound");
  EXPECT_EQ(said(124, "\x80" + std::string(11, '\0')), "sound");
  EXPECT_EQ(said(108, std::string(8, '\0')), "sound") << "npm leaves the user out";
  EXPECT_EQ(said(136, std::string(12, '\xff')), "sound") << "before 1970";
  EXPECT_THAT(said(136, "+0000000000"), HasSubstr("in several ways"));
  EXPECT_THAT(said_of(pax("size", "0_3") + entry("notes")), HasSubstr("in several ways"));
}

TEST_F(TarNamesTest, BrokenRecordsAreRefused) {
  for (const char* record : {"13 comment=x!", "no record\n", "\n", "11 comment\n", "99 a=b\n",
                             "6 a=b\n\n", "06 a=b\n", "5 =b\n"})
    EXPECT_THAT(said_of(entry("records", record, 'x') + entry("notes")),
                HasSubstr("a broken record"))
        << record;
}

TEST_F(TarNamesTest, ASecondFileOfOneNameIsRefused) {
  const std::string twice = "01-first/exercise.cu twice";
  EXPECT_THAT(said_of(entry(kInTar) + entry("a/01-first/exercise.cu")), HasSubstr(twice));
  EXPECT_THAT(said_of(entry(kInTar) + pax("path", kInTar) + entry("x")), HasSubstr(twice));
}

TEST_F(TarNamesTest, HolesAreRefusedInWhatIsGraded) {
  const std::string holes = pax("GNU.sparse.map", "0,3");
  EXPECT_THAT(said_of(holes + entry(kInTar)), HasSubstr("packed with holes"));
  EXPECT_THAT(said_of(entry(kInTar, "one", 'S')), HasSubstr("packed with holes"));
  EXPECT_EQ(said_of(holes + entry("notes") + entry(kInTar)), "sound");
}

TEST_F(TarNamesTest, LimitsHold) {
  EXPECT_THAT(said_of(entry("zeros", std::string(3 << 20, '\0')),
                      {.archive_bytes = 1 << 20, .archive_entries = 10}),
              HasSubstr("larger than"));
}

}  // namespace
}  // namespace grading
