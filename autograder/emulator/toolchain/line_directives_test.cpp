// Where a source says of itself that it is another.
#include "line_directives.h"

#include <gmock/gmock.h>

namespace emu::toolchain {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(LineDirectives, AreFoundInEveryForm) {
  EXPECT_THAT(line_directives("int a;\n#line 5\n"), ElementsAre(2u));
  EXPECT_THAT(line_directives("# 1 \"/usr/include/x.h\" 3\n"), ElementsAre(1u));
  EXPECT_THAT(line_directives("  #\t line 5 \"x\"\n"), ElementsAre(1u));
  EXPECT_THAT(line_directives("\xef\xbb\xbf# 1 \"/usr/include/x.h\" 3\n"), ElementsAre(1u));
  EXPECT_THAT(line_directives("%:line 5\n%: 3 \"x\"\n"), ElementsAre(1u, 2u));
  EXPECT_THAT(line_directives("/* a\n */ # /* b */ line 5\n"), ElementsAre(2u));
  EXPECT_THAT(line_directives("#\\\nli\\  \nne 5\n"), ElementsAre(1u));
  EXPECT_THAT(line_directives("#if 0\ndon't\n#endif\n#line 1\n"), ElementsAre(4u));
}

TEST(LineDirectives, AreNotHiddenByLiterals) {
  EXPECT_THAT(line_directives("char c = '\"'; // \"\n#line 5\n"), ElementsAre(2u));
  EXPECT_THAT(line_directives("int n = 1'000'000; char d = '/'; \n#line 5 /*\n"), ElementsAre(2u));
  EXPECT_THAT(line_directives("auto s = R\"a( )\\\na\" \" )a\";\n#line 5\n"), ElementsAre(3u));
  EXPECT_THAT(line_directives("auto s = $R\"a(\";\n#line 5\n//)a\"\n"), ElementsAre(2u));
  EXPECT_THAT(line_directives("auto s = \"a\\\n/*\";\n#line 5\n"), ElementsAre(3u));
}

TEST(LineDirectives, AreNotHiddenByNamesOfHeaders) {
  EXPECT_THAT(line_directives("#if __has_include(</*>)\n#endif\n#line 5\n"), ElementsAre(1u, 3u));
  EXPECT_THAT(line_directives("#if __has_include(\"a\\\") // \"/*\n#line 5\n#endif\n"),
              ElementsAre(1u, 2u));
  EXPECT_THAT(line_directives("#if 0\n#include <a\"R\"(>\n#endif\n#line 5\n"), ElementsAre(2u, 4u));
}

TEST(LineDirectives, OrdinarySourcesHaveNone) {
  EXPECT_THAT(line_directives("#include <vector>  // \"use\" /* it\n#if A < B /* not > */\n#endif\n"
                              "#define LINE(x) #x\n/*\n#line 5\n # 1. first\n*/\n// #line 5\n"
                              "const char* s = R\"(\n#line 5\n)\";\nprintf(\"#1\");\n"
                              "int line = 3;\n"),
              IsEmpty());
}

}  // namespace
}  // namespace emu::toolchain
