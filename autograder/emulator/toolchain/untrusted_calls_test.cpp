// What exercises may call: functions and builtins that compute, and none that reaches around the
// compiler or the checker.
#include <initializer_list>
#include <sstream>
#include <string>
#include <utility>

#include "toolchain/untrusted_fixture.h"

namespace emu::toolchain {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

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

TEST_F(Untrusted, WhatTheEmulatorHasForLibrariesIsNotForExercises) {
  expect_refused(untrusted("extern \"C\" int curandGenerate(void*, unsigned*, unsigned long);\n"
                           "int f(unsigned* p) {\n  return curandGenerate(nullptr, p, 4);\n}\n"),
                 3, "curandGenerate is not among what exercises may call");
}

TEST_F(Untrusted, WhatAHeaderCallsByItselfIsNoReaching) {
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
                 "so no other thread could end a wait of std::atomic's");
  expect_refused(untrusted("#include <cstdlib>\nvoid g() {}\nvoid f() {\n"
                           "  at_quick_exit(g);\n}\n"),
                 4, "at_quick_exit is not among what exercises may call: exercises leave no");
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

TEST_F(Untrusted, TheLoaderMakesItsTablesReadOnly) {
  write("x.cu", "int main() { return 0; }\n");
  ASSERT_EQ(run({EMUCC, path("x.cu"), "-o", path("x")}).status, 0);
  EXPECT_EQ(run({"sh", "-c", "readelf -dW " + path("x") + " | grep -q BIND_NOW"}).status, 0);
  EXPECT_EQ(run({"sh", "-c", "readelf -lW " + path("x") + " | grep -q GNU_RELRO"}).status, 0);
}

}  // namespace
}  // namespace emu::toolchain
