// What exercises may define: no name of the emulator's, and nothing that a compiler reads in
// another way than the checker.
#include <string>

#include "toolchain/untrusted_fixture.h"

namespace emu::toolchain {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

TEST_F(Untrusted, NamesHaveLettersThatAllCompilersKnow) {
  expect_refused(untrusted("int x\u00b2 = 1;\n"), 1,
                 "compilers disagree on whether the character U+00B2 can be part of a name");
  const std::string head = "#include <cstdio>\n";
  EXPECT_THAT(
      untrusted(head +
                "__global__ void f\u00fclle_zeile(int* gr\u00f6\u00dfe) { *gr\u00f6\u00dfe = 1; }\n"
                "void f() { f\u00fclle_zeile<<<1, 1>>>(nullptr); puts(\"\u00b2\"); }\n")
          .messages,
      IsEmpty());
}

TEST_F(Untrusted, NothingOfTheEmulatorsMayBeDefined) {
  expect_refused(
      compile("\n\ncudaError_t cudaMalloc(void**, std::size_t) { return cudaSuccess; }\n"), 3,
      "cudaMalloc belongs to the emulator: choose another name");
  expect_refused(compile("extern \"C\" {\nint cudaGetErrorCount() { return 0; }\n"
                         "int cudaDeviceCanAccessPeers;\n}\n#define NAME(x) cuda##x\n"
                         "cudaError_t NAME(Free)(void*) { return cudaSuccess; }\n"),
                 6, "cudaFree belongs to the emulator");
  expect_refused(
      compile("namespace { int x; }\nint atomicOr(int* p, int v) { return *p + v + x; }\n"), 2,
      "atomicOr(int*, int) belongs to the emulator");
  expect_refused(compile("extern \"C\" void _init() {}\n"), 1,
                 "_init belongs to how programs start");
}

TEST_F(Untrusted, SoItIsInHostFiles) {
  write("y.cpp", "int x;\nextern \"C\" void __tsan_write4(void*) { ++x; }\n");
  const Finished finished = run({EMUCC, "-c", path("y.cpp"), "-o", path("y.o")});
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.messages, path("y.cpp") +
                                   "(2): error: __tsan_write4 belongs to the emulator: "
                                   "choose another name\n");
}

TEST_F(Untrusted, LocalFunctionsCatchTheCompilersCallsToo) {
  write("y.cpp",
        "int x;\nstatic void __attribute__((used)) hook(void*) __asm__(\"__tsan_write4\");\n"
        "void hook(void*) {}\nvoid f() { x = 1; }\n");
  EXPECT_THAT(run({EMUCC, "-c", path("y.cpp"), "-o", path("y.o")}).messages,
              HasSubstr("__tsan_write4 belongs to the emulator"));
}

TEST_F(Untrusted, VariablesAreFoundInTheSource) {
  write("y.cpp", "int a;\nint gridDim;\n");
  EXPECT_THAT(run({EMUCC, "-c", path("y.cpp"), "-o", path("y.o")}).messages,
              StartsWith(path("y.cpp") + "(2): error: gridDim belongs"));
}

TEST_F(Untrusted, AConstantIsNotVolatileHoweverItSaysSo) {
  const std::string words = "x is const and volatile";
  expect_refused(untrusted("\n__device__ const volatile int x[8] = {};\n"), 2, words);
  expect_refused(untrusted("typedef volatile int V;\nconst V x = 1;\nint f() { return x; }\n"), 2,
                 words);
  expect_refused(untrusted("#include <type_traits>\ntemplate <class T> struct S { static T x; };\n"
                           "template <class T> T S<T>::x{};\n"
                           "int f() { return S<std::add_cv_t<int>>::x; }\n"),
                 3, words);
  expect_refused(untrusted("int f() {\n  static const volatile int x = 1;\n  return x;\n}\n"), 2,
                 words);
  expect_refused(
      untrusted("thread_local const volatile int x[8] = {};\nint f() { return x[1]; }\n"), 1,
      words);
  EXPECT_EQ(untrusted("__device__ volatile int x; __device__ const int y[2] = {1, 2};\n"
                      "__device__ int f(const volatile int* p) { const volatile int z = *p;\n"
                      "return z + x + y[*p]; }\n")
                .messages,
            "");
}

TEST_F(Untrusted, CodeIsNotInlinedWhereTheCheckerDoesNotLook) {
  expect_refused(untrusted("struct S { __attribute__((always_inline)) S(const S&) {} };\n"), 1,
                 "the attribute always_inline is not among those that exercises may have");
}

}  // namespace
}  // namespace emu::toolchain
