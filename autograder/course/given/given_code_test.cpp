// That what is judged is the course's code with a student's regions in it, whatever a file says.
#include "course/given/given_code.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace course::given_code_test {
namespace {

const std::string kSkeleton = R"(// Idea.
#include "exercise.h"

// Given.
__global__ void draw(int* numbers) { numbers[threadIdx.x] = 7 * threadIdx.x; }

__global__ void start(int* numbers, int n) {
  const int which = blockIdx.x;
  // begin: launches
  // TODO(launches): launch draw.
  // end: launches
  finish(numbers + which);
}

// begin: helpers
__global__ void own(int* numbers) {}
// end: helpers

extern "C" int solve(int* out, int n) {
  DeviceArray<int> device;
  TRY(cudaMalloc(&device.data, n));
  start<<<n, 1>>>(device.data, n);
  own<<<1, 1>>>(device.data);
  TRY(cudaMemcpy(out, device.data, n, cudaMemcpyDeviceToHost));
  return 0;
}
)";

std::string with(std::string text, const std::string& old, const std::string& fresh) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, text.npos) << old;
  return text.replace(at, old.size(), fresh);
}

std::string in_launches(const std::string& code) {
  return with(kSkeleton, "  // TODO(launches): launch draw.\n", code);
}
std::string in_helpers(const std::string& code) {
  return with(kSkeleton, "__global__ void own(int* numbers) {}\n", code);
}
std::string at_file_scope(const std::string& code) { return with(kSkeleton, "// Given.\n", code); }

InGivenCode judged(const std::string& exercise) { return in_given_code(kSkeleton, exercise); }

bool is_as_it_is(const std::string& exercise) {
  const InGivenCode found = judged(exercise);
  EXPECT_EQ(found.refusal, "");
  EXPECT_EQ(found.changed_line, 0u);
  return found.refusal.empty() && found.changed_line == 0;
}

std::size_t line_of(const std::string& text, const std::string& words) {
  const std::size_t at = text.find(words);
  return 1 + static_cast<std::size_t>(
                 std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
}

TEST(GivenCode, WhatStandsInRegionsIsTheStudents) {
  EXPECT_TRUE(is_as_it_is(kSkeleton));
  EXPECT_TRUE(
      is_as_it_is(in_launches("  draw<<<1, n>>>(numbers);\n  int max = 0; { int finish; }\n")));
  EXPECT_TRUE(is_as_it_is(
      in_helpers("#define OWN 3\n__global__ void own(int* numbers) { *numbers = OWN; }\n")));
  EXPECT_TRUE(is_as_it_is(
      in_launches("#pragma unroll\n  for (int i = 0; i < n; ++i) draw<<<1, 1>>>(numbers);\n")));
}

TEST(GivenCode, LooksDoNotCount) {
  EXPECT_TRUE(is_as_it_is(with(kSkeleton, "  const int which = blockIdx.x;",
                               "\tconst int which\n=blockIdx . x ; // mine")));
  EXPECT_TRUE(is_as_it_is(with(kSkeleton, "// Idea.", "/* another\n idea */")));
  EXPECT_TRUE(is_as_it_is(with(kSkeleton, "  // begin: launches", "// begin: launches")));
}

TEST(GivenCode, DeclarationsMayBeAdded) {
  for (const char* added :
       {"#include <vector>\n", "constexpr int kMine = 3;\n", "namespace {\nint mine = 1;\n}\n",
        "struct Mine { int draw; };\n", "__device__ int twice(int x) { return 2 * x; }\n",
        "#ifndef MINE\n#define MINE 1\n#endif\n", "__global__ void draw(int*);\n",
        "template <typename T>\n__device__ T larger(T a, T b) { return a > b ? a : b; }\n",
        "static_assert(sizeof(int) == 4);\n", "using Words = int;\n"}) {
    EXPECT_TRUE(is_as_it_is(at_file_scope(added))) << added;
    EXPECT_TRUE(is_as_it_is(kSkeleton + added)) << added;
  }
}

TEST(GivenCode, SmallThingsChangeNothing) {
  EXPECT_TRUE(is_as_it_is("\xef\xbb\xbf" + kSkeleton));
  EXPECT_TRUE(is_as_it_is(at_file_scope("#pragma nv_diag_suppress 177\n")));
  EXPECT_TRUE(
      is_as_it_is(at_file_scope("void f(int* x) {\n#pragma unroll\n  for (;;) ++*x;\n}\n")));
  EXPECT_TRUE(is_as_it_is(with(kSkeleton, "#include \"exercise.h\"\n",
                               "#include <vector>\n\n#include \"exercise.h\"\n#include <map>\n")));
  EXPECT_TRUE(is_as_it_is(at_file_scope("// begin: mine\nint mine;\n// end: mine\n")));
  EXPECT_TRUE(
      is_as_it_is(in_launches("/* as it was\n  // begin: launches\n  // end: launches\n*/\n")));
  EXPECT_TRUE(is_as_it_is(in_launches("#if 0\n  it's not done\n#endif\n")));
}

TEST(GivenCode, ChangedCodeIsTheCourses) {
  const std::string changed =
      with(in_launches("  draw<<<1, n>>>(numbers);\n"), "7 * threadIdx.x", "1");
  const InGivenCode found = judged(changed);
  EXPECT_EQ(found.refusal, "");
  EXPECT_EQ(found.changed_line, line_of(changed, "__global__ void draw"));
  EXPECT_NE(found.text.find("= 7 * threadIdx.x"), std::string::npos) << found.text;
  EXPECT_NE(found.text.find("draw<<<1, n>>>(numbers);"), std::string::npos);
}

TEST(GivenCode, WhatIsAddedBesideAChangeStays) {
  const std::string helper =
      "struct Mine {\n  int x;\n};\n__device__ int twice(int x) { return 2 * x; }\n";
  const std::string changed =
      with(at_file_scope("#include <map>\n" + helper), "7 * threadIdx.x", "1");
  const InGivenCode found = judged(changed);
  EXPECT_EQ(found.changed_line, line_of(changed, "__global__ void draw"));
  EXPECT_NE(found.text.find(helper), std::string::npos) << found.text;
  EXPECT_NE(found.text.find("= 7 * threadIdx.x"), std::string::npos) << found.text;
  EXPECT_EQ(found.text.find("= 1;"), std::string::npos) << found.text;
  EXPECT_EQ(line_of(found.text, "extern"), line_of(changed, "extern"));
}

TEST(GivenCode, ChangesOfEveryKindAreSeen) {
  const std::pair<const char*, const char*> changes[]{
      {"const int which = blockIdx.x;", ""},
      {"const int which = blockIdx.x;", "const int which = blockIdx.x; return;"},
      {"  finish(numbers + which);\n", ""},
      {"  finish(numbers + which);\n", "  finish(numbers + which);\n  extra();\n"},
      {"  own<<<1, 1>>>(device.data);\n", "  out[0] = 1;\n  own<<<1, 1>>>(device.data);\n"},
      {"  return 0;\n", "  for (int i = 0; i < n; ++i) out[i] = i;\n  return 0;\n"},
      {"__global__ void draw(int* numbers) {", "__global__ void mine(int* numbers) {"},
      {"#include \"exercise.h\"", "#include <exercise.h>"},
      {"// Given.", "template <typename K> requires requires { 1; }"},
      {"extern \"C\" int solve", "/*\nextern \"C\" int solve"},
      {"extern \"C\" int solve", "const char* text = R\"(\nextern \"C\" int solve"},
      {"extern \"C\" int solve",
       "extern \"C\" int other() { return 0; }\nint unused() { int solve"},
      {"DeviceArray<int> device;", "DeviceArray<int> device; int* const kept = out;"},
  };
  for (const auto& [old, fresh] : changes) {
    const InGivenCode found = judged(with(kSkeleton, old, fresh));
    EXPECT_EQ(found.refusal, "") << fresh;
    EXPECT_GT(found.changed_line, 0u) << fresh;
    EXPECT_NE(found.text.find("TRY(cudaMemcpy(out, device.data, n, cudaMemcpyDeviceToHost));"),
              std::string::npos)
        << found.text;
  }
}

TEST(GivenCode, LinesStayWhereTheyAreWhereTheyFit) {
  for (const char* fresh : {"", "int a;\n  int b;\n  int c;\n"}) {
    const std::string changed = with(in_launches("  draw<<<1, n>>>(numbers);\n"),
                                     "  const int which = blockIdx.x;\n", fresh);
    EXPECT_EQ(line_of(judged(changed).text, "draw<<<1, n>>>"), line_of(changed, "draw<<<1, n>>>"))
        << fresh;
  }
}

TEST(GivenCode, NothingSwitchesGivenCodeOff) {
  const std::string given = "extern \"C\" int solve";
  const std::string off = with(kSkeleton, given, "#if 0\n" + given);
  const std::string other = "#endif\nextern \"C\" int solve(int*, int) { return 0; }\n";
  for (const std::string& exercise : {off, off + other}) {
    EXPECT_GT(judged(exercise).changed_line, 0u);
    EXPECT_EQ(judged(exercise).text.find("#if 0"), std::string::npos);
  }
}

TEST(GivenCode, MarkersMustBeThereOnceAndInTheirOrder) {
  const std::string twice = with(kSkeleton, "// begin: helpers\n",
                                 "// begin: helpers\n// end: helpers\n// begin: helpers\n");
  for (const std::string& exercise :
       {with(kSkeleton, "  // begin: launches\n", ""), with(kSkeleton, "// end: helpers\n", ""),
        twice, with(kSkeleton, "// begin: helpers\n", "// begin: others\n"), kSkeleton + kSkeleton,
        std::string()}) {
    const InGivenCode found = judged(exercise);
    EXPECT_NE(found.refusal, "");
  }
}

TEST(GivenCode, AnyTextIsReadInTime) {
  for (const char* piece :
       {"<", "(", "R\"", "\\\n", "a<", "/*", "#", "::", "int a,", "{", "auto [", "'"}) {
    std::string text;
    while (text.size() < 200'000) text += piece;
    judged(in_launches(text + "\n"));
    judged(text);
    judged(at_file_scope(text + "\n"));
  }
}

}  // namespace
}  // namespace course::given_code_test
