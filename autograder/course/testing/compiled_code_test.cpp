// That a region takes no name of given code. The texts here have nothing that a preprocessor reads.
#include "course/given/compiled_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "course/given/given_code.h"
#include "toolchain/own_tokens.h"

namespace course::compiled_code_test {
namespace {

const std::string kSkeleton = R"(
struct Ledger { int count; int row(int i) const { return i; } };
template <typename T> struct DeviceArray { T* data; };
constexpr int kBlock = 64;
int blocks_for(int n) { return n / kBlock; }
__global__ void draw(int* numbers) { numbers[threadIdx.x] = 7; }

__global__ void start(int* numbers, int n) {
  const int which = blockIdx.x;
  // begin: launches
  // end: launches
  finish(numbers + which, kBlock);
  Ledger ledger;
  std::swap(numbers, ledger.host);
  if (n) return ::leave(n);
}

// begin: helpers
__global__ void own(int* numbers) {}
// end: helpers

extern "C" int solve(int* out, int n) {
  DeviceArray<int> device;
  start<<<blocks_for(n), 1>>>(device.data, n);
  own<<<1, 1>>>(device.data);
  return cudaMemcpy(out, device.data, n, cudaMemcpyDeviceToHost);
}
)";

std::vector<Token> tokens_of(const std::string& text) {
  return read_tokens(emu::toolchain::own_tokens("# 1 \"exercise.cu\"\n" + text, "exercise.cu",
                                                [](std::string_view) { return true; }));
}

/// Of a file that includes two headers before all else.
std::vector<Token> tokens_behind(const std::string& first, const std::string& second) {
  const std::string text = "# 1 \"exercise.cu\"\n# 1 \"a.h\" 1\n" + first +
                           "\n# 2 \"exercise.cu\" 2\n# 1 \"b/../c.h\" 1\n" + second +
                           "\n# 3 \"exercise.cu\" 2\nint given;\n";
  return read_tokens(
      emu::toolchain::own_tokens(text, "exercise.cu", [](std::string_view) { return true; }));
}

const std::string kHeader = R"(
template <typename T> struct DeviceArray {
  int copy_to(T* values, int n) { return cudaMemcpyAsync(values, data, n); }
};
)";

std::string why_not(const std::string& exercise) {
  const auto refusal =
      why_not_given(tokens_of(in_given_code(kSkeleton, kSkeleton).text),
                    tokens_of(in_given_code(kSkeleton, exercise).text), code_of(kHeader).tokens);
  return refusal ? refusal->words : "";
}

std::string with(const std::string& old, const std::string& fresh) {
  std::string text = kSkeleton;
  return text.replace(text.find(old), old.size(), fresh);
}
std::string in_launches(const std::string& code) {
  return with("  // end: launches", code + "  // end: launches");
}
std::string in_helpers(const std::string& code) {
  return with("__global__ void own", code + "__global__ void own");
}
std::string at_file_scope(const std::string& code) {
  return with("extern \"C\"", code + "extern \"C\"");
}

TEST(CompiledCode, HonestTextIsLetThrough) {
  EXPECT_EQ(why_not(kSkeleton), "");
  for (const char* code : {"finish(numbers, 1); int x = n * finish(numbers, 2);\n",
                           "*numbers = 0;\n",
                           "int cudaMemcpy = 1;\n",
                           "std::swap(n, n);\n",
                           "int host = 0, data = 1;\n",
                           "std::cout << which << n;\n",
                           "Ledger mine{};\n",
                           "draw<<<1, n>>>(numbers);\n",
                           "{ int finish = 0; }\n",
                           "return finish(numbers, 3);\n",
                           "for (int i = 0; i < n; ++i) finish(numbers, i);\n",
                           "const int first = n * kBlock;\n",
                           "own<<<n, kBlock, 0, nullptr>>>(numbers);\n",
                           "x = n * kBlock, y = 2;\n",
                           "int all = kBlock, more = n * kBlock;\n",
                           "const auto meet = [n] { return kBlock; };\n",
                           "if (n > kBlock) return;\n",
                           "std::vector<int> all(kBlock), more{kBlock};\n",
                           "Ledger ledgers[kBlock];\n",
                           "n = which ? kBlock : n;\n",
                           "work_for(15);\n",
                           "#pragma unroll 4\nfor (;;) {}\n"}) {
    EXPECT_EQ(why_not(in_launches(code)), "") << code;
  }
  for (const char* code :
       {"int blocks_for(int n);\n", "__global__ void draw(int* numbers);\n", "struct Ledger;\n",
        "int row(int i) { return i; }\n",
        "template <typename T> void swap(T& a, T& b) { T c = a; a = b; b = c; }\n",
        "using namespace std;\n", "using std::copy_n;\n",
        "struct Mine { int draw; friend bool operator==(Mine, Mine) { return true; } };\n",
        "__device__ auto twice(int x) -> int { return 2 * x; }\n",
        "auto of(const Ledger& l) -> Ledger { return l; }\n",
        "float2 operator+(float2 a, float2 b) { return a; }\n",
        "bool operator==(const dim3& a, const dim3& b) { return a.x == b.x; }\n",
        "bool operator!=(int2 a, int2 b) { return a.x != b.x; }\n", "int mine[kBlock];\n",
        "DeviceArray<int> kept;\n",
        "struct Own {}; bool operator<(Own a, Own b) { return false; }\n",
        "#pragma GCC diagnostic push\n",
        "namespace mine { int count() { return blocks_for(1); } }\n",
        "struct Mine { int go(); template <class T> int to(); };\nint Mine::go() { return 1; }\n"
        "template <> int Mine::to<int>() { return 2; }\n",
        "std::vector<int>::iterator mine(std::vector<int>& v) { return v.begin(); }\n",
        "const int most = std::max(kBlock, 3), least(std::min(1, 2));\n",
        // Where given code does not look.
        "namespace mine { int cudaMemcpy(int*, int*, int, int) { return 0; } }\n",
        "namespace mine { namespace { constexpr int kBlock = 32; } int data[kBlock]; }\n",
        "namespace mine::inner { void finish(int*, int) {} }\nnamespace m = mine::inner;\n",
        "namespace mine { inline namespace v1 { void finish(int*, int); } }\n",
        "using namespace std;\nnamespace mine { void finish(int* p, int n) { p[n] = 0; } }\n",
        "namespace cg = std;\nusing namespace cg;\nnamespace mine { int kBlock = 3; }\n",
        // With what given code calls nothing.
        "int blocks_for() { return 1; }\n",
        "int blocks_for(int n, int size) { return n / size; }\n",
        "template <typename T> void finish(T one) {}\n", "void finish(void) {}\n",
        "namespace mine { void finish(int (*f)(int, int), int n, int m) {} }\n",
        "__device__ __forceinline__ void finish(float a[], int n, int m) {}\n"}) {
    EXPECT_EQ(why_not(at_file_scope(code)), "") << code;
    EXPECT_EQ(why_not(in_helpers(code)), "") << code;
  }
}

TEST(CompiledCode, NamesOfTheLibraryMayBeUsedWithoutStd) {
  for (const char* code :
       {"using std::finish;\n", "using ::std::finish;\n", "using std::min, std::finish;\n"})
    EXPECT_EQ(why_not(at_file_scope(code)), "") << code;
  for (const char* code :
       {"namespace mine { int finish(int*, int); }\nusing mine::finish;\n",
        "using std::min, mine::finish;\n", "using mine::std::finish;\n",
        "using finish = std::min;\n",
        "namespace mine { namespace std { int finish(int*, int); }\nusing std::finish; }\n"
        "using namespace mine;\n"})
    EXPECT_NE(why_not(at_file_scope(code)), "") << code;
}

TEST(CompiledCode, LiteralsMayHaveSuffixesThatGivenCodeDoesNotUse) {
  const std::string mib = "constexpr size_t operator\"\"_MiB(unsigned long long n) { return n; }\n";
  EXPECT_EQ(why_not(at_file_scope(mib)), "");
  EXPECT_EQ(why_not(at_file_scope("int operator \"\" _in(const char*, size_t);\n")), "");
  for (const char* used : {"4_MiB", "0x4'000_MiB", "\"4\"_MiB", "'4'_MiB"}) {
    const std::string header = std::string("int room() { return ") + used + "; }\n";
    EXPECT_TRUE(
        why_not_given(tokens_of(kSkeleton), tokens_of(at_file_scope(mib)), code_of(header).tokens))
        << used;
  }
}

TEST(CompiledCode, RegionsCloseWhatTheyOpen) {
  for (const char* code : {"}\n", "{\n", "} void other() {\n", "(\n", "[\n"})
    EXPECT_NE(why_not(in_launches(code)), "") << code;
}

TEST(CompiledCode, RegionsEndWithAStatement) {
  for (const char* code :
       {"if (n < 0)\n", "if (n) {} else\n", "while (n)\n", "do {}\n", "for (;;)\n", "n +\n",
        "switch (n) case 3:\n", "static\n", "auto f = [] {}\n", "Ledger mine = Ledger{}\n",
        "if (n) x = Ledger{}\n", "struct Mine {}\n", "n = Ledger{1} + Ledger{2}\n",
        "for (struct { int finish; } std{0}; n;) if (false) {} else\n", "[[maybe_unused]]\n"}) {
    EXPECT_NE(why_not(in_launches(code)), "") << code;
  }
  for (const char* code :
       {"if (n) {}\n", "if (n) {} else {}\n", "if (n) x = 1; else if (m) {}\n", "{ n = 1; }\n",
        "for (int i{0}; i < n; ++i) {}\n", "auto f = [] {};\n", "n = 1;\n#pragma unroll\n",
        "while (n) {}\n", "switch (n) { case 1: break; }\n", "try {} catch (...) {}\n",
        "if constexpr (kBlock > 1) {}\n", "struct Mine {};\nif (n) { {} }\n",
        "if (n) { if (n) {} }\n"}) {
    EXPECT_EQ(why_not(in_launches(code)), "") << code;
  }
  for (const char* code : {"template <int = 0>\n", "__launch_bounds__(1)\n", "static\n",
                           "template <class T> requires requires { T(); }\n", "int x = {}\n"}) {
    EXPECT_NE(why_not(with("// end: helpers", std::string(code) + "// end: helpers")), "") << code;
  }
  for (const char* code :
       {"int own_one() { return 1; }\n", "struct Own { int go() const { return 1; } };\n",
        "namespace own { int x; }\n", "extern \"C\" { int own_two(); }\n",
        "auto own_three() -> int { return 3; }\n"}) {
    EXPECT_EQ(why_not(with("// end: helpers", std::string(code) + "// end: helpers")), "") << code;
  }
}

TEST(CompiledCode, NamesOfGivenCodeKeepTheirMeaning) {
  for (
      const char* code :
      {"int cudaMemcpy(int* to, int* from, int n, cudaMemcpyKind) { return 0; }\n",
       "auto cudaMemcpy = [](auto...) { return 0; };\n",
       "int (cudaMemcpy)(int*) { return 0; }\n",
       "int ((cudaMemcpy))(int*) { return 0; }\n",
       "int one, cudaMemcpy = 3;\n",
       "struct cudaMemcpy { int x; };\n",
       "std::function<int()> cudaMemcpy(mine);\n",
       "struct { int x; } cudaMemcpy;\n",
       "decltype(mine()) cudaMemcpy(int* a, int* b, int c, int d) { return 0; }\n",
       "namespace mine { int cudaMemcpy(int*, int*, int, int) { return 0; } }\n"
       "using namespace mine;\n",
       "extern \"C++\" { int cudaMemcpy(int*) { return 0; } }\n",
       "extern R\"(C++)\" { int cudaMemcpy(int*) { return 0; } }\n",
       "using mine::cudaMemcpy;\n",
       "template <> struct DeviceArray<int> { int* data; };\n",
       "template <bool B = (2 > 1)> int cudaMemcpy(int*, int*, int, int) { return 0; }\n",
       "void finish(int*, long) {}\n",
       "void leave(int) {}\n",
       "template <> int ::blocks_for<int>(int n) { return n; }\n",
       "template <> int DeviceArray<int>::copy_to(int* values, int n) { return 0; }\n",
       "template <> int ::DeviceArray<int>::copy_to(int* values, int n) { return 0; }\n",
       "template <> int DeviceArray<Pair<int>>::copy_to(Pair<int>* values, int n) { return 0; }\n",
       "template <> int DeviceArray<int>::Inner::size = 3;\n",
       "int Ledger::row(int i) const { return 3; }\n",
       "template <> template <> int DeviceArray<int>::as<long>() { return 0; }\n",
       "template <typename T> void finish(T, int) {}\n",
       "void finish(int*, int, int = 0) {}\n",
       "template <typename... T> void finish(T... all) {}\n",
       "void finish(int*, ...) {}\n",
       "void finish(Pair<1 < 2, 3> one, int n) {}\n",
       "void finish(Pair<int, int> one) {}\n",
       "int cudaMemcpyAsync(Ledger*, Ledger*, int) { return 0; }\n",
       "extern \"C\" int blocks_for(int n, int size) { return n / size; }\n",
       "__extension__ extern \"C++\" { int blocks_for(int) { return 1; } }\n",
       "void finish(), (*draw)(int);\n",
       "__global__ void draw(int* numbers, int n) {}\n",
       "namespace mine { extern \"C\" int blocks_for(int n) { return n; } }\n",
       "extern \"C\" { namespace mine { int blocks_for(int n) { return n; } } }\n",
       "namespace mine { void finish(int*, int) {} }\nnamespace m = mine;\n"
       "namespace n = m;\nusing namespace n;\n",
       "namespace mine { struct Own {}; void finish(Own*, int) {} }\n",
       "namespace mine { enum Own { kOwn }; int blocks_for(Own) { return 1; } }\n",
       "namespace mine { auto own = [] {}; void finish(decltype(own), int) {} }\n",
       "namespace mine { auto own() { return [] {}; } void finish(decltype(own()), int) {} }\n",
       "namespace mine { void finish(int*, int) {} }\nnamespace mine { struct Own {}; }\n",
       "namespace mine { void finish(int*, int) {} }\nvoid own() { using namespace mine; }\n",
       "namespace mine {} int blocks_for(int) { return 1; }\n",
       "namespace std { void finish(int*, int) {} }\n",
       "namespace { namespace mine { int x; } void finish(int*, int) {} }\n",
       "namespace [[gnu::visibility(\"default\")]] mine { void finish(int*, int) {} }\n",
       "namespace mine { inline namespace v1 { } } inline namespace w { void finish(int*, int) {} }\n",
       "int* operator&(Ledger& l) { return 0; }\n",
       "bool operator!=(cudaError_t, cudaError_t) { return false; }\n",
       "__global__ void draw(long* numbers) {}\n",
       "namespace mine { __global__ void draw(int* numbers) {} }\n",
       "struct Friends { friend void draw(int* numbers) {} };\n",
       "int cudaMemcpy(int*, int*, int, int) __asm__(\"mine\");\n",
       "__attribute((noinline)) int cudaMemcpy(int*) { return 0; }\n",
       "__global__ void __maxnreg__(32) draw(long* numbers) {}\n",
       "#pragma weak cudaMemcpy = mine\n",
       "template <typename T> requires(true) int cudaMemcpy(T) { return 0; }\n",
       "inline namespace mine { int cudaMemcpy(int*) { return 0; } }\n",
       "int cudaMemcpy [[gnu::noinline]] (int*) { return 0; }\n",
       "int x, (*cudaMemcpy)(int*) = nullptr;\n",
       "int a(3), cudaMemcpy(4);\n",
       "template <class T> int cudaMemcpy = 3;\n",
       "typedef int (*cudaMemcpy)(int);\n",
       "constexpr struct { int operator()() const { return 0; } } cudaMemcpy{};\n",
       "template <class T> concept cudaMemcpy = true;\n",
       "auto const [cudaMemcpy, b] = pair;\n",
       "typedef int finish;\n",
       "namespace mine { int blocks_for(int n); }\nint mine::blocks_for(int n) { return 1; }\n"
       "using namespace mine;\n",
       "inline namespace mine { int blocks_for(int n); }\n",
       "namespace { int blocks_for(int n); }\n",
       "template <> int cudaMemcpy<int>(int*, int*, int, int) { return 0; }\n",
       "template <> inline int cudaMemcpy<Pair<int>, 3> = 4;\n",
       "template <class T> bool operator==(T a, cudaError_t b) { return true; }\n",
       "struct left {}; bool operator==(cudaError_t left, cudaError_t right) { return true; }\n",
       "bool operator!=(cudaError_t dim3, cudaError_t) { return true; }\n",
       "struct Friends { friend int (blocks_for)(int n) { return 1; } };\n",
       "struct Friends { friend auto (*blocks_for(int n))() -> int; };\n"}) {
    EXPECT_NE(why_not(in_helpers(code)), "") << code;
  }
}

TEST(CompiledCode, HeadersAreReadAsTheyStand) {
  const std::vector<Token> skeleton = tokens_behind("int a();", "int c = 1;");
  EXPECT_FALSE(why_not_given(skeleton, tokens_behind("int a ( ) ;", "int c\n= 1;")));
  for (const auto& changed :
       {tokens_behind("int a();", "int c = 2;"), tokens_behind("int a(); int b();", "int c = 1;"),
        tokens_behind("", "int c = 1;"), tokens_behind("int a();", ""),
        tokens_behind("int c = 1;", "int a();")}) {
    const auto refusal = why_not_given(skeleton, changed);
    ASSERT_TRUE(refusal);
    EXPECT_THAT(refusal->words, testing::HasSubstr("headers of the course"));
  }
}

TEST(CompiledCode, ARegionTakesNoNameThatItsFunctionUsesBehindIt) {
  for (const char* code : {"auto finish = [](int*) {};\n",
                           "struct finish {};\n",
                           "using finish = int;\n",
                           "int a = 1, *finish = nullptr;\n",
                           "auto [finish, b] = pair;\n",
                           "auto const [finish, b] = pair;\n",
                           "Mine(finish);\n",
                           "struct { int x; } finish;\n",
                           "enum { kBlock = 1 };\n",
                           "const int kBlock = 1;\n",
                           "decltype(n) finish = n;\n",
                           "__typeof__(n) finish = n;\n",
                           "alignas(8) int finish = 0;\n",
                           "static auto finish = n;\n",
                           "extern void finish(int*, int);\n",
                           "auto finish(int*) -> void;\n",
                           "struct A {} *finish = nullptr;\n",
                           "int a, b, finish = 0;\n",
                           "Mine finish{n};\n",
                           "std::map<int, int> finish;\n",
                           "Mine::Own finish(n);\n",
                           "using mine::finish;\n",
                           "void finish(int*, int);\n"}) {
    EXPECT_NE(why_not(in_launches(code)), "") << code;
  }
}

}  // namespace
}  // namespace course::compiled_code_test
