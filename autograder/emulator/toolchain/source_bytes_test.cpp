// Which bytes a source may be made of.
#include "toolchain/source_bytes.h"

#include <gmock/gmock.h>

namespace emu::toolchain {
namespace {

std::string odd(std::string_view source) {
  const auto found = first_odd_byte(source);
  return found ? found->what + " in line " + std::to_string(found->line) : "";
}

TEST(SourceBytes, WhatPeopleWriteIsPlain) {
  EXPECT_EQ(odd(""), "");
  EXPECT_EQ(odd("int a;\t// tab\f\v\r\nint b; // no end of line"), "");
  EXPECT_EQ(odd("// \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80\n"), "");
  EXPECT_EQ(odd("\xef\xbb\xbf#include <vector>\n"), "");
}

TEST(SourceBytes, ControlCharactersAreOdd) {
  EXPECT_EQ(odd(std::string("int a;\n\0# 1 \"x\"\n", 14)), "the byte 0x00 in line 2");
  EXPECT_EQ(odd("int a;\r# 1 \"x\"\n"), "the byte 0x0d in line 1");
  EXPECT_EQ(odd("\n\n\x1b[2J"), "the byte 0x1b in line 3");
  EXPECT_EQ(odd("a\x7f"), "the byte 0x7f in line 1");
  EXPECT_EQ(odd("a\r"), "the byte 0x0d in line 1");
}

TEST(SourceBytes, SoIsWhatIsNoUtf8) {
  EXPECT_EQ(odd("\n\xe4\n"), "the byte 0xe4, no UTF-8 in line 2");      // Latin-1
  EXPECT_EQ(odd("\xc0\xaf"), "the byte 0xc0, no UTF-8 in line 1");      // longer than need be
  EXPECT_EQ(odd("\xed\xa0\x80"), "the byte 0xed, no UTF-8 in line 1");  // a surrogate
  EXPECT_EQ(odd("\xf4\x90\x80\x80"), "the byte 0xf4, no UTF-8 in line 1");
  EXPECT_EQ(odd("\xe2\x82"), "the byte 0xe2, no UTF-8 in line 1");
  EXPECT_EQ(odd("\xff\xfe# 1"), "the byte 0xff, no UTF-8 in line 1");  // UTF-16's mark
}

TEST(SourceBytes, ColumnsCountCharacters) {
  const auto odd = first_odd_byte("int a;\n// \xc3\xa4 caf\xe9\n");
  ASSERT_TRUE(odd);
  EXPECT_EQ(odd->line, 2u);
  EXPECT_EQ(odd->column, 9u);
  EXPECT_FALSE(odd->is_utf8);
}

TEST(SourceBytes, SoIsWhatEditorsDoNotShow) {
  EXPECT_EQ(odd("\n\xef\xbb\xbf#line 5\n"), "the character U+FEFF in line 2");
  EXPECT_EQ(odd("/* \xe2\x80\xae */"), "the character U+202E in line 1");
  EXPECT_EQ(odd("\xc2\x85# 1"), "the character U+0085 in line 1");
  EXPECT_EQ(odd("// \xe2\x80\xa8#line 5"), "the character U+2028 in line 1");
}

}  // namespace
}  // namespace emu::toolchain
