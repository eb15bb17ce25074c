#include "translator/text/tokens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "translator/translated.h"

namespace emu::translator {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> texts(std::string_view text, const IsUserFile& is_user_file = everything) {
  std::vector<std::string> found;
  for (const Token& token : tokenise(text, is_user_file).tokens) {
    if (token.kind != TokenKind::kEnd) found.emplace_back(token.text);
  }
  return found;
}

Token only(std::string_view text) {
  const TokenList list = tokenise(text, everything);
  EXPECT_EQ(list.tokens.size(), 3u) << text;
  return list.tokens.at(1);
}

TEST(Tokens, CommentsAreNoTokens) {
  EXPECT_THAT(texts("a // k<<<1, 2>>>(x)\nb /* __shared__\n <<< */ c"), ElementsAre("a", "b", "c"));
}

TEST(Tokens, AnUnfinishedCommentEndsWithTheText) {
  EXPECT_THAT(texts("a /* b c"), ElementsAre("a"));
}

TEST(Tokens, StringsHoldWhatTheyHold) {
  EXPECT_THAT(texts(R"(s = "k<<<1>>>(\"x\") // no";)"),
              ElementsAre("s", "=", R"("k<<<1>>>(\"x\") // no")", ";"));
  EXPECT_EQ(only("u8\"x\"").kind, TokenKind::kString);
  EXPECT_EQ(only("L'x'").kind, TokenKind::kCharacter);
  EXPECT_EQ(only(R"('\'')").kind, TokenKind::kCharacter);
}

TEST(Tokens, RawStringsEndAtTheirDelimiter) {
  const std::string raw = "R\"cu(k<<<1>>>(\")\" __global__\n)cu\"";
  EXPECT_EQ(only(raw).text, raw);
  EXPECT_EQ(only("u8R\"(a\nb)\"").kind, TokenKind::kString);
  EXPECT_THAT(texts("R\"(a\nb)\" c"), ElementsAre("R\"(a\nb)\"", "c"));
}

TEST(Tokens, LiteralsHaveSuffixes) {
  for (const std::string literal : {"\"\"R", "u8\"x\"s", "'a'_R", "R\"(x)\"R", "L'a'u8"})
    EXPECT_EQ(only(literal).text, literal);
  const std::string hidden = "\"\"R\"(\"; int x; \")\"";
  EXPECT_THAT(texts(hidden), ElementsAre("\"\"R", "\"(\"", ";", "int", "x", ";", "\")\""));
}

TEST(Tokens, NamesHaveLettersBeyondAsciiAsTheyAreOrByNumber) {
  EXPECT_THAT(texts("f\u00fclle(x)"), ElementsAre("f\u00fclle", "(", "x", ")"));
  EXPECT_THAT(texts("f\\U000000fclle \\U000000e9"), ElementsAre("f\\U000000fclle", "\\U000000e9"));
  EXPECT_EQ(only("1\\U000000fc'a").text, "1\\U000000fc'a");
  EXPECT_EQ(only("'a'_\\U000000fcR").text, "'a'_\\U000000fcR");
  EXPECT_EQ(only("return\\U000000fc").kind, TokenKind::kIdentifier);
  for (const char* other : {"f\\U000000FC", "f\\u00fc", "f\\U00fc"})
    EXPECT_THAT(texts(other), ::testing::Contains("\\")) << other;
}

TEST(Tokens, LinesAreCountedInsideRawStringsAndComments) {
  const TokenList list = tokenise("R\"(a\nb)\" c /*\n\n*/ d", everything);
  EXPECT_EQ(list.tokens.at(2).at, (Position{0, 2, 5}));
  EXPECT_EQ(list.tokens.at(3).at, (Position{0, 4, 4}));
}

TEST(Tokens, AnUnfinishedStringEndsWithItsLine) {
  EXPECT_THAT(texts("\"abc\ndef"), ElementsAre("\"abc", "def"));
}

TEST(Tokens, NumbersMayHoldSeparatorsAndExponents) {
  EXPECT_THAT(texts("1'000'000+0x1p-3+1e+5-.5f"),
              ElementsAre("1'000'000", "+", "0x1p-3", "+", "1e+5", "-", ".5f"));
  EXPECT_THAT(texts("f(1,'a')"), ElementsAre("f", "(", "1", ",", "'a'", ")"));
}

TEST(Tokens, ThreeLessThansAreOneToken) {
  EXPECT_THAT(texts("k<<<1, 2"), ElementsAre("k", "<<<", "1", ",", "2"));
  EXPECT_THAT(texts("x << y <<= 1"), ElementsAre("x", "<<", "y", "<<=", "1"));
}

TEST(Tokens, AShiftOperatorsTemplateArgumentsAreNoLaunch) {
  EXPECT_THAT(texts("operator<<<T>(x)"),
              ElementsAre("operator", "<<", "<", "T", ">", "(", "x", ")"));
}

TEST(Tokens, GreaterThansComeOneByOne) {
  EXPECT_THAT(texts("a<b<c<d>>>"), ElementsAre("a", "<", "b", "<", "c", "<", "d", ">", ">", ">"));
  EXPECT_THAT(texts("x >= y -> z"), ElementsAre("x", ">=", "y", "->", "z"));
}

TEST(Tokens, CarriageReturnsAreBlanks) {
  const TokenList list = tokenise("a\r\nb\r\n", everything);
  EXPECT_EQ(list.tokens.at(2).text, "b");
  EXPECT_EQ(list.tokens.at(2).at, (Position{0, 2, 1}));
}

TEST(Tokens, DirectivesAreNoTokens) {
  EXPECT_THAT(texts("a\n#pragma unroll k<<<1>>>\n  # pragma once\nb # c"),
              ElementsAre("a", "b", "#", "c"));
}

TEST(Tokens, LineMarkersSayWhereTokensStand) {
  const TokenList list =
      tokenise("# 7 \"a b.cu\"\n\n  x\n# 3 \"in.h\" 1\ny\n# 9 \"a b.cu\" 2\nz", everything);
  EXPECT_EQ(list.files.at(list.tokens.at(1).at.file), "a b.cu");
  EXPECT_EQ(list.tokens.at(1).at.line, 8u);
  EXPECT_EQ(list.tokens.at(1).at.column, 3u);
  EXPECT_EQ(list.files.at(list.tokens.at(2).at.file), "in.h");
  EXPECT_EQ(list.tokens.at(2).at.line, 3u);
  EXPECT_EQ(list.files.at(list.tokens.at(3).at.file), "a b.cu");
  EXPECT_EQ(list.tokens.at(3).at.line, 9u);
}

TEST(Tokens, LineDirectivesOfTheUserCountToo) {
  const TokenList list = tokenise("#line 40 \"gen.cu\"\nx", everything);
  EXPECT_EQ(list.files.at(list.tokens.at(1).at.file), "gen.cu");
  EXPECT_EQ(list.tokens.at(1).at.line, 40u);
}

TEST(Tokens, SystemHeadersArePassedOver) {
  EXPECT_THAT(texts("# 1 \"x.cu\"\na\n# 1 \"/usr/include/h\" 1 3 4\nb { ( \"\n# 2 \"x.cu\" 2\nc"),
              ElementsAre("a", "c"));
}

TEST(Tokens, FilesThatAreNotTheUsersArePassedOver) {
  const auto not_h = [](std::string_view file) { return file != "h.h"; };
  EXPECT_THAT(texts("# 1 \"x.cu\"\na\n# 1 \"h.h\" 1\nb\n# 2 \"x.cu\" 2\nc", not_h),
              ElementsAre("a", "c"));
}

// NULL and assert come out of system headers' macros; the preprocessor marks their tokens with flag
// 3 and the user's own file name.
TEST(Tokens, TextFromSystemMacrosInTheUsersFileIsTheUsers) {
  EXPECT_THAT(texts("# 1 \"x.cu\"\na =\n# 1 \"x.cu\" 3 4\n__null\n# 1 \"x.cu\"\n;"),
              ElementsAre("a", "=", "__null", ";"));
}

TEST(Tokens, WhatIsPassedOverIsTold) {
  const TokenList list = tokenise(
      "# 0 \"x.cu\"\n# 0 \"<built-in>\"\n# 1 \"x.cu\"\n\na\n# 1 \"/usr/include/h\" 1 3 4\n\nb {\n\n"
      "#pragma p\nc\n# 2 \"own.h\" 1\nd\n# 7 \"/usr/include/h\" 2 3\ne\n# 4 \"x.cu\" 2\n",
      [](std::string_view file) { return !file.starts_with('<'); });
  std::vector<std::string> unread;
  for (const UnreadText& text : list.unread) {
    EXPECT_EQ(list.files.at(text.at.file), "/usr/include/h");
    unread.push_back(std::to_string(text.at.line) + std::string(text.text));
  }
  EXPECT_THAT(unread, ElementsAre("2b {\n", "4#pragma p", "5c", "7e"));
  ASSERT_EQ(list.departures.size(), 3u);
  EXPECT_EQ(list.departures[1].from.line, 3u);
  EXPECT_EQ(list.files.at(list.departures[1].to), "/usr/include/h");
  EXPECT_EQ(list.departures[1].unread, 0u);
  EXPECT_TRUE(list.departures[1].at_first);
  EXPECT_EQ(list.departures[2].unread, 3u);
  EXPECT_FALSE(list.departures[2].at_first);
  EXPECT_EQ(list.read, std::vector<bool>({true, true, false, false, true}));
}

// `#define HASH #` and `HASH 1 "y"`: a marker for clang++, none for g++.
TEST(Tokens, MarkersBeginTheirLine) {
  const TokenList list = tokenise("# 1 \"x.cu\"\n # 1 \"/usr/include/h\" 3\na", everything);
  EXPECT_EQ(list.files.size(), 2u);
  EXPECT_EQ(list.directives.size(), 1u);
}

TEST(Tokens, MarkersInLiteralsAreText) {
  for (const std::string prefix : {"", "L", "u8", "u", "U"}) {
    const std::string text = prefix + "R\"x(\n# 1 \"/usr/include/h\" 3\n)x\"_y a";
    EXPECT_EQ(tokenise("# 1 \"x.cu\"\n" + text, everything).files.size(), 2u) << prefix;
  }
}

// Before another letter the mark begins a character: `[[x::y(1'ä')]]` may stand in a program.
TEST(Tokens, DigitsAreSeparatedBeforeAsciiOnly) {
  EXPECT_THAT(texts("1'000 1'\xc3\xa4' a 0x1'F"),
              ElementsAre("1'000", "1", "'\xc3\xa4'", "a", "0x1'F"));
}

TEST(Tokens, EmptyTextHasOnlyItsEnds) { EXPECT_EQ(tokenise("", everything).tokens.size(), 2u); }

}  // namespace
}  // namespace emu::translator
