// Text from hostile programs.
#include "grading/intake/text.h"

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
  EXPECT_EQ(cleaned("\u2026 \u05d0 \u200d"), "\u2026 \u05d0 \u200d")
      << "letters of all scripts stay";
}

TEST(Text, HasNoPileOfMarksOnALetter) {
  EXPECT_EQ(cleaned("d\u0316\u0317\u0318\u0319e\u0301\u0302"), "d\u0316\u0317e\u0301\u0302");
  EXPECT_EQ(cleaned("\u0301\u0301\u0301\n\u0489\u0489\u0489"), "\u0301\u0301\n\u0489\u0489");
  EXPECT_EQ(cleaned("a\u0301\u0302\u200d\u0303\u00ad\u0304"), "a\u0301\u0302\u200d\u00ad")
      << "what shows nothing is no other letter";
  EXPECT_EQ(cleaned("\u05e9\u05c1\u05bc\u05b8"), "\u05e9\u05c1\u05bc\u05b8") << "Hebrew";
  EXPECT_EQ(cleaned("\u1019\u103c\u102d\u102f\u1037"), "\u1019\u103c\u102d\u102f\u1037")
      << "Burmese";
}

TEST(Text, FitsIntoOneLine) { EXPECT_EQ(in_one_line("a\nb\tc\x1b"), "a b c\ufffd"); }

TEST(Text, IsCutBetweenCharacters) {
  EXPECT_EQ(shortened("short", 5), "short");
  EXPECT_EQ(shortened("longer", 4), "long…");
  EXPECT_EQ(shortened("aλλ", 4), "aλ…");
}

TEST(Text, IsCutInTheMiddleWhereItsEndMatters) {
  EXPECT_EQ(shortened_in_the_middle("short", 5), "short");
  EXPECT_EQ(shortened_in_the_middle("a name that is long.cu", 11), "a n … .cu");
  const std::string letters = "λλλλλλλλλλλλλλλλ";
  for (std::size_t bytes = 5; bytes < letters.size(); ++bytes) {
    const std::string cut = shortened_in_the_middle(letters, bytes);
    EXPECT_LE(cut.size(), bytes);
    EXPECT_EQ(cleaned(cut), cut) << "between two characters";
  }
  EXPECT_EQ(shortened_in_the_middle("no room at all", 2), " … ");
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
  EXPECT_EQ(csv_cell("\u00a0=1"), "'\u00a0=1") << "a blank that does not break";
  EXPECT_EQ(csv_cell("\u3000=1"), "'\u3000=1") << "a wide blank";
  EXPECT_EQ(csv_cell("\uff1d1+1"), "'\uff1d1+1") << "a wide =";
  EXPECT_EQ(csv_cell("\uff0b1"), "'\uff0b1") << "a wide +";
  EXPECT_EQ(csv_cell("\u22121"), "'\u22121") << "a minus";
  EXPECT_EQ(csv_cell("|calc"), "'|calc") << "a sign that no spreadsheet minds, nor is it a word";
  EXPECT_EQ(csv_cell("\u00c9mile"), "\u00c9mile");
  EXPECT_EQ(csv_cell("\u674e\u56db"), "\u674e\u56db");
  EXPECT_EQ(csv_cell("3rd"), "3rd");
  EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_cell("say \"hi\""), "\"say \"\"hi\"\"\"");
  EXPECT_EQ(csv_cell("=1,\n2"), "\"'=1,\n2\"");
  EXPECT_EQ(csv_cell(""), "");
}

TEST(Text, IsOneNumberToASpreadsheetHoweverItIsSpelled) {
  for (const std::string spelled : {"1000", "1e3", "1E3", "01000", "1,000", "1'000", "1000.0"})
    EXPECT_EQ(number_in(spelled), "1000") << spelled;
  EXPECT_EQ(number_in("01-02"), number_in("1-2"));
  EXPECT_EQ(number_in("1:30"), number_in("01:30"));
  EXPECT_EQ(number_in("12%"), number_in("0,12"));
  for (const std::string text : {"", "ada", "e3", "inf", "nan", "1a", "1-2-3-4", "-", "0x10"})
    EXPECT_EQ(number_in(text), "") << text;
}

}  // namespace
}  // namespace grading
