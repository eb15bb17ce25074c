// What a file is for the host and for the device becomes one text.
#include "translator/sides/merge.h"

#include "translator/translated.h"

namespace emu::translator {
namespace {

const std::string kStart = "# 1 \"x.cu\"\n";

/// The tokens of both sides' text.
std::string merged(const std::string& host, const std::string& device) {
  return tokens_of(merge_sides(kStart + host, kStart + device, everything));
}

TEST(MergeSides, EqualTextsComeBackAsTheyAre) {
  const std::string text = kStart + "int a;  // x\n#pragma once\nint f() { return 1; }\n";
  EXPECT_EQ(merge_sides(text, text, everything), text);
}

TEST(MergeSides, AKernelHasTheDevicesBody) {
  EXPECT_EQ(merged("__global__ void k(int* p) {\n\n}\nint n;",
                   "__global__ void k(int* p) {\n*p = 1;\n}\nint n;"),
            "__global__ void k ( int * p ) { * p = 1 ; } int n ;");
}

TEST(MergeSides, AHostFunctionHasTheHostsBody) {
  EXPECT_EQ(merged("int f() {\nreturn 1;\n}", "int f() {\nreturn 2;\n}"),
            "int f ( ) { return 1 ; }");
}

TEST(MergeSides, AFunctionForBothSidesHasBothBodies) {
  EXPECT_EQ(merged("__host__ __device__ int f() {\n\nreturn 2;\n}",
                   "__host__ __device__ int f() {\nreturn 1;\n\n}"),
            "__host__ __device__ int f ( ) { if ( __emu_on_device ( ) ) { return 1 ; } else "
            "{ return 2 ; } }");
}

TEST(MergeSides, AConstantExpressionIsTheHosts) {
  EXPECT_EQ(merged("constexpr int f() { return 2; }", "constexpr int f() { return 1; }"),
            "constexpr int f ( ) { if ( ! __builtin_is_constant_evaluated ( ) && "
            "__emu_on_device ( ) ) { return 1 ; } else { return 2 ; } }");
}

TEST(MergeSides, AFunctionThatOneSideCallsTheDevicesIsForBoth) {
  EXPECT_EQ(
      merged("template <class T> inline T f(T x) { return x; }",
             "template <class T> __device__ inline T f(T x) { return x + 1; }"),
      "template < class T > __host__ __device__ inline T f ( T x ) { if ( __emu_on_device ( ) ) "
      "{ return x + 1 ; } else { return x ; } }");
}

TEST(MergeSides, WhatOnlyOneSideDeclaresIsKeptBeforeWhatUsesIt) {
  EXPECT_EQ(merged("int h;\n\n\n__device__ int f() { return 0; }\nint end;",
                   "int h;\n__device__ int g();\n\n__device__ int f() { return g(); }\nint end;"),
            "int h ; __device__ int g ( ) ; __device__ int f ( ) { return g ( ) ; } int end ;");
}

TEST(MergeSides, WhatBothDeclareOtherwiseHasTwoNames) {
  EXPECT_EQ(merged("const int n = 1;\n\nint f() { return n; }\n__global__ void k() { n; }",
                   "\nconst int n = 2;\nint f() { return n; }\n__global__ void k() { n; }"),
            "const int n = 1 ; const int n_on_device = 2 ; int f ( ) { return n ; } "
            "__global__ void k ( ) { n_on_device ; }");
}

TEST(MergeSides, NamespacesOfBothSidesAreOne) {
  EXPECT_EQ(merged("\n\nint a;\nnamespace n { int h(); }\nint end;",
                   "namespace n { int d(); }\nint b;\n\n\nint end;"),
            "int a ; namespace n { int h ( ) ; int d ( ) ; } int b ; int end ;");
}

TEST(MergeSides, ANamespaceOfOneSideIsClosedThere) {
  EXPECT_EQ(
      merged("\n\nnamespace m { int h(); }\nint end;", "namespace n { int d(); }\n\n\nint end;"),
      "namespace m { int h ( ) ; } namespace n { int d ( ) ; } int end ;");
}

TEST(MergeSides, AnEnumerationHasTwoNamesForEachValue) {
  EXPECT_EQ(
      merged("enum { kA = 1, kB };\n\nint f() { return kB; }\n__device__ int g() { return kB; }",
             "\nenum { kA = 2, kB };\nint f() { return kB; }\n__device__ int g() { return kB; }"),
      "enum { kA = 1 , kB } ; enum { kA_on_device = 2 , kB_on_device } ; int f ( ) { return kB ; } "
      "__device__ int g ( ) { return kB_on_device ; }");
}

TEST(MergeSides, AMemberOfTheSameNameKeepsIt) {
  const std::string rest = "struct S { int n; };\n__device__ int g(S s) { return s.n + n; }";
  EXPECT_EQ(merged("const int n = 1;\n\n" + rest, "\nconst int n = 2;\n" + rest),
            "const int n = 1 ; const int n_on_device = 2 ; struct S { int n ; } ; "
            "__device__ int g ( S s ) { return s . n + n_on_device ; }");
}

TEST(MergeSides, MembersHaveBothBodiesToo) {
  EXPECT_EQ(
      merged(
          "namespace a { struct S { public:\n__host__ __device__ S() : a{1} { h(); }\nint a; }; }",
          "namespace a { struct S { public:\n__host__ __device__ S() : a{1} { d(); }\nint a; }; }"),
      "namespace a { struct S { public : __host__ __device__ S ( ) : a { 1 } { if ( "
      "__emu_on_device ( ) ) { d ( ) ; } else { h ( ) ; } } int a ; } ; }");
}

TEST(MergeSides, ALambdaForTheDeviceHasTheDevicesBody) {
  EXPECT_EQ(merged("void f() { h();\nrun([=] __device__ (int i) { });\n}",
                   "void f() { d();\nrun([=] __device__ (int i) { g(); });\n}"),
            "void f ( ) { h ( ) ; run ( [ = ] __device__ ( int i ) { g ( ) ; } ) ; }");
}

const std::string kSides[] = {
    "namespace n { struct S : T<int> { S() : a{1} { h(); } int a; enum { kX = 1 }; }; }\n"
    "__host__ __device__ int f(int x) { auto g = [=] __device__ (int i) { return i; }; return x; }\n"
    "const int c = 1; extern \"C\" { int e(); }\n",
    "namespace n { struct S : T<int> { S() : a{1} { d(); } long b; enum { kX = 2 }; }; }\n"
    "__device__ int f(int x) { auto g = [=] __device__ (int i) { return c; }; return x; }\n"
    "const int c = 2; namespace only { int d(); }\n"};

// Whatever a half-written file holds, the compiler must get to say what is wrong with it.
TEST(MergeSides, EveryBeginningAndEveryEndOfTwoSidesIsMerged) {
  for (std::size_t host = 0; host <= kSides[0].size(); host += 3)
    for (std::size_t device = 0; device <= kSides[1].size(); device += 5) {
      EXPECT_FALSE(merge_sides(kStart + kSides[0].substr(0, host),
                               kStart + kSides[1].substr(0, device), everything)
                       .empty());
      EXPECT_FALSE(merge_sides(kStart + kSides[0].substr(host), kStart + kSides[1].substr(device),
                               everything)
                       .empty());
    }
}

TEST(MergeSides, TwoSidesWithoutOneOfTheirCharactersAreMerged) {
  for (std::size_t gone = 0; gone < kSides[0].size(); ++gone) {
    std::string host = kSides[0], device = kSides[1];
    host.erase(gone, 1);
    device.erase(device.size() - 1 - gone % device.size(), 1);
    EXPECT_FALSE(merge_sides(kStart + host, kStart + device, everything).empty()) << gone;
  }
}

/// Files, lines and columns of some words.
std::vector<std::string> places(const std::string& text, const std::string& word) {
  const TokenList list = tokenise(text, everything);
  std::vector<std::string> found;
  for (const Token& token : list.tokens) {
    if (!token.is(word)) continue;
    found.push_back(list.files[token.at.file] + ":" + std::to_string(token.at.line) + ":" +
                    std::to_string(token.at.column));
  }
  return found;
}

TEST(MergeSides, EveryWordKeepsItsPlace) {
  const std::string text = merge_sides(
      kStart +
          "int a;\n__host__ __device__ int f() {\n\n  return 1 + here;\n} int here;\n  int here;\n",
      kStart +
          "int a;\n__host__ __device__ int f() {\n    return here;\n\n} int here;\n  int here;\n",
      everything);
  EXPECT_EQ(places(text, "here"),
            (std::vector<std::string>{"x.cu:3:12", "x.cu:4:14", "x.cu:5:7", "x.cu:6:7"}))
      << text;
}

TEST(MergeSides, AHeaderThatOneSideIncludesIsThereOnce) {
  const std::string both = "# 1 \"a.h\" 1 3\nint of_a;\n";
  const std::string only = "# 1 \"b.h\" 1 3\nint of_b;\n";
  const std::string rest = "# 4 \"x.cu\" 2\n#pragma GCC diagnostic pop\nint n;\n";
  const auto user = [](std::string_view file) { return file == "x.cu"; };
  const std::string text = merge_sides(kStart + both + rest, kStart + both + only + rest, user);
  const TokenList list = tokenise(text, user);
  ASSERT_EQ(list.unread.size(), 2u) << text;
  EXPECT_EQ(list.unread[1].text, "int of_b;");
  ASSERT_EQ(list.directives.size(), 1u);
  EXPECT_EQ(list.directives[0].at.line, 4u);
  EXPECT_EQ(places(text, "n"), std::vector<std::string>{"x.cu:5:5"}) << text;
}

}  // namespace
}  // namespace emu::translator
