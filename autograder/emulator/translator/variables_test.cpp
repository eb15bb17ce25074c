// Shared and device variables.
#include <gmock/gmock.h>

#include "translator/translated.h"

namespace emu::translator {
namespace {

using ::testing::ElementsAre;

std::string in_kernel(const std::string& text) {
  return translated("__global__ void k() {" + text + "}");
}

std::string wanted_in_kernel(const std::string& text) {
  return tokens_of(
      "__attribute__((noinline)) void k() { ::emu::kernel(::emu::KernelTraits{}, "
      "[=] [[gnu::always_inline]] () mutable -> void {" +
      text + "}); }");
}

std::string reference(const std::string& type, const std::string& name) {
  return "[[maybe_unused]] auto& " + name + " = ::emu::shared<" + type + ">()." + name + ";";
}

// The struct is named by variable, line and column; "__global__ void k() {" has 21 characters.
const std::string kStruct = "emu_shared_n_1_22";

TEST(SharedVariables, BecomeReferencesIntoTheBlocksCopy) {
  EXPECT_EQ(in_kernel("__shared__ int n;"),
            wanted_in_kernel("struct emu_shared_n_1_22 { int n; };" + reference(kStruct, "n")));
}

TEST(SharedVariables, OfAnyType) {
  for (const std::string declaration :
       {"float n[32][33]", "T n[N + 1]", "volatile int n", "A<B<int>, 3> n", "int *n[4]",
        "struct { int a; float b; } n[8]", "__attribute__((aligned(16))) char n[64]",
        "alignas(16) float4 n", "unsigned long long n", "std::array<int, 4> n", "int (*n)(int)",
        "typename T::type n", "union { int i; float f; } n", "decltype(f(1, 2)) n",
        "int n __attribute__((aligned(8)))"}) {
    EXPECT_EQ(in_kernel("__shared__ " + declaration + ";"),
              wanted_in_kernel("struct emu_shared_n_1_22 {" + declaration + "; };" +
                               reference(kStruct, "n")))
        << declaration;
  }
}

TEST(SharedVariables, SeveralInOneDeclaration) {
  EXPECT_EQ(in_kernel("__shared__ float a[4], *b, c;"),
            wanted_in_kernel(
                "struct emu_shared_a_1_22 { float a[4]; };" + reference("emu_shared_a_1_22", "a") +
                "struct emu_shared_b_1_22 { float *b; };" + reference("emu_shared_b_1_22", "b") +
                "struct emu_shared_c_1_22 { float c; };" + reference("emu_shared_c_1_22", "c")));
  EXPECT_EQ(
      in_kernel("__shared__ struct { int i; } a, n;"),
      wanted_in_kernel("struct emu_shared_a_1_22 { struct { int i; } a, n; };" +
                       reference("emu_shared_a_1_22", "a") + reference("emu_shared_a_1_22", "n")));
}

TEST(SharedVariables, StorageWordsGo) {
  EXPECT_EQ(in_kernel("static __shared__ int n;"),
            wanted_in_kernel("struct emu_shared_n_1_22 { int n; };" + reference(kStruct, "n")));
  EXPECT_EQ(in_kernel("int __shared__ n;"),
            wanted_in_kernel("struct emu_shared_n_1_22 { int n; };" + reference(kStruct, "n")));
}

TEST(SharedVariables, InBlocksLoopsAndLambdas) {
  EXPECT_EQ(in_kernel("{for(;;){__shared__ int n;}}"),
            wanted_in_kernel("{for(;;){struct emu_shared_n_1_31 { int n; };" +
                             reference("emu_shared_n_1_31", "n") + "}}"));
  EXPECT_EQ(in_kernel("auto f=[&]{__shared__ int n;};"),
            wanted_in_kernel("auto f=[&]{struct emu_shared_n_1_33 { int n; };" +
                             reference("emu_shared_n_1_33", "n") + "};"));
}

TEST(SharedVariables, AreDeclaredAnewInLambdasThatUseThem) {
  const std::string anew = "[[maybe_unused]] decltype(n) n = ::emu::shared<emu_shared_n_1_22>().n;";
  EXPECT_EQ(
      in_kernel("__shared__ int n; auto f = [=](int i) { return n + i; };"
                "{ auto g = [] { return [] { return 2 * n; }; }; }"),
      wanted_in_kernel("struct emu_shared_n_1_22 { int n; };" + reference(kStruct, "n") +
                       "auto f = [=](int i) {" + anew + " return n + i; };" + "{ auto g = [] {" +
                       anew + " return [] {" + anew + " return 2 * n; }; }; }"));
}

TEST(SharedVariables, AreLeftAloneInLambdasThatMeanSomethingElse) {
  const std::string others =
      "auto f = [](int n) { return n; }; auto g = [] { return other.n; };"
      "auto h = [] { int* n = p; return n; };";
  EXPECT_EQ(
      in_kernel("__shared__ int n;" + others),
      wanted_in_kernel("struct emu_shared_n_1_22 { int n; };" + reference(kStruct, "n") + others));
}

TEST(SharedVariables, OfDynamicSize) {
  EXPECT_EQ(in_kernel("extern __shared__ float s[];"),
            wanted_in_kernel("[[maybe_unused]] float (&s)[] = reinterpret_cast<decltype(s)>("
                             "*static_cast<char*>(::emu::dynamic_shared()));"));
  EXPECT_EQ(in_kernel("extern __shared__ __attribute__((aligned(16))) T s[][4];"),
            wanted_in_kernel("[[maybe_unused]] T (&s)[][4] = reinterpret_cast<decltype(s)>("
                             "*static_cast<char*>(::emu::dynamic_shared()));"));
  EXPECT_EQ(in_kernel("__shared__ extern int *s[];"),
            wanted_in_kernel("[[maybe_unused]] int *(&s)[] = reinterpret_cast<decltype(s)>("
                             "*static_cast<char*>(::emu::dynamic_shared()));"));
}

TEST(SharedVariables, AtNamespaceScope) {
  EXPECT_EQ(translated("__shared__ float a[4], *b;"),
            tokens_of("namespace { struct emu_shared_a_1_18; } using emu_shared_a_1_18_t = "
                      "::emu::SharedVariable<float [4], emu_shared_a_1_18>;"
                      "[[maybe_unused]] static emu_shared_a_1_18_t a;"
                      "namespace { struct emu_shared_b_1_25; } using emu_shared_b_1_25_t = "
                      "::emu::SharedVariable<float *, emu_shared_b_1_25>;"
                      "[[maybe_unused]] static emu_shared_b_1_25_t b;"));
  EXPECT_EQ(translated("namespace n { extern __shared__ float s[]; }"),
            tokens_of("namespace n { using emu_shared_s_1_39_t = ::emu::DynamicShared<float>;"
                      "[[maybe_unused]] static emu_shared_s_1_39_t s; }"));
  EXPECT_EQ(translated("extern __shared__ float s[][4];"),
            tokens_of("using emu_shared_s_1_25_t = ::emu::DynamicShared<float [4]>;"
                      "[[maybe_unused]] static emu_shared_s_1_25_t s;"));
}

TEST(SharedVariables, AtNamespaceScopeAreReferencesInFunctions) {
  const std::string variable =
      "using emu_shared_s_1_25_t = ::emu::DynamicShared<float>; [[maybe_unused]] static "
      "emu_shared_s_1_25_t s;";
  const std::string reference = "[[maybe_unused]] auto& s = emu_shared_s_1_25_t::here();";
  EXPECT_EQ(translated("extern __shared__ float s[]; __device__ int f() { return s[0]; }"),
            tokens_of(variable + "int f() { " + reference + "{ return s[0]; } }"));
  EXPECT_EQ(translated("extern __shared__ float s[]; __device__ void f() { [=] { s[0] = 1; }(); }"),
            tokens_of(variable + "void f() { " + reference + "{ [=] { " + reference +
                      "s[0] = 1; }(); } }"));
  for (const std::string function :
       {"int f(T* s) { return s[0]; }", "int f() { T* s = p; return s[0]; }",
        "int f() { return x.s; }", "int C::f() { return s[0]; }"}) {
    EXPECT_EQ(translated("extern __shared__ float s[]; __device__ " + function),
              tokens_of(variable + function));
  }
}

TEST(SharedVariables, WithInitializersAreRefused) {
  EXPECT_THAT(
      refusals("__global__ void k() {\n__shared__ int a = 1;\n__shared__ int b{};\n"
               "__shared__ int c(3);\n__shared__ int d, e = 2;\n}"),
      ElementsAre("exercise.cu(2): error: initializer not allowed for __shared__ variable",
                  "exercise.cu(3): error: initializer not allowed for __shared__ variable",
                  "exercise.cu(4): error: initializer not allowed for __shared__ variable",
                  "exercise.cu(5): error: initializer not allowed for __shared__ variable"));
}

TEST(SharedVariables, InHostFunctionsAreRefused) {
  EXPECT_THAT(refusals("void h() {\n  __shared__ int a;\n}"),
              ElementsAre("exercise.cu(2): error: a static \"__shared__\" variable declaration is "
                          "not allowed inside a host function body"));
}

TEST(DeviceVariables, AreNoMembers) {
  EXPECT_THAT(refusals("struct S {\n  static __device__ int n;\n};"),
              ElementsAre("exercise.cu(2): error: memory qualifier on data member is not allowed"));
  EXPECT_EQ(refusals("template <class T> struct S { static __constant__ T n; };").size(), 1u);
  EXPECT_EQ(refusals("struct S { static int n; }; __device__ int S::n;").size(), 1u);
  EXPECT_EQ(refusals("struct S { __device__ int n() { return 3; } __device__ S(); };").size(), 0u);
}

TEST(SharedVariables, MacrosThatMakeNoSenseAreRefused) {
  EXPECT_EQ(refusals("__global__ void k() { __shared__ }").size(), 1u);
  EXPECT_EQ(refusals("__global__ void k() { __shared__ int f(int); }").size(), 1u);
}

struct VariableCase {
  const char* before;
  const char* after;
};

class DeviceVariables : public ::testing::TestWithParam<VariableCase> {};

TEST_P(DeviceVariables, LieInASectionOfTheirMemory) {
  EXPECT_EQ(translated(GetParam().before), tokens_of(GetParam().after));
}

#define IN(memory) "__attribute__((section(\"emu_" memory "\")))"
#define LOCAL_IN(memory) "__attribute__((section(\"emu_" memory "\"), abi_tag(\"emu_" memory "\")))"
#define MERGED_IN(memory) \
  "__attribute__((section(\"emu_" memory "_inline\"), abi_tag(\"emu_" memory "\")))"

#define TEMPLATE_IN(memory) "__attribute__((section(\"emu_" memory "_inline\")))"

INSTANTIATE_TEST_SUITE_P(
    Forms, DeviceVariables,
    ::testing::Values(
        VariableCase{"__device__ int x;", "int x " IN("device") ";"},
        VariableCase{
            "__device__ int x = 3, y[4] = {1, 2}, *z;",
            "int x " IN("device") " = 3, y[4] " IN("device") " = {1, 2}, *z " IN("device") ";"},
        VariableCase{"static __device__ float a[4][5];", "static float a[4][5] " IN("device") ";"},
        VariableCase{"namespace n { __device__ int x{3}; }",
                     "namespace n { int x " IN("device") "{3}; }"},
        VariableCase{"extern __device__ int x;", "extern int x " IN("device") ";"},
        VariableCase{"extern \"C\" __device__ int x;", "extern \"C\" int x " IN("device") ";"},
        VariableCase{"__constant__ float c[3];", "float c[3] " IN("constant") ";"},
        VariableCase{"__device__ __constant__ float c;", "float c " IN("constant") ";"},
        VariableCase{"__managed__ int m;", "int m " IN("managed") ";"},
        VariableCase{"__device__ __managed__ int m = 1;", "int m " IN("managed") " = 1;"},
        VariableCase{"__managed__ __device__ int m;", "int m " IN("managed") ";"},
        VariableCase{"int __device__ x;", "int x " IN("device") ";"},
        VariableCase{"__device__ volatile int x;", "volatile int x " IN("device") ";"},
        VariableCase{"__device__ int (*f)(int, int) = add;",
                     "int (*f)(int, int) " IN("device") " = add;"},
        VariableCase{"__device__ int (*f[2])(int) = {a, b};",
                     "int (*f[2])(int) " IN("device") " = {a, b};"},
        VariableCase{"__device__ op_t ops[] = {a, b};", "op_t ops[] " IN("device") " = {a, b};"},
        VariableCase{"__device__ A<B<int>, 3> x;", "A<B<int>, 3> x " IN("device") ";"},
        VariableCase{"__device__ std::pair<int, int> x;",
                     "std::pair<int, int> x " IN("device") ";"},
        VariableCase{"__device__ struct S { int a; } s;",
                     "struct S { int a; } s " IN("device") ";"},
        VariableCase{"__device__ struct S s;", "struct S s " IN("device") ";"},
        VariableCase{"__device__ alignas(16) float4 x;", "alignas(16) float4 x " IN("device") ";"},
        VariableCase{"__device__ __attribute__((aligned(8))) char x[8];",
                     "__attribute__((aligned(8))) char x[8] " IN("device") ";"},
        VariableCase{"__device__ const char* s = \"x\";",
                     "const char* s " IN("device") " = \"x\";"},
        VariableCase{"inline __device__ int x;", "inline int x " MERGED_IN("device") ";"},
        VariableCase{"template <class T> __device__ T v, w = 2;",
                     "inline namespace emu_device_templates { template <class T> T v " TEMPLATE_IN(
                         "device") ", w " TEMPLATE_IN("device") " = 2; }"},
        VariableCase{"template <class T> __device__ T v; template <> __device__ int v<int> = 3;",
                     "inline namespace emu_device_templates { template <class T> T v " TEMPLATE_IN(
                         "device") "; } template <> int v<int> " IN("device") " = 3;"},
        VariableCase{"template <class T> __constant__ T* n::v<T*>;",
                     "template <class T> T* n::v<T*> " TEMPLATE_IN("constant") ";"},
        VariableCase{"struct S { __device__ int n = 1; };", "struct S { int n = 1; };"},
        VariableCase{"__device__ void f() { static __device__ int n = 1; }",
                     "void f() { static int n " LOCAL_IN("device") " = 1; }"},
        VariableCase{"template <class T> __device__ void f() { static __device__ int n; }",
                     "template <class T> void f() { static int n " MERGED_IN("device") "; }"},
        VariableCase{"__device__ void f() { static int n = 1; }",
                     "void f() { static int n " LOCAL_IN("device") " = 1; }"},
        VariableCase{"__device__ inline void f() { static int n, m[2]; }",
                     "inline void f() { static int n " MERGED_IN("device") ", m[2] " MERGED_IN(
                         "device") "; }"},
        VariableCase{
            "template <class T> void f(); template <> __device__ void f<int>() { static int n; }",
            "template <class T> void f(); template <> void f<int>() { static int n " LOCAL_IN(
                "device") "; }"},
        VariableCase{
            "__host__ __device__ void f() { static int n; }",
            "void f() { static int emu_device_n " LOCAL_IN(
                "device") "; static int emu_host_n ; auto& n = ::emu::of_this_side(emu_device_n, emu_host_n); }"},
        VariableCase{
            "__device__ __host__ int f() { static int n = 1, *m[2]; return *m[n]; }",
            "int f() { static int emu_device_n " LOCAL_IN("device") " = 1, *emu_device_m[2] " LOCAL_IN(
                "device") "; static int emu_host_n = 1, *emu_host_m[2];"
                          "auto& n = ::emu::of_this_side(emu_device_n, emu_host_n);"
                          "auto& m = ::emu::of_this_side(emu_device_m, emu_host_m);"
                          "return *m[n]; }"}));

INSTANTIATE_TEST_SUITE_P(
    StaticLocalsThatStay, DeviceVariables,
    ::testing::Values(VariableCase{"void f() { static int n; }", "void f() { static int n; }"},
                      VariableCase{"__device__ void f() { static const int n = 3; }",
                                   "void f() { static const int n = 3; }"},
                      VariableCase{"__device__ void f() { static constexpr int n = 3; }",
                                   "void f() { static constexpr int n = 3; }"},
                      VariableCase{
                          "__host__ __device__ void f() { static const int n[2] = {1, 2}; }",
                          "void f() { static const int n[2] = {1, 2}; }"},
                      VariableCase{"static int n;", "static int n;"}));

INSTANTIATE_TEST_SUITE_P(
    Constants, DeviceVariables,
    ::testing::Values(
        VariableCase{"__device__ const int n = 3;", "const int n = 3;"},
        VariableCase{"__constant__ const float c[] = {1.f};", "const float c[] = {1.f};"},
        VariableCase{"__device__ constexpr int n = 3;", "constexpr int n = 3;"},
        VariableCase{"static __device__ int const n = 3;", "static int const n = 3;"},
        VariableCase{"__device__ int* const p = &x;", "int* const p = &x;"},
        VariableCase{"__device__ const int n = 3, *p;", "const int n = 3, *p " IN("device") ";"}));

INSTANTIATE_TEST_SUITE_P(
    NoVariables, DeviceVariables,
    ::testing::Values(
        VariableCase{"__device__ int f(int);", "int f(int);"},
        VariableCase{"__device__ int f();", "int f();"},
        VariableCase{"__device__ A<int> f(A<int> x) { return x; }",
                     "A<int> f(A<int> x) { return x; }"},
        VariableCase{"__device__ auto f() -> int;", "auto f() -> int;"},
        VariableCase{"struct S { __device__ S(int a) : x(a) {} int x; };",
                     "struct S { S(int a) : x(a) {} int x; };"},
        VariableCase{"struct S { public: __device__ S& operator=(const S&); };",
                     "struct S { public: S& operator=(const S&); };"},
        VariableCase{"run([] __device__ (int i) { return i; });", "run([] (int i) { return i; });"},
        VariableCase{"auto f = [] __device__ { return 1; };", "auto f = [] { return 1; };"}));

}  // namespace
}  // namespace emu::translator
