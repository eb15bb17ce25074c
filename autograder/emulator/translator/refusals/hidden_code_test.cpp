// Code that the checker could not see, and names with which an exercise could speak for the
// emulator.
#include <gmock/gmock.h>

#include "translator/translated.h"

namespace emu::translator {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::vector<std::string> untrusted(const std::string& text) {
  TranslateOptions options;
  options.untrusted = true;
  return refusals(text, options);
}

void expect_refused(const std::string& text, const std::string& words) {
  EXPECT_THAT(refusals(text), ElementsAre(AllOf(StartsWith("exercise.cu("), HasSubstr(words))))
      << text;
}

TEST(HostAssembly, IsRefusedInEveryForm) {
  for (const char* text : {
           R"(void f() { asm("nop"); })",
           R"(void f() { __asm__ volatile("mov %0, %%rax" :: "r"(p)); })",
           R"(asm(".globl x");)",
           R"x(asm volatile(R"(int3)");)x",
           R"(void f() { asm goto("jmp %l0" :::: out); out:; })",
           R"(void f() { register long x asm("rax"); })",
           R"(int mine() __asm__("__tsan_write4");)",
           R"(void f() { asm("" : "=m"(*p) : "0"(5)); })",
           R"(void f() { asm("" "nop"); })",
           R"(auto f = [] { __asm("nop"); };)",
       }) {
    expect_refused(text, "the checker cannot see what assembly in host code does");
  }
}

TEST(HostAssembly, BarriersForTheCompilerAreFine) {
  EXPECT_THAT(
      refusals(R"(void f() { asm volatile("" ::: "memory"); asm(""); asm("" : : : "cc"); })"),
      IsEmpty());
}

TEST(InlinePtx, IsNoHostAssemblyInDisguise) {
  expect_refused(R"(__device__ void f() { asm goto("nop" :::: out); out:; })",
                 "inline PTX is written");
  expect_refused(R"(__device__ void f() { asm inline("nop"); })", "inline PTX is written");
  expect_refused(
      R"(__device__ void f() { asm("mov.u32 %0, %1;" : "=r"(a) : "r"(({ asm(""); 1; }))); })",
      "must not hold assembly");
  // A comment for PTX, an instruction for the assembler of the host.
  const std::string hidden = translated(R"(__device__ void f() { asm("// \x0a int3"); })");
  EXPECT_EQ(hidden, tokens_of(R"(void f() { asm volatile("" ::: "memory"); })"));
}

TEST(Attributes, ThatHideCodeAreRefused) {
  for (const char* text : {
           "__attribute__((no_sanitize_thread)) void f();",
           R"(__attribute__((no_sanitize("thread"))) void f();)",
           R"(__attribute__((__no_sanitize__("thread"))) void f();)",
           R"(__attribute((noinline, no_sanitize("thread"))) void f();)",
           R"([[gnu::no_sanitize("thread")]] void f();)",
           R"([[using gnu: no_sanitize("thread")]] void f();)",
           R"([ [ clang::no_sanitize("thread")] ] void f();)",
           "__attribute__((disable_sanitizer_instrumentation)) void f();",
           R"(__attribute__((optimize("O0"))) void f();)",
           "__attribute__((naked)) void f();",
           R"(__attribute__((ifunc("pick"))) void f();)",
           R"(void f() __attribute__((alias("g")));)",
           R"(int x __attribute__((section(".preinit_array")));)",
           "__attribute__((copy(printf))) void f();",
           "int f() { return *(int __attribute__((address_space(257)))*)48; }",
           "[[gnu::constructor(50)]] void f();",
           "__attribute__((constructor(0300))) void f();",
           "__attribute__((constructor(200 - 150))) void f();",
           "__attribute__((destructor(1))) void f();",
       }) {
    EXPECT_THAT(refusals(text), ElementsAre(StartsWith("exercise.cu(1): error: "))) << text;
  }
}

TEST(Attributes, OfOrdinaryProgramsAreFine) {
  EXPECT_THAT(
      refusals("__attribute__((aligned(16))) int x; [[nodiscard]] int f();\n"
               "__attribute__((constructor)) void g(); [[gnu::constructor(1000)]] void h();\n"
               "[[deprecated(\"section\")]] int section, alias, target, copy;\n"
               "struct __attribute__((packed)) S { int naked[2]; };\n"
               "int y = a[i[b]]; __global__ void __launch_bounds__(256) k() {}"),
      IsEmpty());
}

TEST(Attributes, OfStrangersAreThoseOfAList) {
  for (const char* text :
       {"__attribute__((ms_abi)) void f();", "[[clang::preserve_most]] void f();",
        "thread_local int x __attribute__((tls_model(\"local-exec\")));",
        "int f() { [[clang::musttail]] return g(); }"}) {
    EXPECT_THAT(untrusted(text), ElementsAre(HasSubstr("not among those that exercises may have")))
        << text;
    EXPECT_THAT(refusals(text), IsEmpty());
  }
  EXPECT_THAT(
      untrusted(
          "struct alignas(8) [[gnu::packed]] S {}; [[using gnu: cold, noinline]] void f();\n"
          "[[nodiscard(\"why\")]] int g(); int x __attribute__((__aligned__(16), __unused__));\n"
          "void h() { switch (x) { case 1: ++x; [[fallthrough]]; [[unlikely]] case 2:; } }"),
      IsEmpty());
}

TEST(Attributes, WithoutAnEndAreForTheCompiler) {
  EXPECT_THAT(refusals("[[gnu::naked __attribute__((naked"), IsEmpty());
}

TEST(Attributes, ForcedInliningIsAWishOnlyFromStrangers) {
  TranslateOptions options;
  options.untrusted = true;
  const std::string text = "__device__ __forceinline__ int f(); inline __forceinline__ int g();";
  EXPECT_EQ(tokens_of(translate_user_text(text, options).text),
            "inline int f ( ) ; inline int g ( ) ;");
  EXPECT_THAT(untrusted("[[gnu::always_inline]] inline int f();"),
              ElementsAre(HasSubstr("always_inline is not among those")));
  EXPECT_THAT(refusals("[[gnu::always_inline]] inline int f();"), IsEmpty());
}

TEST(Variables, WithCLinkageAreNotForExercises) {
  for (const std::string text :
       {"extern \"C\" int t[4];", "namespace b { extern \"C\" { extern const int t[4]; } }",
        "extern \"C\" { T (t); }", "extern \"C\" { decltype(x) t; }", "extern \"C\" { T t = f(); }",
        "extern \"C\" { int f(); extern const volatile T (t)[4]; int g() { return 0; } }"}) {
    EXPECT_THAT(untrusted(text), ElementsAre(HasSubstr("with C linkage"))) << text;
    EXPECT_THAT(refusals(text), IsEmpty()) << text;
  }
  for (const std::string text :
       {"extern \"C\" int f(int n) { static int x = 1; return x; } int x;",
        "extern \"C\" { struct S { int x; }; typedef int T; [[nodiscard]] int f(); int* g(S s); }",
        "extern \"C\" __attribute__((noinline)) void f(const int* p);", "extern int x;"}) {
    EXPECT_THAT(untrusted(text), IsEmpty()) << text;
  }
}

TEST(Digraphs, AreRefused) {
  expect_refused("<:[gnu::naked] ] void f();", "digraphs");
  expect_refused("int n\\u00e9;", "letters by number or name");
  expect_refused("auto s = \"\"_\\N{LATIN SMALL LETTER E WITH ACUTE}R\"(\"; int x; auto t = \")\";",
                 "letters by number or name");
  EXPECT_THAT(refusals("void f() <% return; %>").size(), 2u);
  EXPECT_THAT(refusals("int a<:3:>;").size(), 2u);
  EXPECT_THAT(refusals("std::vector<::std::string> v; int x = a < b ? c : ::d; y = a %b;"),
              IsEmpty());
}

TEST(Letters, ThatCompilersDisagreeOnAreRefused) {
  for (const std::string name : {"a\\U0001f642", "x\\U000000b2", "e\\U00000301", "a\u00a0b"})
    EXPECT_THAT(untrusted("int " + name + ";"), ElementsAre(HasSubstr("compilers disagree")))
        << name;
  for (const std::string literal : {"1\\U000000fc", "1_\u00fc", "\"\"_\u00fcR", "'a'\\U000000e9"})
    EXPECT_THAT(untrusted("auto x = " + literal + ";"), ElementsAre(HasSubstr("without a blank")))
        << literal;
  EXPECT_THAT(untrusted("int f\\U000000fclle, gr\u00f6\u00dfe, \u03b1, \u00b5s; // \u00b2\n"
                        "auto s = \"\u00b2 \\\\U0001f642\";"),
              IsEmpty());
  EXPECT_THAT(refusals("int x\u00b2;"), IsEmpty());
}

TEST(Pragmas, ThatChangeHowCodeIsCompiledAreRefused) {
  for (const char* text : {
           "#pragma GCC optimize(\"O0\")",
           "#pragma GCC push_options",
           "#pragma GCC target(\"avx2\")",
           "  #  pragma   GCC\ttarget(\"avx2\")",
           "#pragma clang attribute push(__attribute__((no_sanitize(\"thread\"))), "
           "apply_to=function)",
           "#pragma clang section text=\"x\"",
           "#pragma weak cudaMalloc = mine",
           "#pragma redefine_extname mine __tsan_write4",
           "#pragma GCC pch_preprocess \"mine.gch\"",
           "#ident \"\\n.globl x\"",
           "#sccs \"x\"",
       }) {
    EXPECT_THAT(refusals(std::string("int a;\n") + text + "\nint b;"),
                ElementsAre(AllOf(StartsWith("exercise.cu(2): error: #"), HasSubstr("is not for"))))
        << text;
  }
}

TEST(Pragmas, OfOrdinaryProgramsAreFine) {
  EXPECT_THAT(
      refusals("#pragma once\n#pragma unroll 4\n#pragma GCC diagnostic push\n#pragma GCC unroll 4\n"
               "#pragma nv_diag_suppress 177\n#pragma pack(push, 1)\n#pragma omp parallel\n"
               "#pragma clang loop unroll(full)\nint weak, optimize;\n"),
      IsEmpty());
}

TEST(Names, OfTheEmulatorAreRefused) {
  for (const char* text : {
           R"(extern "C" void __tsan_write4(void*) {})",
           R"(extern "C" void __ubsan_handle_out_of_bounds(void*, unsigned long) {})",
           "static void __tsan_read8(void*) {}",
           "void* __wrap_malloc(unsigned long);",
           "void* __real_malloc(unsigned long);",
           "void f() { emulator_issued = 0; }",
           "void f() { emu::launch(1, 1); }",
           "void f() { using namespace ::emu; }",
           "namespace emu { int record; }",
           "namespace other = emu;",
           "namespace other = ::emu;",
           "namespace emu_device_templates { int n; }",
           "struct emu_managed_templates { static int n; };",
           "int emu_host_n;",
       }) {
    expect_refused(text, " belongs to the emulator: choose another name");
  }
  expect_refused(R"(extern "C" void _ZN3emu10finish_nowEv();)", "a name as compilers make them");
  EXPECT_THAT(
      refusals(
          "int emu = 1; bird.emu = emu + 2; int my__tsan_x, emulators, emu_n, my_emu_device_n;"),
      IsEmpty());
  EXPECT_THAT(untrusted("double f(__complex__ double z) { return __real__ z + __imag__ z; }"
                        "struct Complex { double __real_part; int __wrap_around; };"),
              IsEmpty());
}

TEST(Names, ThatWorkUnseenByTheCheckerAreRefusedFromStrangers) {
  const std::string text =
      "void f() { _mm_stream_si32(p, 1); __builtin_ia32_movnti(p, 1);\n"
      "__builtin_frame_address(1); }";
  EXPECT_THAT(refusals(text), IsEmpty());
  EXPECT_THAT(
      untrusted(text),
      ElementsAre(HasSubstr("_mm_stream_si32 works where the checker does not see it"),
                  HasSubstr("__builtin_ia32_movnti works where the checker does not see it"),
                  StartsWith("exercise.cu(2): error: __builtin_frame_ad")));
}

TEST(LibraryDeclarations, AreRefused) {
  for (const char* text : {
           "namespace std { int copy_n(int* a, int n, int* b) { return 0; } }",
           "namespace std { inline namespace mine { void swap(Own&, Own&); } }",
           "namespace std::ranges { int x; }",
           "namespace cooperative_groups { struct thread_block {}; }",
           "namespace std { template <> struct hash<Own> {}; int x; }",
           "namespace [[deprecated]] std { using Own = int; }",
           "extern \"C++\" { namespace std { void f(); } }",
           "template <> inline constexpr bool std::is_floating_point_v<int*> = true;",
           "template <class T> constexpr bool std::is_floating_point_v<T*> = true;",
           "template <class T> constexpr bool ::std::is_floating_point_v<T*>{true};",
           "template <> int* std::copy_n<int*, int, int*>(int* a, int n, int* b) { return b; }",
           "template <> struct std::vector<int> { int x; };",
           "template <> struct ::std::remove_reference<int*> { using type = char; };",
           "template <> class alignas(8) std::vector<int> {};",
           "template <> void std::vector<int>::push_back(const int& x) {}",
           "template <> bool (std::less)(int);",
           "template <> std::vector<int> std::move<int>(int& x) { return {}; }",
           "namespace s = std; template <> bool s::is_floating_point_v<int*> = true;",
           "namespace s = ::std; template <> bool s::is_floating_point_v<int*> = true;",
           "template <> template <class T> void std::vector<int>::emplace_back(T x) {}",
           "template <class T> requires std::is_integral_v<T> bool std::is_function_v<T*> = 1;",
           "template <class T> requires (true) bool std::is_function_v<T*> = true;",
           "template <class T> requires requires(T* t) { *t; } bool std::is_function_v<T*> = 1;",
           "template <class T> requires requires { T(); } bool std::is_function_v<T*> = true;",
           "template <> decltype(1) std::is_function_v<int> = 1;",
           "template <> bool std::operator==(const Own&, const Own&) { return true; }",
       }) {
    EXPECT_THAT(untrusted(text), ElementsAre(HasSubstr("a library's namespace"))) << text;
    EXPECT_THAT(refusals(text), IsEmpty()) << text;
  }
}

TEST(LibraryDeclarations, OfAProgramsOwnAreLetThrough) {
  for (const char* text : {
           "namespace std { template <> struct hash<Own> { size_t operator()(Own) const; }; }",
           "namespace std { template <class T> struct less<Own<T>> { bool x; };; }",
           "template <> struct std::hash<Own> { size_t operator()(const Own& o) const; };",
           "template <> struct ::std::hash<Own> {};",
           "template <class T> struct std::tuple_size<Own<T>> : std::integral_constant<int, 2> {};",
           "namespace mine { template <class T> std::vector<T> copy(std::vector<T> from); }",
           "template <class T> std::vector<T> kNone = {};",
           "template <class T> using List = std::vector<T>;",
           "template <class T> concept Small = std::is_integral_v<T>;",
           "template <class T> requires std::is_integral_v<T> T twice(T x) { return x + x; }",
           "template <class T> auto first(const T& x) -> std::decay_t<T> { return x; }",
           "struct A { template <class T> operator std::vector<T>() const; std::string name; };",
           "struct A { template <class T> explicit A(std::vector<T> x) : a(x.size()) {} int a; };",
           "struct A : std::vector<int> { template <class T> friend struct std::hash; };",
           "using namespace std; namespace fs = std::filesystem; namespace s = std;",
           "template struct std::vector<int>;",
           "namespace cg = cooperative_groups; template <class T> T f(cg::grid_group g, T x);",
           "template <> std::string Own<int>::name() { return {}; }",
           "template <class T> std::ostream& operator<<(std::ostream& o, const Own<T>& x);",
           "void f() { a.template get<0>(std::max(1, 2)); std::sort(b, e, std::less<int>()); }",
           "void f() { std::for_each(b, e, []<class T>(T x) { std::cout << x; }); }",
       }) {
    EXPECT_THAT(untrusted(text), IsEmpty()) << text;
  }
}

TEST(LaunchOperators, AreRefusedWhereTheyTakeAnything) {
  for (const char* text : {
           "template <class A, class B> int operator<<(A&& a, B&& b) { return 0; }",
           "template <typename A, class B> void operator<<(const A& a, B) {}",
           "template <class B, Small A = int> void operator<<(A, B b);",
           "auto operator<<(auto a, int b) { return a; }",
           "template <class... All> void operator<<(All&&... all) {}",
           "template <class T> using Id = T; template <class A> void operator<<(Id<A>&& a, Own b);",
           "struct M { template <class T> using Id = T; }; "
           "template <class A> void operator<<(const M::Id<A>& a, Own b);",
           "namespace n { void operator<<(Small auto const& a, auto... b); }",
           "struct S { template <class A> friend S operator<<(A volatile& a, S b) { return b; } };",
           "template <class A> void operator<<(typename Id<A>::Type a, decltype(a) b);"
           "template <class A> void operator<<(A a, Own b);",
       }) {
    EXPECT_THAT(untrusted(text), ElementsAre(HasSubstr("may be anything"))) << text;
    EXPECT_THAT(refusals(text), IsEmpty()) << text;
  }
}

TEST(LaunchOperators, OfClassesAreLetThrough) {
  for (const char* text : {
           "template <class T> std::ostream& operator<<(std::ostream& o, const Own<T>& x);",
           "template <class T> std::ostream& operator<<(std::ostream& o, const T& x);",
           "template <class T, int n> Bits<T, n> operator<<(const Bits<T, n>& bits, int by);",
           "struct Log { template <class T> Log& operator<<(const T& x) { return *this; } };",
           "struct Log { Log& operator<<(auto x) { return *this; } };",
           "template <int> struct A; template <class T = int, class = Own> A<3> f(T); "
           "Own operator<<(Own a, int b); int operator<<(int a, Own b);",
           "Bits operator<<(Bits bits, int by) { return by << 1 < bits ? bits : bits << by; }",
       }) {
    EXPECT_THAT(untrusted(text), IsEmpty()) << text;
  }
}

}  // namespace
}  // namespace emu::translator
