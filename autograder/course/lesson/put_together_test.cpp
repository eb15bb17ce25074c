// What others write, put together with the solution, and a solution with its skeleton.
#include "course/lesson/put_together.h"

#include <gmock/gmock.h>

#include "course/lesson/toml_file.h"

namespace course {
namespace {

using testing::HasSubstr;

constexpr const char* kSolution = R"(// The solution.
#include <map>

#include "exercise.h"

struct Job {
  int n;      // how many
  int steps;
};

// begin: work
__global__ void work(Job job) { int n; }
// end: work

int run(Job job) {
  // begin: launch
  work<<<1, 1>>>(job);
  // end: launch
}
)";

std::string with(const std::string& other) { return put_together(kSolution, other, "an.cu"); }

/// What is said of an other that does not fit.
std::string complaint(const std::string& other) {
  try {
    with(other);
    return "";
  } catch (const FileError& error) {
    return error.what();
  }
}

TEST(PutTogether, TheTextStaysWhereNothingIsSaid) {
  const std::string text = kSolution;
  EXPECT_EQ(with("// Mine.\n"), "// Mine.\n" + text.substr(text.find('\n') + 1));
  EXPECT_EQ(with(""), text);
}

TEST(PutTogether, RegionsAreExchanged) {
  const std::string text = with("// Mine.\n\n  // begin: launch\n  other\n  // end: launch\n");
  EXPECT_THAT(text, HasSubstr("  // begin: launch\n  other\n  // end: launch\n"));
  EXPECT_THAT(text, HasSubstr("void work(Job job) { int n; }"));
}

TEST(PutTogether, HelpersGoInFrontOfARegionOrOfALine) {
  const std::string text = with(
      "// Mine.\n\nint near;\n\n// begin: work\n// end: work\n\n// before: struct\nint far;\n");
  EXPECT_THAT(text, HasSubstr("int near;\n\n// begin: work\n// end: work\n"));
  EXPECT_THAT(text, HasSubstr("\n\nint far;\n\nstruct Job {\n"));
}

TEST(PutTogether, LinesAreWrittenInPlaceOfThoseThatAreGiven) {
  EXPECT_THAT(with("// Mine.\n// instead of: int steps\n  long steps;\n"),
              HasSubstr("  int n;      // how many\n  long steps;\n};\n"));
  EXPECT_THAT(with("// Mine.\n\n// instead of: int steps\n"), HasSubstr("// how many\n};\n"));
}

TEST(PutTogether, PlacesAreFoundInWhatIsGivenAlone) {
  const std::string text =
      with("// Mine.\n\n// before: struct\nint n;\n\n// before: int n;\nint m;\n");
  EXPECT_THAT(text, HasSubstr("int n;\n\nstruct Job {\nint m;\n  int n;      // how many\n"));
}

TEST(PutTogether, IncludesGoBesideThoseThatAreThere) {
  const std::string text = with("// Mine.\n#include <bit>\n\nnamespace cg = groups;\n");
  EXPECT_THAT(text, HasSubstr("#include <map>\n#include <bit>\n\n#include \"exercise.h\"\n"
                              "\nnamespace cg = groups;\n\nstruct Job {"));
}

TEST(PutTogether, WhatDoesNotFitIsToldWithItsLine) {
  EXPECT_THAT(complaint("// Mine.\n// begin: wrk\n// end: wrk\n"), HasSubstr("no region wrk"));
  EXPECT_THAT(complaint("// Mine.\n// begin: work\n"),
              HasSubstr("begin: work has no // end: work"));
  EXPECT_THAT(complaint("// Mine.\n\n// before: class\nint i;\n"),
              HasSubstr("an.cu:3: 0 lines begin with class"));
  EXPECT_THAT(complaint("// Mine.\n\n// before: int\nint i;\n"),
              HasSubstr("3 lines begin with int"));
  EXPECT_THAT(complaint("// Mine.\n\nint i;\n"), HasSubstr("no region follows"));
}

}  // namespace
}  // namespace course
