// What code says of its own work, and that everything else is left alone.
#include <gtest/gtest.h>

#include "translator/translated.h"

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

// As GoogleTest's EXPECT_EQ reads, below a loop without braces.
TEST(CountWork, LabelsOfASwitchBelongToItsStatement) {
  const std::string text = counted(
      "__device__ void f(int n) { for (int i = 0; i < n; ++i) switch (0) case 0: default: "
      "if (int a = n) ; else n = a; }");
  EXPECT_NE(text.find(tokens_of("if (int a = n) ; else n = a; } }")), std::string::npos) << text;
}

TEST(CountWork, OnlyWhenAskedFor) {
  EXPECT_EQ(translated("__device__ int f(int a) { return a + 1; }"),
            tokens_of("int f(int a) { return a + 1; }"));
}

// Kernels may call some of what does not say where it runs.
TEST(CountWork, FunctionsThatKernelsMayCallCount) {
  for (const std::string head :
       {"constexpr int f(int a)", "consteval int f(int a)", "template <class T> T f(T a)",
        "__host__ __device__ int f(int a)", "int S::f(int a) const", "S::operator int()",
        "template <class T> requires(N > 3) int f(T a)"}) {
    const std::string text = counted(head + " { return a * 3; }");
    EXPECT_NE(text.find(tokens_of("{ " + issue(1) + " return a * 3; }")), std::string::npos)
        << text;
  }
}

TEST(CountWork, AllFormsOfFunctionsCount) {
  for (const std::string head : {"int f(int a)", "static int f(int a)", "auto f(int a) -> int",
                                 "auto f(int a) noexcept(x < 3) -> A<3>", "int operator+(S a)",
                                 "[[nodiscard]] inline int f(auto a)", "extern \"C\" int f(int a)",
                                 "struct S f(struct S a)", "int (f)(int a)", "int f(int a) try",
                                 "auto f(int a) -> decltype(a + 1)", "int (*f(int a))(int)"}) {
    const std::string text = counted("__device__ " + head + " { return a * 3; }");
    EXPECT_NE(text.find(tokens_of("{ " + issue(1) + " return a * 3; }")), std::string::npos)
        << text;
  }
}

TEST(CountWork, PlainHostFunctionsDoNot) {
  for (const std::string text :
       {"int main() { for (int i = 0; i < 3 + 4; ++i) { i *= 2; } return 1 + 2; }",
        "static int f(int a) { if (a > 1) { return a * 3; } return a; }",
        "namespace n { auto f(int a) -> int { do { ++a; } while (a < 3); return a; } }"})
    EXPECT_EQ(counted(text), tokens_of(text));
  EXPECT_EQ(counted("void h() { int a = 1 + 2; { run([=](int i) { return i + a; }); } }"),
            tokens_of("void h() { int a = 1 + 2; { run([=](int i) { " + issue(1) +
                      " return i + a; }); } }"));
}

TEST(CountWork, MembersCount) {
  EXPECT_EQ(counted("struct S { int a; int f() const { return a + 1; } };"),
            tokens_of("struct S { int a; int f() const { " + issue(1) + " return a + 1; } };"));
  EXPECT_EQ(counted("void f() { struct S { int a; static int f(int a) { return a + 1; } } s; }"),
            tokens_of("void f() { struct S { int a; static int f(int a) { " + issue(1) +
                      " return a + 1; } } s; }"));
  EXPECT_EQ(
      counted("struct S { S(int a) : x(a + 1), y{a * 2, a} {} int x; P y; };"),
      tokens_of("struct S { S(int a) : x(a + 1), y{a * 2, a} { " + issue(4) + " } int x; P y; };"));
}

TEST(CountWork, WhatAPackRepeatsCountsEachTime) {
  const std::string head = "template <int... I> void f(int* a) { ";
  const auto each = [](int n, const std::string& what) {
    return "(::emu::issue<" + std::to_string(n) + ">(), " + what + ")";
  };
  for (const auto& [plain, wrapped] : std::vector<std::pair<std::string, std::string>>{
           {"(g(I), ...);", "(" + each(2, "g(I)") + ", ...);"},
           {"(..., (a[I] += 1));", "(..., " + each(2, "(a[I] += 1)") + ");"},
           {"return (I + ...);", "return (" + each(1, "I") + "+ ...);"},
           {"return (0 + ... + I);", "return (" + each(1, "0") + "+ ... +" + each(1, "I") + ");"},
           {"return ((I < 3) && ...);", "return (" + each(2, "(I < 3)") + "&& ...);"},
           {"int b[] = {(a[I] * 2)...};",
            issue(1) + "int b[] = {" + each(2, "(a[I] * 2)") + "...};"},
           {"h(a[0], g(I)...);", issue(3) + "h(a[0], " + each(2, "g(I)") + "...);"},
           {"((g(I), ...), ...);", "((" + each(2, "g(I)") + ", ...), ...);"},
           {"(void)(g(I), ...);", "(void)(" + each(2, "g(I)") + ", ...);"},
           {"h(I...);", issue(2) + "h(I...);"},
           {"return sizeof...(I) + 1;", issue(1) + "return sizeof...(I) + 1;"},
           {"auto l = [](auto&&... x) { return 1; };",
            issue(2) + "auto l = [](auto&&... x) { return 1; };"},
           {"using F = void(I&&...);", issue(3) + "using F = void(I&&...);"}}) {
    EXPECT_EQ(counted(head + plain + " }"), tokens_of(head + wrapped + " }")) << plain;
  }
}

TEST(CountWork, LambdasCountWhereverTheyAre) {
  EXPECT_EQ(counted("auto f = [](int a) { return a + 1; };"),
            tokens_of("auto f = [](int a) { " + issue(1) + " return a + 1; };"));
  EXPECT_EQ(counted("int x = ({ int y = g; y + 1; });"),
            tokens_of("int x = ({ " + issue(1) + " int y = g; y + 1; });"));
  EXPECT_EQ(
      counted("struct S { int (*f)(int) = [](int a) { return a + 1; }; };"),
      tokens_of("struct S { int (*f)(int) = [](int a) { " + issue(1) + " return a + 1; }; };"));
}

TEST(CountWork, DeclarationsAreLeftAlone) {
  for (const std::string text :
       {"int a[] = {1 + 2, 3};", "namespace n { int f(int a); extern int x; }",
        "enum class E : int { kA = 1 + 2 };", "typedef struct { int a[3 + 4]; } T;",
        "static struct S { int a : 1 + 2; union { int b; float c; }; } s = {1 + 2};",
        "extern \"C\" { int f(int); }", "template <int N = (3 > 2)> struct S { int a[N + 1]; };",
        "struct alignas(16) S final : T<3 + 4> { int a = 3 + 4; };",
        "struct __attribute__((packed)) S { int a[3 + 4]; } const s{};",
        "const int n = sizeof(struct { int a[3 + 4]; });"}) {
    EXPECT_EQ(counted(text), tokens_of(text));
  }
}

TEST(CountWork, WhatIsReturnedInBracesIsNoBlock) {
  EXPECT_EQ(counted("__device__ P f(int a) { return {a * 3, a + 1}; }"),
            tokens_of("P f(int a) { " + issue(2) + " return {a * 3, a + 1}; }"));
  EXPECT_EQ(counted("__device__ P f(int a) { if (a) throw P{a + 1}; else return {a}; }"),
            tokens_of("P f(int a) { " + issue(1) + " if (a) throw P{a + 1}; else return {a}; }"));
}

TEST(CountWork, BracesWithinAnInitializerAreNoBlocks) {
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
                issue(4) + " if (n) s[0] = 1; else s[1] = n + 1; } } n += 1; }"));
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

TEST(CountWork, ACaseFarAboveTheMeanCountsInItself) {
  EXPECT_EQ(counted("__device__ void f(int n) { switch (n) { default: n += n * n * n * n * n;"
                    " case 1: case 2: break; case 3: break; case 4: break; case 5: break; } }"),
            tokens_of("void f(int n) { switch (n) { default: " + issue(5) +
                      " n += n * n * n * n * n;"
                      " case 1: case 2: break; case 3: break; case 4: break; case 5: break; } }"));
  EXPECT_EQ(
      counted("__device__ void f(int n) { switch (n) { case 1: switch (n) { case 1: ++n; } } }"),
      tokens_of("void f(int n) { switch (n) { case 1: switch (n) { case 1: " + issue(1) +
                " ++n; } } }"));
}

TEST(CountWork, WhatGotoComesBackToCountsEachTime) {
  EXPECT_EQ(counted("__device__ void f(int n) { n += 1; again: n *= n; if (n < 9) goto again; }"),
            tokens_of("void f(int n) { " + issue(1) + " n += 1; again: " + issue(2) +
                      " n *= n; if (n < 9) goto again; }"));
  EXPECT_EQ(
      counted("__device__ void f(int n) { if (n) again: n *= n; else goto again; }"),
      tokens_of("void f(int n) { if (n) again: { " + issue(1) + " n *= n; } else goto again; }"));
  EXPECT_EQ(counted("__device__ void f(int n) { switch (n) { case 1: again: ++n; } goto again; }"),
            tokens_of("void f(int n) { switch (n) { case 1: again: " + issue(1) +
                      " ++n; } goto again; }"));
}

TEST(CountWork, ColonsOfOtherKindsAreNoLabels) {
  EXPECT_EQ(counted("__device__ int f(int n) { return n ? (int)n : n ? n ? n : n : n; }"),
            tokens_of("int f(int n) { " + issue(3) + " return n ? (int)n : n ? n ? n : n : n; }"));
}

TEST(CountWork, LoopsWithoutABodyWorkInTheirHeads) {
  EXPECT_EQ(counted("__device__ void f(int n) { for (; n < 9; n *= 3) ; }"),
            tokens_of("void f(int n) { for (; n < 9; n *= 3) { " + issue(3) + " ; } }"));
  EXPECT_EQ(counted("__device__ void f(int n) { for (;;) do ++n; while (n); }"),
            tokens_of("void f(int n) { for (;;) { " + issue(1) + " do { " + issue(1) +
                      " ++n; } while (n); } }"));
}

TEST(CountWork, WaitsForAnotherThreadStayEmpty) {
  EXPECT_EQ(counted("__device__ void f(volatile int* p) { while (*p == 0); }"),
            tokens_of("void f(volatile int* p) { while (*p == 0); }"));
}

TEST(CountWork, DoLoops) {
  EXPECT_EQ(counted("__device__ void f(int n) { do { n += 1; } while (n < 9); }"),
            tokens_of("void f(int n) { do { " + issue(2) + " n += 1; } while (n < 9); }"));
  EXPECT_EQ(counted("__device__ void f(int n) { if (n) do n += 1; while (n < 9); else n = 1; }"),
            tokens_of("void f(int n) { if (n) do { " + issue(2) +
                      " n += 1; } while (n < 9); else n = 1; }"));
}

TEST(CountWork, BracesOfValuesAreNoBlocks) {
  EXPECT_EQ(counted("__device__ S f(int n) { return S{n + 1, {n - 1}}; }"),
            tokens_of("S f(int n) { " + issue(2) + " return S{n + 1, {n - 1}}; }"));
}

TEST(CountWork, LambdasOfTheDeviceAndKernels) {
  EXPECT_NE(counted("void h() { run([=] __device__ (int i) { return i + 1; }); }")
                .find(tokens_of("[=] (int i) { " + issue(1) + " return i + 1; });")),
            std::string::npos);
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
