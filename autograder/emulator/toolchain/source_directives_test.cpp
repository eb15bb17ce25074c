// Where a source says of itself that it is another, and what it names.
#include "toolchain/source_directives.h"

#include <gmock/gmock.h>

namespace emu::toolchain {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<unsigned> doubtful(std::string_view source) {
  std::vector<unsigned> lines;
  for (const Doubt& doubt : source_directives(source).doubts) lines.push_back(doubt.line);
  return lines;
}

std::string words_of(std::string_view source) {
  const auto doubts = source_directives(source).doubts;
  return doubts.empty() ? "" : doubts[0].words;
}

TEST(SourceDirectives, AreFoundInEveryForm) {
  EXPECT_THAT(doubtful("int a;\n#line 5\n"), ElementsAre(2u));
  EXPECT_THAT(doubtful("# 1 \"/usr/include/x.h\" 3\n"), ElementsAre(1u));
  EXPECT_THAT(doubtful("  #\t line 5 \"x\"\n"), ElementsAre(1u));
  EXPECT_THAT(doubtful("\xef\xbb\xbf# 1 \"/usr/include/x.h\" 3\n"), ElementsAre(1u));
  EXPECT_THAT(doubtful("%:line 5\n%: 3 \"x\"\n"), ElementsAre(1u, 2u));
  EXPECT_THAT(doubtful("/* a\n */ # /* b */ line 5\n"), ElementsAre(2u));
  EXPECT_THAT(doubtful("#\\\nli\\  \nne 5\n"), ElementsAre(1u));
  EXPECT_THAT(doubtful("#if 0\ndon't\n#endif\n#line 1\n"), ElementsAre(4u));
}

TEST(SourceDirectives, AreNotHiddenByLiterals) {
  EXPECT_THAT(doubtful("char c = '\"'; // \"\n#line 5\n"), ElementsAre(2u));
  EXPECT_THAT(doubtful("int n = 1'000'000; char d = '/'; \n#line 5 /*\n"), ElementsAre(2u));
  EXPECT_THAT(doubtful("auto s = R\"a( )\\\na\" \" )a\";\n#line 5\n"), ElementsAre(3u));
  EXPECT_THAT(doubtful("auto s = $R\"a(\";\n#line 5\n//)a\"\n"), ElementsAre(2u));
  EXPECT_THAT(doubtful("auto s = \"a\\\n/*\";\n#line 5\n"), ElementsAre(3u));
}

TEST(SourceDirectives, AreNotHiddenByNamesOfHeaders) {
  EXPECT_THAT(doubtful("#if __has_include(</*>)\n#endif\n#line 5\n"), ElementsAre(1u, 3u));
  EXPECT_THAT(doubtful("#if __has_include(\"a\\\") // \"/*\n#line 5\n#endif\n"),
              ElementsAre(1u, 2u));
  EXPECT_THAT(doubtful("#if 0\n#include <a\"R\"(>\n#endif\n#line 5\n"), ElementsAre(2u, 4u));
}

TEST(SourceDirectives, AreNotHiddenByOtherNamesOfHasInclude) {
  EXPECT_THAT(words_of("#define IS_THERE __has_include\n"), HasSubstr("not for macros"));
  EXPECT_THAT(doubtful("#define P(a, b) a##b\n#if P(__has_, include)(<R\"(>)\n#endif\n"),
              ElementsAre(2u));
  EXPECT_THAT(doubtful("#if OPEN <R\"(>)\n#elif (\"a\\\" /*\")\n#endif\n"), ElementsAre(1u, 2u));
  EXPECT_THAT(words_of("#pragma GCC dependency <R\"(>\n"), HasSubstr("a header's name here holds"));
}

TEST(SourceDirectives, AreNotHiddenWhereCompilersDisagree) {
  EXPECT_THAT(words_of("#warning R\"(\n#endif )\"\n"), HasSubstr("compilers disagree"));
  EXPECT_THAT(doubtful("EAT(\xe2\x82\xacR\"(\")\n"), ElementsAre(1u));
  EXPECT_THAT(doubtful("EAT(\\R\"(\n#line 5\n)\"\n)\n#line 5\n"), ElementsAre(5u));
  EXPECT_THAT(doubtful("EAT(1'\xc3\xa4', '\"')\n#line 5\n"), ElementsAre(2u));
}

TEST(SourceDirectives, HeadersAreNamed) {
  EXPECT_THAT(source_directives("#include <vector>\n%:include \"own.h\"\n#if __has_include(<bit>)\n"
                                "# include_next <stdio.h> // <x>\n//#include <map>\n#endif\n")
                  .headers,
              ElementsAre("<vector>", "\"own.h\"", "<bit>", "<stdio.h>"));
}

TEST(SourceDirectives, MacrosArePlainWhereTheyAreNothingOrANumber) {
  std::vector<std::string> plain;
  const auto macros =
      source_directives(
          "#define NDEBUG\n#define N (1'024u) // threads\n#define F(x)\n"
          "#define S \"3\"\n#define T float\n#define P +\n#define Q ()\n#define M -1.5f\n")
          .macros;
  for (const Macro& macro : macros)
    if (macro.plain_body) plain.push_back(macro.name + "=" + *macro.plain_body);
  EXPECT_EQ(macros.size(), 8u);
  EXPECT_THAT(plain, ElementsAre("NDEBUG=", "N=(1'024u)", "M=-1.5f"));
}

TEST(SourceDirectives, OrdinarySourcesHaveNone) {
  EXPECT_THAT(doubtful("#include <vector>  // \"use\" /* it\n#if A < B /* not > */\n#endif\n"
                       "#if defined(__has_include) && __has_include(<bit>) && 'a' < 'b' // \"use\" "
                       "> it\n#endif\n"
                       "#ifndef __has_include\n#define __has_include(x) 0\n#endif\n"
                       "#define TEXT R\"(\n#line 5\n)\"\n#pragma GCC unroll 4\n"
                       "#define LINE(x) #x\n/*\n#line 5\n # 1. first\n*/\n// #line 5\n"
                       "const char* s = R\"(\n#line 5\n)\";\nprintf(\"#1\");\n"
                       "int line = 3;\n"),
              IsEmpty());
}

}  // namespace
}  // namespace emu::toolchain
