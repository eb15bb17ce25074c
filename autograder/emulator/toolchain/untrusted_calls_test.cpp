// What emucc refuses to compile, because an exercise could forge what the emulator reports: decided
// on the object file and on the files that it is made of. What the translator refuses is tested
// there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "toolchain/process.h"

namespace emu::toolchain {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class Untrusted : public ::testing::Test {
 protected:
  Untrusted() {
    std::string name = (fs::temp_directory_path() / "emucc-test-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~Untrusted() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
  /// Compiles `text` as x.cu to an object file.
  Finished compile(const std::string& text, std::vector<std::string> options = {}) const {
    write("x.cu", text);
    std::vector<std::string> command = {EMUCC, "-c", path("x.cu"), "-o", path("x.o")};
    command.insert(command.end(), options.begin(), options.end());
    return run(command);
  }
  Finished untrusted(const std::string& text) const { return compile(text, {"--untrusted"}); }

  void expect_refused(const Finished& finished, unsigned line, const std::string& words) const {
    EXPECT_EQ(finished.status, 2);
    EXPECT_THAT(finished.messages,
                HasSubstr(path("x.cu") + "(" + std::to_string(line) + "): error: " + words));
    EXPECT_FALSE(fs::exists(path("x.o")));
  }

 private:
  fs::path folder_;
};

TEST_F(Untrusted, WhatAHeaderCallsIsToldAtTheLineThatUsesTheHeader) {
  const std::string top =
      "#include <thread>  // a thread\n// thread 0 begins\n"
      "const char* text = \"thread\"; /* a\nthread */\n";
  expect_refused(untrusted(top + "void f() {\n  std::thread t([] {});\n  t.join();\n}\n"), 6,
                 "std::thread::_M_start_thread");
  expect_refused(untrusted(top + "using namespace std;\nvoid f() {\n  thread t([] {});\n"
                                 "  t.join();\n}\n"),
                 7, "std::thread::_M_start_thread");
  expect_refused(untrusted("#include <fstream>\nint f() {\n  int x = 0;\n"
                           "  std::ifstream in(\"x\");\n  in >> x;\n  return x;\n}\n"),
                 4, "std::");
}

TEST_F(Untrusted, WhatAHeaderCallsByItselfAccusesNobody) {
  for (const std::string body :
       {"std::async([] { return 1; }).get();", "std::latch l(1); l.wait();",
        "std::once_flag o; std::call_once(o, [] {});",
        "std::wstring w(n, L'x'); w += w; n += w[3];"}) {
    const Finished finished = untrusted(
        "#include <future>\n#include <latch>\n#include <mutex>\n"
        "#include <string>\nint f(int n) {\n  " +
        body + "\n  return n;\n}\n");
    EXPECT_EQ(finished.messages.find("is not for exercises"), std::string::npos)
        << finished.messages;
    std::istringstream lines(finished.messages);
    for (std::string line; std::getline(lines, line);)
      EXPECT_THAT(line, StartsWith(path("x.cu") + "(")) << "no place of the grader's";
  }
  expect_refused(untrusted("#include <future>\nint f() {\n"
                           "  return std::async([] { return 1; }).get();\n}\n"),
                 3, "std::__once_callable is not among what exercises may call: host code runs on");
}

TEST_F(Untrusted, AFeatureOfAHeaderIsNamedByItself) {
  expect_refused(untrusted("#include <atomic>\nstd::atomic<int> a;\nvoid f() {\n  a.wait(0);\n}\n"),
                 4,
                 "syscall is not among what exercises may call: host code runs on one thread here, "
                 "so nobody could end a wait of std::atomic's");
  expect_refused(untrusted("#include <cstdlib>\nvoid g() {}\nvoid f() {\n"
                           "  at_quick_exit(g);\n}\n"),
                 4, "at_quick_exit is not among what exercises may call: exercises leave no");
}

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

TEST_F(Untrusted, WhatReachesAroundTheCompilerIsRefusedWithItsLine) {
  const std::string text =
      "#include <dlfcn.h>\n#include <sys/mman.h>\nvoid* f(void* p) {\n"
      "  mprotect(p, 4096, PROT_WRITE);\n"
      "  return dlsym(RTLD_DEFAULT, \"x\");\n}\n";
  const Finished finished = untrusted(text);
  expect_refused(finished, 4, "mprotect is not for exercises: it changes what memory is");
  expect_refused(finished, 5, "dlsym is not for exercises: it loads or finds code");
  EXPECT_EQ(compile(text).status, 0);
}

TEST_F(Untrusted, TheNameCountsNotItsSpelling) {
  expect_refused(untrusted("#define P(a, b) a##b\nextern \"C\" long P(sys, call)(long, ...);\n"
                           "long f() { return P(sys, call)(1); }\n"),
                 3, "syscall is not for exercises");
}

TEST_F(Untrusted, OrdinaryHostCodeCompiles) {
  const Finished finished = untrusted(R"(
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <atomic>
#include <bitset>
#include <complex>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>
struct Shape { virtual ~Shape() = default; virtual double area() const { return 0; } };
struct Disc : Shape { double r = 1; double area() const override { return r * r; } };
__device__ __forceinline__ int twice(int x) { return 2 * x; }
__global__ void k(int* p) { p[threadIdx.x] = twice(p[threadIdx.x]); }
int ascending(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
extern "C" int f(int n) {
  static std::map<int, std::string> m{{1, "x"}};
  m.erase(n);
  std::unordered_map<int, int> u{{n, 1}};
  std::list<int> l{n};
  std::set<int> seen{n};
  std::mt19937 random;
  std::normal_distribution<double> normal;
  std::ostringstream text;
  text << std::setw(3) << std::hex << n << normal(random) << m[1];
  const auto start = std::chrono::steady_clock::now();
  int a[3] = {3, n, 1};
  qsort(a, 3, sizeof *a, ascending);
  char line[80];
  snprintf(line, sizeof line, "%d %s", a[0], text.str().c_str());
  std::cout << line << std::strlen(line) << (std::chrono::steady_clock::now() - start).count()
            << std::endl;
  std::fprintf(stderr, "%f %f\n", std::sin(n), std::cos(n));
  int exponent;
  double mantissa = std::frexp(n, &exponent);
  try {
    if (n > 5) throw std::runtime_error("n is " + std::to_string(n));
  } catch (const std::exception& error) {
    puts(error.what());
  }
  std::unique_ptr<Shape> shape = std::make_unique<Disc>();
  std::shared_ptr<Shape> shared = std::make_shared<Disc>();
  std::function<int(int)> twice_of = [shared](int x) { return 2 * x; };
  std::priority_queue<int> queue;
  queue.push(twice_of(n));
  std::deque<std::complex<double>> numbers{std::polar(1.0, 2.0)};
  std::variant<int, std::string> either = "text";
  std::optional<int> maybe = n;
  std::atomic<int> count{0};
  ++count;
  text << std::get<std::string>(either) << maybe.value() << numbers[0] << std::bitset<8>(n) << count;
  std::vector<double> v(n, mantissa);
  std::stable_sort(v.begin(), v.end());
  std::shuffle(v.begin(), v.end(), random);
  std::iota(v.begin(), v.end(), 0.0);
  k<<<1, 32>>>(nullptr);
  return std::stoi(line) + dynamic_cast<Disc&>(*shape).area() + std::time(nullptr) + rand() + exponent;
}
)");
  EXPECT_THAT(finished.messages, IsEmpty());
  EXPECT_EQ(finished.status, 0);
}

// Not those that are known to be bad are refused, but those that are not known to be good.
TEST_F(Untrusted, WhatIsOnNoListIsRefused) {
  for (const auto& [call, words] : std::initializer_list<std::pair<const char*, const char*>>{
           {"fork()", "exercises start no programs"},
           {"close(3)", "exercises read and write no files"},
           {"(int)(long)fopencookie(0, \"r\", {})", "exercises read and write no files"},
           {"on_exit(0, 0)", "exercises call CUDA and"},
           {"(int)(long)mmap(0, 1, 0, 0, 0, 0)", "it changes what memory is"},
           {"pthread_create(0, 0, 0, 0)", "host code runs on one thread"},
           {"std::system(\"true\")", "exercises start no programs"},
           {"(std::ofstream(\"x\"), 1)", "exercises read and write no files"},
           {"(int)std::random_device()()", "a result that depends on chance"},
           {"(std::ifstream(\"x\").close(), 1)", "x.cu(10): error: std::"},
           {"no_such_function()", "no_such_function is declared, and defined nowhere"}}) {
    EXPECT_THAT(untrusted("#include <fstream>\n#include <random>\n#include <stdio.h>\n"
                          "#include <stdlib.h>\n#include <sys/mman.h>\n#include <unistd.h>\n"
                          "#include <pthread.h>\nextern \"C\" int no_such_function();\n"
                          "int f() {\n  return " +
                          std::string(call) + ";\n}\n")
                    .messages,
                HasSubstr(words))
        << call;
  }
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

TEST_F(Untrusted, BuiltinsMayComputeAndNothingElse) {
  for (const char* builtin :
       {"__builtin_mempcpy(to, to, 3)", "__builtin_stpcpy(to, to)", "__builtin_bzero(to, 3)",
        "__builtin___memcpy_chk(to, to, 3, 3)", "__builtin_va_copy(list, list)",
        "__builtin_stack_save()", "__builtin_alloca(9)", "__builtin_prefetch(to)",
        "__builtin_no_such_thing(to)"}) {
    EXPECT_THAT(untrusted("void f(char* to) {\n  __builtin_va_list list;\n  " +
                          std::string(builtin) + ";\n}\n")
                    .messages,
                HasSubstr("works where the checker does not see it"))
        << builtin;
  }
  EXPECT_THAT(untrusted("#include <cmath>\n#include <limits>\nint f(unsigned n, double x) {\n"
                        "  int sum = 0;\n"
                        "  if (__builtin_add_overflow(sum, n, &sum) || std::isnan(x)) return 0;\n"
                        "  if (__builtin_expect(x == INFINITY, 0)) __builtin_unreachable();\n"
                        "  return __builtin_popcount(n) + __builtin_clzll(n) + sum +\n"
                        "         int(__builtin_sqrtf(x) + __builtin_fabs(x) + NAN);\n}\n")
                  .messages,
              IsEmpty());
}

TEST_F(Untrusted, FilesMustBeWhatTheyAre) {
  expect_refused(untrusted("int a;\n#line 1 \"/usr/include/x.h\"\nint b;\n"), 2,
                 "#line is not for");
  expect_refused(untrusted("\n# 1 \"/usr/include/x.h\" 1 3\nasm(\"nop\");\n"), 2,
                 "#line is not for");
  EXPECT_THAT(untrusted("#include <immintrin.h>\n").messages, HasSubstr("processor intrinsics"));
  write("disguised.h", "asm(\"nop\");\n");
  const std::string up = "../../../../../../../..";
  EXPECT_THAT(untrusted("#include <" + up + path("disguised.h") + ">\n").messages,
              HasSubstr("this file is no system header"));
}

// A function without hooks, as one word of a system header's.
constexpr const char* kHidden =
    "__attribute__((no_sanitize(\"thread\"))) void put(int* to) { *to = 1; }";

TEST_F(Untrusted, HeadersReadAsTheyDoOnTheirOwn) {
  const std::string macro = std::string("#define hsearch hsearch_(); ") + kHidden + " int last\n";
  for (const std::string include : {"#include <search.h>\n", "%:include <search.h>\n",
                                    "#include_next <search.h>\n", "#import <search.h>\n",
                                    "#pragma push_macro(\"hsearch\")\n#undef hsearch\n#pragma "
                                    "pop_macro(\"hsearch\")\n#include <search.h>\n"}) {
    SCOPED_TRACE(include);
    EXPECT_THAT(untrusted("#include <vector>\n" + macro + include).messages,
                AllOf(HasSubstr("): error: <search.h> reads differently here than on its own"),
                      HasSubstr("because of the macro hsearch in line 2")));
  }
  expect_refused(
      untrusted("#include <search.h>\n#undef _SEARCH_H\n" + macro + "#include <search.h>\n"), 4,
      "<search.h> reads differently");
  expect_refused(untrusted("#undef __BEGIN_DECLS\n#define __BEGIN_DECLS _Pragma(\"GCC "
                           "optimize(\\\"O0\\\")\") extern \"C\" {\n#include <search.h>\n"),
                 3, "<search.h> reads differently");
  expect_refused(untrusted(macro + "#define HEADER <search.h>\n#include HEADER\n"), 3,
                 "text of the exercise passes for /usr/include/search.h");
}

TEST_F(Untrusted, AFileThatIncludesItselfIsNotAtItsBeginning) {
  const std::string macro = std::string("#define hsearch hsearch_(); ") + kHidden + " int last\n";
  expect_refused(untrusted("#include <search.h>\n#ifndef A\n#define A\n#undef _SEARCH_H\n" + macro +
                           "#include \"x.cu\"\n#endif\n"),
                 1, "<search.h> reads differently");
}

// Those of the emulator switch the checker: there even a number could do harm.
TEST_F(Untrusted, NothingChoosesAmongTheEmulatorsHeaders) {
  expect_refused(untrusted("#define inline\n#include <cooperative_groups.h>\n"), 2,
                 "<cooperative_groups.h> reads differently");
  expect_refused(untrusted("#define rank 0\n#include <cooperative_groups.h>\n"), 2,
                 "<cooperative_groups.h> reads differently");
}

TEST_F(Untrusted, TextIsNoHeadersBecauseItSaysSo) {
  EXPECT_THAT(untrusted("#define HASH #\nHASH 1 \"<hidden>\" 3\nasm(\"nop\");\n").status,
              testing::Ne(0));
  write("<x>.h", kHidden);
  EXPECT_THAT(untrusted("#include \"<x>.h\"\n").messages, HasSubstr("<x>.h(1): error: "));
  EXPECT_EQ(untrusted("const auto s = u8R\"x(\n# 1 \"" + path("x.cu") +
                      "\"\n)x\";\n#ifndef A\n#define A\n#include <../../../../../../.." +
                      path("x.cu") + ">\n#else\n" + kHidden + "\n#endif\n")
                .status,
            2);
}

TEST_F(Untrusted, MacrosOfOrdinaryProgramsMayComeBeforeHeaders) {
  write("own.h", "#pragma once\n#define CHECK(x) x\n#include <set>\n");
  for (const std::string text : {
           "#define NDEBUG\n#include <cassert>\n#include <map>\n",
           "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE 1\n#endif\n#include <search.h>\n",
           "#define _POSIX_C_SOURCE 200809L\n#define _GLIBCXX_ASSERTIONS\n#include <time.h>\n"
           "#include <unistd.h>\n#include <deque>\n",
           "#define _USE_MATH_DEFINES\n#include <cmath>\n#include <complex>\ndouble p = M_PI;\n",
           "#define min(a, b) ((a) < (b) ? (a) : (b))\n#include <algorithm>\nint m = min(1, 2);\n",
           "#define __need_size_t\n#include <stddef.h>\n#include <stddef.h>\n#include <wchar.h>\n",
           "#define TRY(c) if (c) return 1\n#define N 1024\n#define TILE (16)\n"
           "#define EPS 1e-6f\n#include <cooperative_groups.h>\n#include <random>\n"
           "#include <cooperative_groups/reduce.h>\n#include <bits/stdc++.h>\n",
           "/* Block #1\n * # 1. first */\r\n#include <list>\r\n#define A(x) x\r\n#include "
           "<bit>\r\n",
           "#include \"own.h\"\n#if __has_include(<span>)\n#include <span>\n#endif\n"
           "#include \"stdio.h\"\nconst char* s = \"#3 \";\n",
           "#define UNROLL _Pragma(\"unroll\")\n#include <memory>\n__global__ void g(int* p) {\n"
           "UNROLL for (int i = 0; i < 3; ++i) p[i] = i; }\n",
       }) {
    const Finished finished = untrusted(text);
    EXPECT_EQ(finished.status, 0) << text << finished.messages;
  }
}

TEST_F(Untrusted, OnlyTheLanguagesLibrariesAreThere) {
  if (!fs::exists("/usr/include/gtest/gtest.h")) GTEST_SKIP();
  EXPECT_THAT(untrusted("#include <gtest/gtest.h>\n").messages,
              HasSubstr("the checker cannot see what the library gtest does"));
}

TEST_F(Untrusted, SourcesHoldOnlyText) {
  expect_refused(untrusted(std::string("int a;\n\0# 1 \"/usr/include/stdio.h\" 1 3\n", 38)), 2,
                 "a source holds only text, and here is the byte 0x00, in column 1");
  expect_refused(
      untrusted("int a;\n// caf\xe9\n"), 2,
      "a source holds only text, and here is the byte 0xe9, no UTF-8, in column 7: save the "
      "file as UTF-8");
  expect_refused(untrusted("int a;\r# 1 \"/usr/include/stdio.h\" 1 3\n"), 1, "a source holds only");
  expect_refused(untrusted("\xef\xbb\xbf# 1 \"/usr/include/stdio.h\" 1 3\nasm(\"nop\");\n"), 1,
                 "#line is not for exercises");
  write("own.h", std::string("\0# 1 \"/usr/include/stdio.h\" 1 3\nasm(\"nop\");\n", 44));
  EXPECT_THAT(untrusted("#include \"own.h\"\n").messages,
              HasSubstr(path("own.h") + "(1): error: a source holds only text"));
  EXPECT_EQ(untrusted("\xef\xbb\xbfint a; // \xc3\xa4\r\n").status, 0);
}

TEST_F(Untrusted, CodeIsNotInlinedWhereTheCheckerDoesNotLook) {
  expect_refused(untrusted("struct S { __attribute__((always_inline)) S(const S&) {} };\n"), 1,
                 "the attribute always_inline is not among those that exercises may have");
}

TEST_F(Untrusted, TheLoaderMakesItsTablesReadOnly) {
  write("x.cu", "int main() { return 0; }\n");
  ASSERT_EQ(run({EMUCC, path("x.cu"), "-o", path("x")}).status, 0);
  EXPECT_EQ(run({"sh", "-c", "readelf -dW " + path("x") + " | grep -q BIND_NOW"}).status, 0);
  EXPECT_EQ(run({"sh", "-c", "readelf -lW " + path("x") + " | grep -q GNU_RELRO"}).status, 0);
}

}  // namespace
}  // namespace emu::toolchain
