#include <gmock/gmock.h>

#include "translator/translated.h"

namespace emu::translator {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string body(const std::string& traits, const std::string& text,
                 const std::string& named = "") {
  return "{ ::emu::kernel(::emu::KernelTraits{" + traits +
         "}, [=] [[gnu::always_inline]] () mutable -> void {" + text + "}" +
         (named.empty() ? "" : ", {" + named + "}") + "); }";
}

const std::string kStub = "__attribute__((noinline))";

TEST(Kernels, BecomeStubsWithTheirSignature) {
  EXPECT_EQ(translated("__global__ void k(int* p, int n = 3) { p[0] = n; }"),
            tokens_of(kStub + "void k(int* p, int n = 3)" +
                      body("", "p[0] = n;",
                           "::emu::argument<decltype(p)>(p), ::emu::argument<decltype(n)>(n)")));
}

TEST(Kernels, AreNoConstantExpressions) {
  EXPECT_EQ(translated("__global__ void k() { volatile char c = x; }"),
            tokens_of(kStub + "void k()" + body("", "(void)0; volatile char c = x;")));
}

TEST(Kernels, DeclarationsOnlyLoseTheWord) {
  EXPECT_EQ(translated("__global__ void k(int);\nextern \"C\" __global__ void c(int);\n"
                       "template __global__ void t<int>(int);"),
            tokens_of("void k(int); extern \"C\" void c(int); template void t<int>(int);"));
}

TEST(Kernels, InEveryPlace) {
  for (const std::string head :
       {"static ", "extern \"C\" ", "template <class T, int N> ", "template <> ",
        "template <typename... Ts> ", "[[maybe_unused]] ", "__attribute__((cold)) ", "inline ",
        "template <class T> requires (sizeof(T) == 4) ", "extern \"C\" { ", "namespace a::b { "}) {
    EXPECT_EQ(translated(head + "__global__ void k(int n) { n = 1; }"),
              tokens_of(head + kStub + " void k(int n)" +
                        body("", " n = 1; ", "::emu::argument<decltype(n)>(n)")))
        << head;
  }
}

TEST(Kernels, TheWordMayStandAnywhereBeforeTheName) {
  EXPECT_EQ(translated("void __global__ k() {}"),
            tokens_of("void " + kStub + " k()" + body("", "")));
  EXPECT_EQ(translated("__global__ static void k() {}"),
            tokens_of(kStub + " static void k()" + body("", "")));
}

TEST(Kernels, LaunchBoundsBecomeTraits) {
  const std::string one = ".max_threads = static_cast<unsigned>(256), ";
  EXPECT_EQ(translated("__global__ void __launch_bounds__(256) k() {}"),
            tokens_of(kStub + " void k()" + body(one, "")));
  EXPECT_EQ(
      translated("template <int N> __global__ __launch_bounds__(N * 2, A<N, 1>::v) void k() {}"),
      tokens_of("template <int N> " + kStub + " void k()" +
                body(".max_threads = static_cast<unsigned>(N * 2), "
                     ".min_blocks = static_cast<unsigned>(A<N, 1>::v), ",
                     "")));
}

TEST(Kernels, ClusterDimensionsBecomeTraits) {
  EXPECT_EQ(
      translated("__global__ void __cluster_dims__(2, 4) k() {}"),
      tokens_of(kStub + " void k()" +
                body(".cluster = {static_cast<unsigned>(2), static_cast<unsigned>(4), 1, }", "")));
}

TEST(Kernels, BoundsOfDeclarationsGo) {
  EXPECT_EQ(translated("__global__ void __launch_bounds__(256, 2) k(int);"),
            tokens_of("void k(int);"));
}

TEST(Kernels, ParametersMayBeAnything) {
  const std::pair<std::string, std::string> cases[] = {
      {"void (*f)(int, int), int n",
       "::emu::argument<decltype(f)>(f), ::emu::argument<decltype(n)>(n)"},
      {"const int (*a)[4]", "::emu::argument<decltype(a)>(a)"},
      {"Ts... args", "::emu::argument<decltype(args)>(args)..."},
      {"std::pair<int, A<B>> p", "::emu::argument<decltype(p)>(p)"},
      {"T f = T{}", "::emu::argument<decltype(f)>(f)"},
      {"int n = (3, 4)", "::emu::argument<decltype(n)>(n)"},
      {"int a[]", "::emu::argument<decltype(a)>(a)"},
      {"const int* __restrict__ p, unsigned n",
       "::emu::argument<decltype(p)>(p), ::emu::argument<decltype(n)>(n)"},
      {"[[maybe_unused]] T* p", "::emu::argument<decltype(p)>(p)"}};
  for (const auto& [parameters, named] : cases) {
    EXPECT_EQ(translated("__global__ void k(" + parameters + ") {}"),
              tokens_of(kStub + " void k(" + parameters + ")" + body("", "", named)));
  }
  EXPECT_EQ(
      translated("__global__ void k(const __grid_constant__ int n) {}"),
      tokens_of(kStub + " void k(const int n)" + body("", "", "::emu::argument<decltype(n)>(n)")));
}

TEST(Kernels, ParametersMayHaveNoName) {
  for (const std::string parameters :
       {"int", "const T", "T const", "unsigned long", "int*", "const int* __restrict__", "a::T",
        "std::pair<int, int>", "typename A<B>::type", "Ts...", "void (*)(int)", "int = 3",
        "void"}) {
    EXPECT_EQ(translated("__global__ void k(" + parameters + ") {}"),
              tokens_of(kStub + " void k(" + parameters + ")" + body("", "")));
  }
}

TEST(Kernels, AfterMacrosHaveBeenExpandedToOneLine) {
  EXPECT_EQ(translated("__global__ void a() { b<<<1, 1>>>(); } __global__ void b() {}"),
            tokens_of(kStub + " void a()" +
                      body(".calls_runtime = true, ",
                           "(::emu::Configuration(1, 1) << (b(), ::emu::Staged()));") +
                      kStub + " void b()" + body("", "")));
}

TEST(Kernels, MustReturnVoid) {
  EXPECT_THAT(
      refusals("__global__ int k() { return 1; }\n__global__ float* f();\n"
               "__global__ auto a() {}\n__global__ auto v() -> void {}\n"),
      ElementsAre("exercise.cu(1): error: a __global__ function must have a void return type",
                  "exercise.cu(2): error: a __global__ function must have a void return type",
                  "exercise.cu(3): error: a __global__ function must not have a deduced "
                  "return type"));
}

TEST(Kernels, MayNotTakeReferences) {
  const auto refused = [](const std::string& parameters) {
    const auto found =
        refusals("template <class T, int N> __global__ void k(" + parameters + ") {}");
    return found.size() == 1 && found[0].find("cannot be a reference") != std::string::npos;
  };
  for (const char* reference : {"const int& x", "int n, T&& x", "T (&x)[N]", "T&&... xs", "int&",
                                "A<int, 3>& a, int n", "const int& x = 3"})
    EXPECT_TRUE(refused(reference)) << reference;
  for (const char* value :
       {"int n", "int* p", "void (*f)(int&)", "A<int&> a", "int n = a & b, int m",
        "bool b = x && y", "T (*x)[N]", "decltype(a & b) c"})
    EXPECT_FALSE(refused(value)) << value;
  EXPECT_THAT(refusals("struct S;\n__global__ void k(int n,\n                  const S& s);\n"),
              ElementsAre(HasSubstr("exercise.cu(3): error: a kernel's parameter cannot be a")));
}

TEST(Kernels, MayNotTakeEllipsis) {
  EXPECT_THAT(refusals("__global__ void k(int n, ...) {}\n"
                       "template <class... T> __global__ void p(T...) {}\n"),
              ElementsAre("exercise.cu(1): error: a __global__ function cannot have ellipsis"));
}

TEST(Kernels, MayNotBeMembers) {
  EXPECT_THAT(
      refusals("struct S {\n  __global__ void m() {}\n  static __global__ void s();\n"
               "  friend __global__ void f();\n};\n"),
      ElementsAre("exercise.cu(2): error: A __global__ function or function template cannot "
                  "be a member function",
                  "exercise.cu(3): error: A __global__ function or function template cannot "
                  "be a member function"));
}

TEST(Annotations, GoFromFunctionsAndLambdas) {
  EXPECT_EQ(translated("__host__ __device__ int f(int* __restrict__ p) { return *p; }"),
            tokens_of("int f(int* __restrict__ p) { return *p; }"));
  EXPECT_EQ(translated("struct S { __device__ S() {} __device__ ~S() {} int __device__ m(); "
                       "__device__ bool operator<(S) const; __device__ operator int() const; };"),
            tokens_of("struct S { S() {} ~S() {} int m(); bool operator<(S) const; "
                      "operator int() const; };"));
  EXPECT_EQ(translated("auto f = [=] __host__ __device__ (int i) { return i; };"),
            tokens_of("auto f = [=] (int i) { return i; };"));
  EXPECT_EQ(translated("__device__ struct S { int a; };"), tokens_of("struct S { int a; };"));
}

TEST(Annotations, InliningHasTheCompilersNames) {
  EXPECT_EQ(translated("__device__ __forceinline__ int f();"),
            tokens_of("inline __attribute__((always_inline)) int f();"));
  EXPECT_EQ(translated("static __forceinline__ inline int f();"),
            tokens_of("static __attribute__((always_inline)) inline int f();"));
  EXPECT_EQ(translated("inline __device__ __forceinline__ int f();"),
            tokens_of("inline __attribute__((always_inline)) int f();"));
  EXPECT_EQ(translated("__noinline__ __device__ int f();"),
            tokens_of("__attribute__((noinline)) int f();"));
}

}  // namespace
}  // namespace emu::translator
