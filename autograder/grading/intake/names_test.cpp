// Names that look like other names, and names without end.
#include "grading/intake/names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "grading/intake/scripts.h"

namespace grading {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

TEST(ShownName, HasNoCharacterThatShowsNothing) {
  for (const std::string hidden :
       {"\u00a0", "\u00ad", "\u034f", "\u115f", "\u1160", "\u3164", "\uffa0", "\U000e0001",
        "\U000e0041", "\U000e007f", "\u180e", "\ufe00", "\ufe0f", "\u200c", "\u200d", "\u2800",
        "\u2003", "\u202f", "\U000e0100"}) {
    EXPECT_EQ(odd_name("ada" + hidden), "") << "nobody is refused for it";
    EXPECT_THAT(shown_name("a" + hidden + "da"), HasSubstr("\\u{")) << hidden;
    EXPECT_THAT(shown_name("ada" + hidden), HasSubstr("\\u{")) << hidden;
  }
  for (const std::string refused : {"\u2060", "\u2064", "\u200b", "\u202e", "\ufeff"})
    EXPECT_NE(odd_name("ada" + refused), "") << refused;
}

TEST(ShownName, KeepsWhatHonestNamesHave) {
  for (const std::string name : {"Zoë Müller", "Zoe\u0308", "李四", "山田\u3000太郎", "O'Brien",
                                 "Иван", "علی‌رضا", "नेत्र", "क्‍ष", "ada-2.b_c"}) {
    EXPECT_EQ(shown_name(name), name);
    EXPECT_EQ(odd_name(name), "");
  }
  EXPECT_EQ(shown_name("ada  b "), "ada \\u{20}b\\u{20}");
}

TEST(ShownName, SpellsWhatIsPiledUpOnALetter) {
  EXPECT_EQ(shown_name("e\u0323\u0302-d\u0316\u0317\u0318"), "e\u0323\u0302-d\u0316\u0317\\u{318}");
  EXPECT_NE(shown_name("d\u0316\u0317\u0318"), shown_name("d\u0316\u0317\u0319"));
}

TEST(ShownName, IsCutInTheMiddleAndStillTellsNamesApart) {
  const std::string long_name(3'600'000, 'a');
  const std::string shown = shown_name(long_name + "/exercise.cu");
  EXPECT_LE(shown.size(), kLongestShownName);
  EXPECT_THAT(shown, StartsWith("aaaa"));
  EXPECT_THAT(shown, EndsWith("a/exercise.cu"));
  EXPECT_THAT(shown, HasSubstr("3600012 bytes"));
  EXPECT_NE(shown_name(long_name + "b" + long_name), shown_name(long_name + "c" + long_name));
  std::string letters;
  for (int i = 0; i < 1000; ++i) letters += "λ";
  EXPECT_EQ(shown_name(shown_name(letters)), shown_name(letters)) << "cut between two letters";
  EXPECT_LE(shown_name(std::string(1'000'000, '\xff')).size(), kLongestShownName);
}

TEST(FileNames, CanBeSavedAnywhere) {
  EXPECT_EQ(file_name_of("ada.b-c_1"), "ada.b-c_1");
  for (const std::string name : {"con", "AUX", "nul.txt", "com1", "lpt9.x", "ada."}) {
    const std::string file = file_name_of(name);
    EXPECT_THAT(file, HasSubstr("~")) << name;
    EXPECT_NE(file.back(), '.');
  }
  EXPECT_THAT(file_name_of("con.x"), StartsWith("_con.x~"));
  EXPECT_EQ(file_name_of("console"), "console");
  EXPECT_EQ(file_name_of("com10"), "com10");
}

TEST(FileNames, AreRefusedThatWindowsCannotSaveOrTakesForOthers) {
  for (const std::string name :
       {"",         "a:b",       "a*",     "a?",       "\"q\"",        "a<b",  "a>b",
        "a|b",      "a/b",       "a\\b",   "a\tb",     "ada ",         "ada.", "CON",
        "con .txt", "COM\u00b9", "conin$", "LONGNA~1", "longna~1.txt", "a~12"}) {
    EXPECT_FALSE(can_be_saved(name)) << name;
    EXPECT_TRUE(can_be_saved(file_name_of(name))) << file_name_of(name);
  }
  for (const std::string name : {"Ada Lovelace", "Zoë", "console", "com10", "common", "ada~b",
                                 "O'Brien", "a.b~1", "a-longer-name~1"})
    EXPECT_TRUE(can_be_saved(name)) << name;
}

TEST(FileNames, DifferInMoreThanCaseAndNormalForm) {
  const std::vector<std::string> names = {"honest", "HONEST", "Honest", "Zo\u00eb", "Zoe\u0308",
                                          "a:b",    "a*b",    "a-b",    "LONGNA~1", "longna~1"};
  std::set<std::string> files;
  for (const std::string& name : names) {
    const std::string file = file_name_of(name);
    EXPECT_THAT(file, MatchesRegex("[-_.~0-9a-z]+")) << "one form in every case";
    files.insert(file);
  }
  EXPECT_EQ(files.size(), names.size());
}

TEST(Looks, AreTheSameForWhatIsEasilyMistaken) {
  const auto alike = [](const std::string& a, const std::string& b) {
    return names_alike({a, b}).size() == 2;
  };
  EXPECT_TRUE(alike("Zoë", "Zoe\u0308")) << "NFC and NFD";
  EXPECT_TRUE(alike("ệ", "e\u0302\u0323")) << "marks in another order";
  EXPECT_TRUE(alike("각", "\u1100\u1161\u11a8")) << "Hangul";
  EXPECT_TRUE(alike("\u212bsa", "\u00c5sa")) << "the sign for an angstrom";
  EXPECT_TRUE(alike("ada", "ADA"));
  EXPECT_TRUE(alike("ada", "\u0430d\u0430")) << "Cyrillic";
  EXPECT_TRUE(alike("ada", "ａｄａ")) << "wide";
  EXPECT_TRUE(alike("ada", "𝐚𝐝𝐚")) << "mathematical";
  EXPECT_TRUE(alike("ada b", "ada\u00a0 b\u3164 "));
  EXPECT_TRUE(alike("ada", "a\u00ad\u034fda\U000e0041"));
  EXPECT_FALSE(alike("Zoë", "Zoe"));
  EXPECT_FALSE(alike("ada b", "adab"));
  EXPECT_FALSE(alike("ada", "adb"));
  EXPECT_FALSE(alike("a\xff", "a\xfe"));
}

TEST(Looks, AreTheSameForLettersOfAnyScript) {
  const auto alike = [](const std::string& a, const std::string& b) {
    return names_alike({a, b}).size() == 2;
  };
  EXPECT_TRUE(alike("bob", "b\u0585b")) << "Armenian";
  EXPECT_TRUE(alike("Bob", "b\u0585b")) << "in another case, too";
  EXPECT_TRUE(alike("mary", "M\uff41ry")) << "wide";
  EXPECT_TRUE(alike("aid", "a\u2170d")) << "a Roman numeral";
  EXPECT_TRUE(alike("finn", "\ufb01nn")) << "a ligature";
  EXPECT_TRUE(alike("Ida", "lda"));
  EXPECT_TRUE(alike("Ida", "1da"));
  EXPECT_TRUE(alike("zoe0", "zoeO"));
  EXPECT_TRUE(alike("marna", "mama"));
  EXPECT_TRUE(alike("\u041c\u0410\u0420\u0418\u042f", "\u043c\u0430\u0440\u0438\u044f"));
  EXPECT_FALSE(alike("Lisa", "Ilsa"));
  EXPECT_FALSE(alike("Ian", "Lan"));
  EXPECT_FALSE(alike("Eli", "Ell"));
  EXPECT_FALSE(alike("\u674e\u56db", "\u674e\u4e09"));
}

TEST(Looks, AreTheSameForOneNumber) {
  const auto alike = [](const std::string& a, const std::string& b) {
    return names_alike({a, b}).size() == 2;
  };
  EXPECT_TRUE(alike("123", "00123"));
  EXPECT_TRUE(alike("1000", "1e3"));
  EXPECT_TRUE(alike("l000", "1e3")) << "taken for a number that is another";
  EXPECT_TRUE(alike("1000", "1,000"));
  EXPECT_TRUE(alike("1234567890123456", "1234567890123457")) << "15 digits are kept";
  EXPECT_TRUE(alike("\uff11\uff12\uff13", "0123"));
  EXPECT_FALSE(alike("123", "124"));
  EXPECT_FALSE(alike("a123", "a0123"));
}

TEST(Scripts, AreNotMixedInAWord) {
  EXPECT_EQ(scripts_mixed_in("b\u0585b"), "Latin and Armenian");
  EXPECT_EQ(scripts_mixed_in("\u0418\u0432an"), "Cyrillic and Latin");
  for (const std::string honest : {"Zo\u00eb", "Zoe\u0308", "\u0418\u0432\u0430\u043d Ivanov",
                                   "\u0418\u0432\u0430\u043d_Ivanov2", "\u674e\u56db",
                                   "\u674e\u56dbLi", "\u5c71\u7530\u3000\u305f\u308d\u3046",
                                   "a\xff"
                                   "b"}) {
    EXPECT_EQ(scripts_mixed_in(honest), "") << honest;
  }
}

// In the square of their number it would be minutes and gigabytes.
TEST(Looks, OfManyThatAreAlikeEachHasOneOther) {
  std::vector<std::string> names{"ada"};
  constexpr unsigned kMany = 10'000;
  for (unsigned i = 1; i < kMany; ++i) {
    std::string name;
    for (unsigned bit = 0; bit < 14; ++bit) name += (i >> bit & 1) != 0 ? "\u00ad" : "\u034f";
    names.push_back("ada" + name);
  }
  const auto begin = std::chrono::steady_clock::now();
  const auto alike = names_alike(names);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  ASSERT_EQ(alike.size(), kMany);
  for (const auto& [name, other] : alike) EXPECT_NE(name, other);
  EXPECT_EQ(alike.at(names[7]), "ada") << "a plain one before all others";
}

TEST(ShownNames, TellThoseApartThatLookAlike) {
  const ShownNames names({"ada", "\u0430da", "Zoë", "Zoe\u0308", "Müller", "Иван", "b\u00ad"});
  EXPECT_EQ(names("ada"), "ada");
  EXPECT_EQ(names("\u0430da"), "\\u{430}da");
  EXPECT_EQ(names("Zoë"), "Zo\\u{eb}");
  EXPECT_EQ(names("Zoe\u0308"), "Zoe\\u{308}");
  EXPECT_EQ(names("Müller"), "Müller") << "nobody else looks like this";
  EXPECT_EQ(names("Иван"), "Иван");
  EXPECT_EQ(names("b\u00ad"), "b\\u{ad}");
  EXPECT_EQ(names("nobody of this class"), "nobody of this class");
}

TEST(Names, Utf8IsReadToTheLetter) {
  EXPECT_EQ(utf8_length("a"), 1U);
  EXPECT_EQ(utf8_length("é"), 2U);
  EXPECT_EQ(utf8_length("\xc0\xaf"), 0U) << "a slash in two bytes";
  EXPECT_EQ(utf8_length("\xed\xa0\x80"), 0U) << "a surrogate";
  EXPECT_EQ(utf8_length("\xf4\x90\x80\x80"), 0U) << "beyond the last character";
  EXPECT_EQ(utf8_length("\xe2\x82"), 0U) << "cut";
  EXPECT_EQ(shown_name("a\nb\xff"), "a\\x0ab\\xff");
}

}  // namespace
}  // namespace grading
