// What device code says of its own work, and that everything else is left alone.
#include <gtest/gtest.h>

#include "translated.h"

namespace emu::translator {
namespace {

std::string counted(const std::string& text) {
  TranslateOptions options;
  options.counts_work = true;
  return tokens_of(translate_user_text(text, options).text);
}

std::string issue(int instructions) {
  return "::emu::issue<" + std::to_string(instructions) + ">();";
}

TEST(CountWork, OperatorsOfABodyCountWhenItIsEntered) {
  EXPECT_EQ(counted("__device__ int f(int a) { return a * 3 + 1; }"),
            tokens_of("int f(int a) { " + issue(2) + " return a * 3 + 1; }"));
}

TEST(CountWork, OnlyWhenAskedFor) {
  EXPECT_EQ(translated("__device__ int f(int a) { return a + 1; }"),
            tokens_of("int f(int a) { return a + 1; }"));
}

TEST(CountWork, HostCodeDoesNotCount) {
  for (const std::string text :
       {"int f(int a) { return a + 1; }", "int main() { for (int i = 0; i < 3; ++i) g(i + 1); }"}) {
    EXPECT_EQ(counted(text), tokens_of(text));
  }
}

TEST(CountWork, WhatIsReturnedInBracesIsNoBlock) {
  EXPECT_EQ(counted("__device__ P f(int a) { return {a * 3, a + 1}; }"),
            tokens_of("P f(int a) { " + issue(2) + " return {a * 3, a + 1}; }"));
  EXPECT_EQ(counted("__device__ P f(int a) { if (a) throw P{a + 1}; else return {a}; }"),
            tokens_of("P f(int a) { " + issue(1) + " if (a) throw P{a + 1}; else return {a}; }"));
}

TEST(CountWork, BracesWithinAnInitialiserAreNoBlocks) {
  EXPECT_EQ(counted("__device__ void f(int a) { const P p[] = {{g(a), 2}, {3, a + 4}}; }"),
            tokens_of("void f(int a) { " + issue(4) + " const P p[] = {{g(a), 2}, {3, a + 4}}; }"));
  EXPECT_EQ(counted("__device__ P f(int a) { return {{a + 1, {a + 2}}}; }"),
            tokens_of("P f(int a) { " + issue(2) + " return {{a + 1, {a + 2}}}; }"));
}

TEST(CountWork, NothingToDoIsNotCounted) {
  EXPECT_EQ(counted("__device__ void f() {}"), tokens_of("void f() {}"));
}

TEST(CountWork, ALoopCountsEachTimeRound) {
  EXPECT_EQ(counted("__device__ void f(int n) { while (n > 0) { n -= 2; } }"),
            tokens_of("void f(int n) { while (n > 0) { " + issue(3) + " n -= 2; } }"));
}

TEST(CountWork, ABodyWithoutBracesGetsSome) {
  EXPECT_EQ(counted("__device__ void f(int n, int* s) { for (int i = 0; i < n; ++i) s[0] += i; }"),
            tokens_of("void f(int n, int* s) { for (int i = 0; i < n; ++i) { " + issue(5) +
                      " s[0] += i; } }"));
}

TEST(CountWork, NestedLoopsWithoutBraces) {
  EXPECT_EQ(
      counted("__device__ void f(int n, int* s) {"
              " for (;;) for (;;) if (n) s[0] = 1; else s[1] = n + 1; n += 1; }"),
      tokens_of("void f(int n, int* s) { " + issue(1) + " for (;;) { " + issue(1) + " for (;;) { " +
                issue(4) + " if (n) s[0] = 1; else s[1] = ::emu::returned(n + 1); } } n += 1; }"));
}

TEST(CountWork, ABranchCountsWhenItIsTaken) {
  EXPECT_EQ(counted("__device__ void f(int n) { if (n < 1) { n += 1; } else { n *= n - 1; } }"),
            tokens_of("void f(int n) { " + issue(1) + " if (n < 1) { " + issue(1) +
                      " n += 1; } else { " + issue(2) + " n *= n - 1; } }"));
}

TEST(CountWork, OfCasesTheMean) {
  EXPECT_EQ(counted("__device__ void f(int n) {"
                    " switch (n) { case 1: n += 1; break; default: n += n + n; } }"),
            tokens_of("void f(int n) { " + issue(1) +
                      " switch (n) { case 1: n += 1; break; default: n += n + n; } }"));
}

TEST(CountWork, WaitsForAnotherThreadStayEmpty) {
  EXPECT_EQ(counted("__device__ void f(volatile int* p) { while (*p == 0); }"),
            tokens_of("void f(volatile int* p) { while (*p == 0); }"));
}

TEST(CountWork, DoLoops) {
  EXPECT_EQ(counted("__device__ void f(int n) { do { n += 1; } while (n < 9); }"),
            tokens_of("void f(int n) { do { " + issue(1) + " n += 1; } while (n < 9); }"));
}

TEST(CountWork, BracesOfValuesAreNoBlocks) {
  EXPECT_EQ(counted("__device__ S f(int n) { return S{n + 1, {n - 1}}; }"),
            tokens_of("S f(int n) { " + issue(2) + " return S{n + 1, {n - 1}}; }"));
}

TEST(CountWork, LambdasOfTheDeviceAndKernels) {
  EXPECT_EQ(counted("void h() { run([=] __device__ (int i) { return i + 1; }); }"),
            tokens_of("void h() { run([=] (int i) { " + issue(1) + " return i + 1; }); }"));
  const std::string kernel = counted("__global__ void k(int* p) { p[0] = 1; }");
  EXPECT_NE(kernel.find(tokens_of("mutable -> void { " + issue(1))), std::string::npos) << kernel;
}

TEST(CountWork, LaunchesStayWhole) {
  const std::string loop =
      counted("__global__ void k(int n) { for (int i = 0; i < n; ++i) k<<<1, 1>>>(n); }");
  EXPECT_NE(loop.find("++ i ) { :: emu :: issue <"), std::string::npos) << loop;
  EXPECT_NE(loop.find("; } } , {"), std::string::npos) << loop;
}

TEST(CountWork, TemplateArgumentsAreNoComparisons) {
  EXPECT_EQ(counted("__device__ void f() { A<3, B<4>> a; }"),
            tokens_of("void f() { A<3, B<4>> a; }"));
}

}  // namespace
}  // namespace emu::translator
