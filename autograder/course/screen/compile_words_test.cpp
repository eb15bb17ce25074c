// What compilers say, taken apart and explained: typical slips, as g++, clang++ and emucc tell of
// them.
#include <gmock/gmock.h>

#include "course/given/braces.h"
#include "course/judge/compile_errors.h"
#include "course/screen/complaint.h"
#include "course/screen/explanation.h"
#include "course/screen/terminal.h"
#include "course/testing/little_course.h"

namespace course {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(CompileErrors, HavePlacesOfAllThreeForms) {
  const auto errors = compile_errors(
      "a.cu:3:9: error: ‘x’ was not declared in this scope\n    3 | x\n"
      "a.cu:17:48: note: declared here\n"
      "b.cu(4): error: identifier \"y\" is undefined\n"
      "c.cu:5:1: fatal error: no.h: No such file or directory\n"
      "ld: a.o: undefined reference to `f'\n");
  ASSERT_EQ(errors.size(), 4U);
  EXPECT_EQ(errors[0].file, "a.cu");
  EXPECT_EQ(errors[0].line, 3);
  EXPECT_EQ(errors[0].column, 9);
  EXPECT_EQ(errors[0].name(), "x");
  EXPECT_THAT(errors[0].notes, testing::ElementsAre("declared here"));
  EXPECT_EQ(errors[1].file, "b.cu");
  EXPECT_EQ(errors[1].line, 4);
  EXPECT_EQ(errors[1].column, 0);
  EXPECT_EQ(errors[2].words, "no.h: No such file or directory");
  EXPECT_EQ(errors[3].file, "");
  EXPECT_EQ(errors[3].words, "undefined reference to `f'");
}

TEST(CompileErrors, WhatRepeatsTheOneBeforeIsLeftOut) {
  const auto errors = compile_errors(
      "a.cu(27): error: calling a __host__ function(\"f\") from a __global__ function(\"k\") is "
      "not "
      "allowed\na.cu(27): error: identifier \"f\" is undefined in device code\n");
  EXPECT_EQ(errors.size(), 1U);
  EXPECT_EQ(compile_errors("killed").size(), 0U);
}

TEST(CompileErrors, ReachForTheEmulatorWhereEmuccItselfSaysSo) {
  const std::string own =
      "exercise.cu(3): error: mprotect is not for exercises: it changes memory\n";
  EXPECT_TRUE(refused_for_reaching(2, own));
  EXPECT_TRUE(refused_for_reaching(2, "exercise.cu(9): error: __asm__ is not C++\n" + own));
  EXPECT_TRUE(
      refused_for_reaching(2, "e.cu(4): error: cudaFree belongs to the emulator: choose\n"));
  EXPECT_FALSE(
      refused_for_reaching(2, "e.cu(4): error: fopen is not among what exercises may call"));
}

TEST(CompileErrors, DoNotReachForTheEmulatorWhereTheSourceIsQuoted) {
  const std::string own = "exercise.cu(3): error: mprotect is not for exercises\n";
  EXPECT_FALSE(refused_for_reaching(1, own)) << "an #error or a static_assert of the student's";
  const std::string mistake = "exercise.cu(9): error: __asm__ is not C++\n";
  EXPECT_FALSE(refused_for_reaching(2, mistake + "    3 | int a;  // is not for exercises\n"));
  EXPECT_FALSE(refused_for_reaching(2, mistake + "    3 | // " + own));
  EXPECT_FALSE(refused_for_reaching(2, "e.cu:3:2: warning: #warning " + own));
}

/// What the course says to the first error of a complaint about this line.
std::string said(const std::string& complaint, const std::string& line) {
  const auto errors = compile_errors(complaint);
  return errors.empty() ? "" : explained(errors[0], line);
}

struct Slip {
  const char* what;
  const char* line;
  const char* gcc;
  const char* clang;
  const char* told;
};

constexpr Slip kSlips[] = {
    {"a semicolon forgotten behind a launch", "k<<<1, n>>>(p)",
     "a.cu:2:70: error: expected ';' before 'keep_error'",
     "a.cu:2:70: error: expected ';' after expression", "semicolon is missing"},
    {"a semicolon forgotten behind a declaration", "if (i < n) {",
     "a.cu:3:3: error: expected ',' or ';' before 'if'",
     "a.cu:2:9: error: expected ';' at end of declaration", "semicolon is missing"},
    {"a kernel called", "k(p);", "a.cu(2): error: a __global__ function call must be configured",
     "a.cu(2): error: a __global__ function call must be configured", "launched, not called"},
    {"too few arguments", "k<<<1, n>>>(p);",
     "a.cu:2:34: error: too few arguments to function 'void k(int*, int)'",
     "a.cu:2:5: error: no matching function for call to 'k'\na.cu:1:9: note: candidate function "
     "not "
     "viable: requires 2 arguments, but 1 was provided",
     "not those of the kernel"},
    {"too many arguments", "k<<<1, n>>>(p, 1, 2);",
     "a.cu:2:34: error: too many arguments to function 'void k(int*, int)'",
     "a.cu:2:5: error: no matching function for call to 'k'\na.cu:1:9: note: candidate function "
     "not "
     "viable: requires 2 arguments, but 3 were provided",
     "not those of the kernel"},
    {"a kernel misspelt", "kk<<<1, n>>>(p);",
     "a.cu:2:5: error: 'kk' was not declared in this scope; did you mean 'k'?",
     "a.cu:2:5: error: use of undeclared identifier 'kk'; did you mean 'k'?",
     "No kernel kk is declared above this line"},
    {"a variable misspelt", "k<<<1, m>>>(p);",
     "a.cu:2:5: error: 'm' was not declared in this scope",
     "a.cu:2:5: error: use of undeclared identifier 'm'", "Nothing of the name m is known here"},
    {"waiting in device code", "cudaDeviceSynchronize();",
     "a.cu(2): error: calling a __host__ function(\"cudaDeviceSynchronize\") from a __global__ "
     "function(\"k\") is not allowed",
     "a.cu(2): error: calling a __host__ function(\"cudaDeviceSynchronize\") from a __global__ "
     "function(\"k\") is not allowed",
     "lesson 07"},
    {"a stream made as on the host", "cudaStreamCreate(&s);",
     "a.cu(2): error: calling a __host__ function(\"cudaStreamCreate\") from a __global__ "
     "function(\"k\") is not allowed",
     "a.cu(2): error: calling a __host__ function(\"cudaStreamCreate\") from a __global__ "
     "function(\"k\") is not allowed",
     "cudaStreamCreateWithFlags"},
    {"a copy in device code", "cudaMemcpy(a, b, 4, d);",
     "a.cu(2): error: calling a __host__ function(\"cudaMemcpy\") from a __device__ "
     "function(\"f\") is not allowed",
     "a.cu(2): error: calling a __host__ function(\"cudaMemcpy\") from a __device__ "
     "function(\"f\") is not allowed",
     "Only the host calls cudaMemcpy"},
    {"__device__ forgotten", "p[least(a, b)] = 1;",
     "a.cu(2): error: calling a __host__ function(\"least(int, int)\") from a __global__ "
     "function(\"k\") is not allowed",
     "a.cu(2): error: calling a __host__ function(\"least(int, int)\") from a __global__ "
     "function(\"k\") is not allowed",
     "Write __device__ before its definition"},
    {"__global__ forgotten", "k<<<1, n>>>(p);",
     "a.cu(2): error: a host function call cannot be configured",
     "a.cu(2): error: a host function call cannot be configured", "write __global__ before"},
    {"__device__ instead of __global__", "k<<<1, n>>>(p);",
     "a.cu(2): error: a __device__ function call cannot be configured",
     "a.cu(2): error: a __device__ function call cannot be configured", "instead of __device__"},
    {"a kernel that returns", "__global__ int k(int* p) {",
     "a.cu(2): error: a __global__ function must have a void return type",
     "a.cu(2): error: a __global__ function must have a void return type", "returns nothing"},
    {"two angle brackets", "k<<1, n>>(p);",
     "a.cu:2:17: error: invalid operands of types 'void(int*, int)' and 'int' to binary "
     "'operator<<'",
     "a.cu:2:17: error: invalid operands to binary expression ('void (int *, int)' and 'int')",
     "three angle brackets"},
    {"blanks between the brackets", "k<<<1, n > > >(p);",
     "a.cu(2): error: expected \">>>\" to close the launch configuration opened here",
     "a.cu(2): error: expected \">>>\" to close the launch configuration opened here",
     "three angle brackets"},
    {"five items in a launch", "k<<<1, n, 0, 0, 0>>>(p);",
     "a.cu(2): error: too many arguments in function call",
     "a.cu(2): error: too many arguments in function call", "two to four items"},
    {"the stream as the third item", "k<<<1, n, cudaStreamTailLaunch>>>(p);",
     "a.cu:2:33: error: invalid conversion from 'cudaStream_t' {aka 'CUstream_st*'} to "
     "'std::size_t' "
     "{aka 'long unsigned int'} [-fpermissive]",
     "a.cu:2:6: error: <<<…>>> takes a grid (dim3 or int), a block (dim3 or int), the bytes of "
     "dynamic shared memory and a cudaStream_t",
     "fourth item"},
    {"the value of a launch", "return k<<<1, n>>>(p);",
     "a.cu:2:31: error: void value not ignored as it ought to be",
     "a.cu:2:10: error: cannot initialize return object of type 'cudaError_t' (aka 'cudaError') "
     "with "
     "an rvalue of type 'void'",
     "cudaGetLastError()"},
    {"a value where a pointer is wanted", "k<<<1, n>>>(p[0], n);",
     "a.cu:2:44: error: invalid conversion from 'int' to 'int*' [-fpermissive]",
     "a.cu:2:5: error: no matching function for call to 'k'\nnote: candidate function not viable: "
     "no "
     "known conversion from 'int' to 'int *' for 1st argument; take the address of the argument",
     "another type than the kernel's parameter"},
    {"one brace too many", "}", "a.cu:2:1: error: expected declaration before '}' token",
     "a.cu:2:1: error: extraneous closing brace ('}')", "closes nothing"},
    {"a comment without an end", "/* and now", "a.cu:2:3: error: unterminated comment",
     "a.cu:2:3: error: unterminated /* comment", "no */"},
    {"a quotation mark of a word processor", "k<<<1, n>>>”(p);",
     "a.cu:2:34: error: extended character ” is not valid in an identifier",
     "a.cu:2:34: error: unexpected character <U+201D>", "none of C++'s"},
    {"a value for shared memory", "__shared__ int n = 0;",
     "a.cu(2): error: initializer not allowed for __shared__ variable",
     "a.cu(2): error: initializer not allowed for __shared__ variable", "__syncthreads()"},
    {"a constant written", "n = 3;", "a.cu:2:10: error: assignment of read-only variable 'n'",
     "a.cu:2:10: error: cannot assign to variable 'n' with const-qualified type 'const int'",
     "declared const"},
    {"malloc without a cast", "int* p = malloc(4);",
     "a.cu:2:18: error: invalid conversion from 'void*' to 'int*' [-fpermissive]",
     "a.cu:2:8: error: cannot initialize a variable of type 'int *' with an rvalue of type 'void "
     "*'",
     "static_cast<int*>"},
    {"a header that is not there", "#include <cudnn_ops.h>",
     "a.cu:2:10: fatal error: cudnn_ops.h: No such file or directory",
     "a.cu:2:10: fatal error: 'cudnn_ops.h' file not found", "no such header"},
    {"a function that is gone", "", "ld: a.o: undefined reference to `f'",
     "ld: a.o: undefined reference to `f'", "nothing defines it"},
};

TEST(Explanation, OfTypicalSlipsWithBothCompilers) {
  for (const Slip& slip : kSlips) {
    EXPECT_THAT(said(slip.gcc, slip.line), HasSubstr(slip.told)) << slip.what << " with g++";
    EXPECT_THAT(said(slip.clang, slip.line), HasSubstr(slip.told)) << slip.what << " with clang++";
  }
}

TEST(Explanation, IsNotMadeUpWhereTheErrorSpeaksForItself) {
  EXPECT_EQ(said("a.cu:2:1: error: 'kep' was not declared in this scope; did you mean 'keep'?",
                 "kep(1);"),
            "");
  EXPECT_EQ(said("a.cu:2:1: error: static assertion failed: no", "static_assert(false);"), "");
}

std::string region(const std::string& code) {
  return "void f() {\n  // begin: one\n" + code + "  // end: one\n}\n";
}

TEST(Braces, TheLooseOneOfARegionIsFound) {
  const auto open = loose_brace(region("  if (x) {\n    g();\n"));
  ASSERT_TRUE(open);
  EXPECT_EQ(open->region, "one");
  EXPECT_EQ(open->line, 3);
  EXPECT_EQ(open->column, 10);
  EXPECT_EQ(open->brace, '{');
  const auto closing = loose_brace(region("  g();\n  }\n"));
  ASSERT_TRUE(closing);
  EXPECT_EQ(closing->line, 4);
  EXPECT_EQ(closing->brace, '}');
  EXPECT_EQ(loose_brace(region("  if (x {\n  }\n"))->brace, '(');
}

TEST(Braces, OfCommentsLiteralsAndOtherCodeDoNotCount) {
  EXPECT_FALSE(loose_brace(region("  g(\"{\\\"{\", '{', 1'000'000);  // {\n  /* { */\n")));
  EXPECT_FALSE(loose_brace("void f() { // begin: one\n// end: one\n"));
  EXPECT_FALSE(loose_brace(region("  g(R\"x({\"( )x\");\n  g('{', \"{\\\n{\");\n")));
}

class ComplaintTest : public testing::Test {
 protected:
  std::string told(const std::string& complaint, Detail detail = Detail::kFirst) {
    return told_complaint(little_.course(), complaint, little_.exercise(), detail);
  }
  LittleCourse little_;
};

TEST_F(ComplaintTest, TheFirstErrorIsShownWithItsLineAndACaret) {
  little_.write_exercise("int a;\n  kk<<<1, 1>>>(a);\n");
  const std::string text = told(
      "lessons/01-little/exercise.cu:2:3: error: 'kk' was not declared in this scope\n"
      "lessons/01-little/exercise.cu:2:9: error: another\n");
  EXPECT_THAT(text, HasSubstr("exercise.cu:2:3: error: 'kk'"));
  EXPECT_THAT(text, HasSubstr("    2 |   kk<<<1, 1>>>(a);\n"
                              "      |   ^\n"
                              "  No kernel kk is declared above this line."));
  EXPECT_THAT(text, HasSubstr("and 1 more error,"));
  EXPECT_THAT(text, Not(HasSubstr("another")));
}

TEST_F(ComplaintTest, AllAreShownToWhoAsks) {
  little_.write_exercise("int a;\n");
  const std::string text = told(
      "lessons/01-little/exercise.cu:1:1: error: one\n"
      "lessons/01-little/exercise.cu:1:2: error: another\n",
      Detail::kAll);
  EXPECT_THAT(text, HasSubstr("exercise.cu:1:2: error: another"));
}

TEST_F(ComplaintTest, AMissingBraceIsToldBeforeWhatFollowsFromIt) {
  little_.write_exercise(region("  if (x) {\n"));
  const std::string text =
      told("lessons/01-little/exercise.cu:5:1: error: expected '}' at end of input\n");
  EXPECT_THAT(text, HasSubstr("exercise.cu:3:10: error: this {"));
  EXPECT_THAT(text, HasSubstr("The region one must close what it opens"));
}

TEST_F(ComplaintTest, PlainlyThereIsNoPictureOfTheLine) {
  little_.write_exercise("int a\n");
  speak_plainly(true);
  const std::string text = told("lessons/01-little/exercise.cu:1:6: error: expected ';'\n");
  speak_plainly(false);
  EXPECT_THAT(text, HasSubstr("Line 1: int a\n"));
  EXPECT_THAT(text, Not(HasSubstr("^")));
  EXPECT_THAT(text, Not(HasSubstr("|")));
}

TEST_F(ComplaintTest, WhatIsNoErrorIsShownAsItIs) {
  EXPECT_EQ(told("compiling took more than 60 s"), "  compiling took more than 60 s\n");
}

}  // namespace
}  // namespace course
