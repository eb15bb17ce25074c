// Zip archives whose list of contents and headers say the same, and such that do not.
#include "grading/intake/zip_contents.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "base/temporary_folder.h"
#include "grading/intake/archive.h"

namespace grading {
namespace {

using testing::HasSubstr;

constexpr const char* kInZip = "01-first/exercise.cu";

std::string number(std::uint64_t value, std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
  return text;
}

std::string extra(std::uint64_t kind, const std::string& bytes) {
  return number(kind, 2) + number(bytes.size(), 2) + bytes;
}

/// A file of an archive, with what each place says of it.
struct File {
  std::string in_front = kInZip;
  std::string bytes = "one";
  std::string in_list = in_front;
  bool is_listed = true;
  unsigned flags = 0;
  std::uint64_t size_in_front = bytes.size(), size_in_list = bytes.size();
  std::string behind = {};  // the bytes
  std::string extra_in_front = {}, extra_in_list = {};
  unsigned method_in_list = 0;
};

std::string sizes(const File& file, unsigned flags, unsigned method, std::uint64_t size) {
  return number(flags, 2) + number(method, 2) + number(0, 4) + number(7, 4) + number(size, 4) +
         number(file.bytes.size(), 4);
}

struct Archive {
  std::vector<File> files;
  std::string before = {}, after = {}, comment = {};
  bool counts_what_is_before = false;

  std::string bytes() const {
    std::string text = before, list;
    std::size_t listed = 0;
    for (const File& file : files) {
      const std::size_t offset = text.size() - (counts_what_is_before ? 0 : before.size());
      text += "PK\x03\x04" + number(20, 2);
      text += number(file.flags, 2) + number(0, 2) + number(0, 4) + number(7, 4) +
              number(file.size_in_front, 4) + number(file.size_in_front, 4);
      text += number(file.in_front.size(), 2) + number(file.extra_in_front.size(), 2);
      text += file.in_front + file.extra_in_front + file.bytes + file.behind;
      if (!file.is_listed) continue;
      ++listed;
      list += "PK\x01\x02" + number(20, 2) + number(20, 2);
      list += sizes(file, file.flags, file.method_in_list, file.size_in_list);
      list += number(file.in_list.size(), 2) + number(file.extra_in_list.size(), 2);
      list += number(0, 10) + number(offset, 4) + file.in_list + file.extra_in_list;
    }
    const std::size_t begin = text.size() - (counts_what_is_before ? 0 : before.size());
    text += list + "PK\x05\x06" + number(0, 4) + number(listed, 2) + number(listed, 2);
    return text + number(list.size(), 4) + number(begin, 4) + number(comment.size(), 2) + comment +
           after;
  }
};

class ZipContentsTest : public testing::Test {
 protected:
  /// What is said of an archive: "sound", or why it is refused.
  std::string said_of(const std::string& bytes) {
    const auto file = folder_.path() / "archive";
    std::ofstream(file, std::ios::binary) << bytes;
    const int opened = open(file.c_str(), O_RDONLY);
    std::string said = "sound";
    try {
      const auto wanted = [](const std::string& name) {
        return name == kInZip || name.ends_with(std::string("/") + kInZip);
      };
      zip_must_be_sound(opened, wanted, 100);
    } catch (const BadArchive& reason) {
      said = reason.what();
    }
    close(opened);
    return said;
  }
  std::string said_of(const Archive& archive) { return said_of(archive.bytes()); }

  base::TemporaryFolder folder_;
};

File named(const std::string& name) { return {.in_front = name}; }

TEST_F(ZipContentsTest, WhatAgreesIsSound) {
  EXPECT_EQ(said_of(Archive{{named("notes"), {}, named("z")}}), "sound");
  EXPECT_EQ(said_of(Archive{{}}), "sound");
  EXPECT_EQ(said_of(Archive{{{}}, {}, {}, "a comment"}), "sound");
  EXPECT_THAT(said_of("noise"), HasSubstr("no zip archive"));
  EXPECT_THAT(said_of(""), HasSubstr("no zip archive"));
}

TEST_F(ZipContentsTest, AnotherNameInTheListIsRefused) {
  const std::string other = "01-first/exercise.cv";
  EXPECT_THAT(said_of(Archive{{{.in_list = other}}}),
              HasSubstr("names a file 01-first/exercise.cv"));
  EXPECT_THAT(said_of(Archive{{{.in_front = other, .in_list = kInZip}}}),
              HasSubstr("names a file"));
  EXPECT_THAT(said_of(Archive{{{.in_front = std::string("a/") + kInZip, .in_list = kInZip}}}),
              HasSubstr("names a file"));
  EXPECT_THAT(said_of(Archive{{{.in_front = "a/b", .in_list = "a/c"}}}), HasSubstr("names a file"))
      << "nor may a file that is not graded have two names";
}

TEST_F(ZipContentsTest, AZeroByteInANameIsRefused) {
  const std::string zero(1, '\0');
  const std::string exercise = kInZip + zero;
  EXPECT_THAT(said_of(Archive{{{.in_front = exercise, .in_list = "notes"}}}),
              HasSubstr("zero byte"));
  EXPECT_THAT(said_of(Archive{{{.in_front = "notes", .in_list = exercise}}}),
              HasSubstr("zero byte"));
  EXPECT_THAT(said_of(Archive{{named(exercise)}}), HasSubstr("zero byte"));
  EXPECT_THAT(said_of(Archive{{named("notes" + zero + "x")}}), HasSubstr("zero byte"));
  const std::string second = extra(0x7075, "\x01" + number(0, 4) + exercise);
  EXPECT_THAT(said_of(Archive{{{.extra_in_list = second}}}), HasSubstr("zero byte"));
  EXPECT_THAT(said_of(Archive{{named("notes"), {.in_front = exercise, .is_listed = false}}}),
              HasSubstr("does not name"));
}

TEST_F(ZipContentsTest, PartsOfANameThatUnpackingLeavesOutDoNotCount) {
  EXPECT_THAT(said_of(Archive{{{}, {.in_front = "01-first/./exercise.cu", .is_listed = false}}}),
              HasSubstr("does not name"));
  const std::string other = extra(0x7075, "\x01" + number(0, 4) + "01-first/.//exercise.cu");
  EXPECT_THAT(said_of(Archive{{{.in_front = "notes", .extra_in_list = other}}}),
              HasSubstr("names a file"));
}

TEST_F(ZipContentsTest, SoIsAnotherNameInUnicode) {
  const std::string other = extra(0x7075, "\x01" + number(0, 4) + "01-first/exercise.cv");
  const std::string same = extra(0x7075, "\x01" + number(0, 4) + kInZip);
  EXPECT_THAT(said_of(Archive{{{.extra_in_front = other}}}),
              HasSubstr("exercise.cu or 01-first/exercise.cv where the file lies"));
  EXPECT_THAT(said_of(Archive{{{.extra_in_list = other}}}), HasSubstr("names a file"));
  EXPECT_THAT(said_of(Archive{{{.in_front = "notes", .extra_in_list = same}}}),
              HasSubstr("names a file"));
  EXPECT_EQ(said_of(Archive{{{.extra_in_front = same, .extra_in_list = same}}}), "sound");
}

TEST_F(ZipContentsTest, TwoSizesAreRefused) {
  EXPECT_THAT(said_of(Archive{{{.size_in_front = 2}}}), HasSubstr("says two sizes"));
  EXPECT_THAT(said_of(Archive{{{.in_front = "notes", .size_in_list = 2}}}),
              HasSubstr("says two sizes"));
  EXPECT_THAT(said_of(Archive{{{.method_in_list = 8}}}), HasSubstr("in two ways"));
}

TEST_F(ZipContentsTest, SizesMayFollowTheBytes) {
  const std::string sizes_4 = number(7, 4) + number(3, 4) + number(3, 4);
  const std::string sizes_8 = number(7, 4) + number(3, 8) + number(3, 8);
  for (const std::string& follow :
       {sizes_4, sizes_8, "PK\x07\x08" + sizes_4, "PK\x07\x08" + sizes_8}) {
    for (const std::uint64_t in_front : {0ULL, 3ULL, 0xffffffffULL}) {
      EXPECT_EQ(said_of(Archive{
                    {{.flags = 8, .size_in_front = in_front, .behind = follow}, named("notes")}}),
                "sound");
    }
  }
  EXPECT_THAT(said_of(Archive{{{.flags = 8, .size_in_front = 0, .behind = number(7, 12)}}}),
              HasSubstr("says two sizes"));
}

TEST_F(ZipContentsTest, AFileThatIsNotListedIsRefused) {
  const File hidden{.is_listed = false};
  EXPECT_THAT(said_of(Archive{{hidden, named("notes")}}), HasSubstr("begin with its first file"));
  EXPECT_THAT(said_of(Archive{{named("notes"), hidden}}), HasSubstr("does not name"));
  EXPECT_THAT(said_of(Archive{{named("a"), hidden, named("z")}}), HasSubstr("does not name"));
  const File notes{.in_front = "notes", .is_listed = false};
  EXPECT_EQ(said_of(Archive{{named("a"), notes, {}}}), "sound");
  EXPECT_THAT(said_of(Archive{{notes, {}}}), HasSubstr("begin with its first file"));
}

TEST_F(ZipContentsTest, AFileThatIsListedOnlyIsRefused) {
  std::string bytes = Archive{{named("notes"), {}}}.bytes();
  bytes.replace(bytes.find("PK\x03\x04", 4), 4, "XXXX");
  EXPECT_THAT(said_of(bytes), HasSubstr("lists a file that is not there"));
}

TEST_F(ZipContentsTest, FilesThatShareBytesAreRefused) {
  std::string bytes =
      Archive{{named("01-first/exercise.ca"), named("01-first/exercise.cb")}}.bytes();
  const std::size_t second = bytes.rfind("PK\x01\x02");
  bytes.replace(second + 42, 4, number(0, 4));
  bytes.replace(second + 46, 20, "01-first/exercise.ca");
  EXPECT_THAT(said_of(bytes), HasSubstr("share bytes"));
}

TEST_F(ZipContentsTest, WhatStandsInFrontIsRefused) {
  for (const bool counted : {false, true}) {
    for (const char* before : {"#!/bin/sh\n", "7z\xbc\xaf\x27\x1c", "\x1f\x8b and so on"})
      EXPECT_THAT(said_of(Archive{{{}}, before, {}, {}, counted}),
                  HasSubstr("begin with its first file"));
  }
}

TEST_F(ZipContentsTest, SoIsWhatFollowsUnlessItIsZeros) {
  EXPECT_EQ(said_of(Archive{{{}}, {}, std::string(512, '\0')}), "sound");
  EXPECT_THAT(said_of(Archive{{{}}, {}, "\r\n"}), HasSubstr("does not end where it says"));
  EXPECT_THAT(said_of(Archive{{{}}, {}, std::string(20'000, 'x')}), HasSubstr("more than 16 KB"));
  EXPECT_NE(said_of(Archive{{{}}, {}, {}, "PK\x05\x06 my notes"}), "sound");
}

TEST_F(ZipContentsTest, TwoArchivesInOneAreRefused) {
  const std::string first = Archive{{{}}}.bytes();
  EXPECT_NE(said_of(Archive{{{.bytes = "two"}}, first}), "sound");
  EXPECT_NE(said_of(Archive{{{.bytes = "two"}}, {}, {}, first}), "sound");
  EXPECT_NE(said_of(Archive{{{}}, {}, "PK\x05\x06" + std::string(18, '\0')}), "sound");
}

TEST_F(ZipContentsTest, ATarArchiveWhoseFirstNameBeginsAsAZipIsRefused) {
  std::string bytes = Archive{{{.bytes = std::string(1000, ' ')}}}.bytes();
  unsigned sum = 0;
  for (std::size_t i = 0; i < 512; ++i)
    sum += i >= 148 && i < 156 ? ' ' : static_cast<unsigned char>(bytes[i]);
  bytes.replace(148, 7, fmt::format("{:06o}", sum) + '\0');
  EXPECT_THAT(said_of(bytes), HasSubstr("of another kind"));
}

TEST_F(ZipContentsTest, AnArchiveInAnArchiveIsAFileLikeOthers) {
  const std::string inner = Archive{{{.bytes = "old"}}}.bytes();
  EXPECT_EQ(said_of(Archive{{{.in_front = "old.zip", .bytes = inner}, {}}}), "sound");
  EXPECT_EQ(said_of(Archive{{{}, {.in_front = "old.zip", .bytes = inner}}}), "sound");
}

TEST_F(ZipContentsTest, WhatBreaksOffIsRefused) {
  const std::string whole = Archive{{{}, named("notes")}}.bytes();
  for (std::size_t length = 4; length < whole.size(); ++length) {
    EXPECT_NE(said_of(whole.substr(0, length)), "sound") << length;
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {  // nothing crashes, whatever is changed
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0xff);
    said_of(changed);
  }
}

TEST_F(ZipContentsTest, WiderNumbersAreRead) {
  const std::string wide = extra(1, number(3, 8) + number(3, 8));
  EXPECT_EQ(said_of(Archive{{{.size_in_front = 0xffffffff, .extra_in_front = wide}}}), "sound");
  const std::string wrong = extra(1, number(3, 8) + number(4, 8));
  EXPECT_THAT(said_of(Archive{{{.size_in_front = 0xffffffff, .extra_in_front = wrong}}}),
              HasSubstr("says two sizes"));

  std::string bytes = Archive{{{}}}.bytes();
  const std::size_t end = bytes.size() - 22;
  const std::size_t list = bytes.find("PK\x01\x02");
  std::string record = "PK\x06\x06" + number(44, 8) + number(45, 2) + number(45, 2) + number(0, 8) +
                       number(1, 8) + number(1, 8) + number(end - list, 8) + number(list, 8);
  const std::string locator = "PK\x06\x07" + number(0, 4) + number(end, 8) + number(1, 4);
  std::string both = bytes.substr(0, end) + record + locator + bytes.substr(end);
  EXPECT_EQ(said_of(both), "sound");
  both.replace(end + 32, 8, number(2, 8));
  EXPECT_THAT(said_of(both), HasSubstr("two ends that disagree"));
}

}  // namespace
}  // namespace grading
