// Text from hostile programs.
#include "grading/text.h"

#include <gtest/gtest.h>

namespace grading {
namespace {

TEST(Text, IsCleanedOfControlCharactersAndBrokenUtf8) {
  EXPECT_EQ(cleaned("right\n\tλ → ∞"), "right\n\tλ → ∞");
  EXPECT_EQ(cleaned("\x1b[31mred"), "\xef\xbf\xbd[31mred");
  EXPECT_EQ(cleaned(std::string("a\0b", 3)),
            "a\xef\xbf\xbd"
            "b");
  EXPECT_EQ(cleaned("\xff\xc3"), "\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(cleaned("\xc2\x9b"
                    "31m"),
            "\xef\xbf\xbd"
            "31m")
      << "a command in one character";
  EXPECT_EQ(cleaned("\xef\xbf\xbf"), "\xef\xbf\xbd") << "not for XML";
}

TEST(Text, CannotTurnTheDirectionOfWriting) {
  EXPECT_EQ(cleaned("a\u202eb\u2066c\u200fd\u061ce"), "a\ufffdb\ufffdc\ufffdd\ufffde");
  EXPECT_EQ(cleaned("\u2026 \u05d0 \u200b"), "\u2026 \u05d0 \u200b")
      << "letters of all scripts stay";
}

TEST(Text, FitsIntoOneLine) { EXPECT_EQ(in_one_line("a\nb\tc\x1b"), "a b c\ufffd"); }

TEST(Text, IsCutBetweenCharacters) {
  EXPECT_EQ(shortened("short", 5), "short");
  EXPECT_EQ(shortened("longer", 4), "long…");
  EXPECT_EQ(shortened("aλλ", 4), "aλ…");
}

TEST(Text, CannotEndItsElement) {
  EXPECT_EQ(escaped_for_markup("</td><script>'\"&"), "&lt;/td&gt;&lt;script&gt;&#39;&quot;&amp;");
  EXPECT_EQ(escaped_for_markup("]]>"), "]]&gt;");
}

TEST(Text, IsNoFormulaInASpreadsheet) {
  EXPECT_EQ(csv_cell("=HYPERLINK(1)"), "'=HYPERLINK(1)");
  EXPECT_EQ(csv_cell("@SUM(A1)"), "'@SUM(A1)");
  EXPECT_EQ(csv_cell("+1+1"), "'+1+1");
  EXPECT_EQ(csv_cell("-1.5"), "-1.5") << "a number is one";
  EXPECT_EQ(csv_cell("\t=1"), "'\t=1");
  EXPECT_EQ(csv_cell("\r=1"), "\"'\r=1\"");
  EXPECT_EQ(csv_cell("  =1"), "'  =1");
  EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_cell("say \"hi\""), "\"say \"\"hi\"\"\"");
  EXPECT_EQ(csv_cell("=1,\n2"), "\"'=1,\n2\"");
  EXPECT_EQ(csv_cell(""), "");
}

}  // namespace
}  // namespace grading
