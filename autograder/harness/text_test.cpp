// Text from outside, made fit for messages.
#include "harness/text.h"

#include <gtest/gtest.h>

namespace harness {
namespace {

TEST(CleanText, KeepsWordsAndLines) { EXPECT_EQ(clean("größer\n× 2 €"), "größer\n× 2 €"); }

TEST(CleanText, ReplacesControlCharacters) {
  EXPECT_EQ(clean("\x1b[31mred\a\x7f"), "?[31mred??");
  EXPECT_EQ(clean(std::string_view("a\0b", 3)), "a?b");
  EXPECT_EQ(clean("a\tb\r"), "a b?");
  EXPECT_EQ(clean("\xC2\x9B"
                  "31m"),
            "?31m")
      << "the C1 form of an escape sequence";
}

TEST(CleanText, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(clean("a\xFF"
                  "b"),
            "a?b");
  EXPECT_EQ(clean("\xC0\xAF"), "??") << "an overlong slash";
  EXPECT_EQ(clean("\xED\xA0\x80"), "???") << "half a surrogate pair";
  EXPECT_EQ(clean("cut \xE2\x82"), "cut ??");
}

TEST(LastLine, IsTheLastThatSaysSomething) {
  EXPECT_EQ(last_line("one\ntwo\n\n"), "two");
  EXPECT_EQ(last_line(""), "");
  EXPECT_EQ(last_line(std::string(1000, 'x')).size(), 200U);
}

TEST(Show, GivesEveryNumberItsDigits) {
  EXPECT_EQ(show(0.1F), "0.1");
  EXPECT_EQ(show(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(show(static_cast<signed char>(-5)), "-5");
  EXPECT_EQ(show(true), "true");
  EXPECT_EQ(show(18446744073709551615ULL), "18446744073709551615");
}

}  // namespace
}  // namespace harness
