// Programs that are not trusted, loaded as exercises are: honest ones run, and none that has
// overwritten what is not its own gets the C or C++ library to act for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "toolchain/process.h"

namespace emu::toolchain {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kEmulatorsMemory = "reinterpret_cast<unsigned long>(&threadIdx) & ~63ul";
constexpr const char* kEndsAtOnce = "";  // and says so in its report

/// What stands before the text in a format of the test below.
std::string arguments_before(const std::string& format) {
  if (format == "%s") return "";
  return format == "%d %.3s" ? "1, " : format == "%*d %s" ? "2, 1, " : "2, 1.5, ";
}

class Guided : public ::testing::Test {
 protected:
  Guided() {
    std::string name = (fs::temp_directory_path() / "emucc-test-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~Guided() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  Finished run_file(const std::string& source, const std::string& compiler = "g++") const {
    const Finished compiled =
        run({EMUCC, "--compiler", compiler, "--untrusted", "--shared", source, "-o", path("x.so")});
    EXPECT_EQ(compiled.status, 0) << compiled.messages;
    return run({"/bin/sh", "-c", std::string(LOADER) + " " + path("x.so") + " 1>&2"});
  }
  /// `body`: of `int entry(int n)`, behind `before`.
  Finished run_text(const std::string& before, const std::string& body,
                    const std::string& compiler = "g++") const {
    std::ofstream(path("x.cu")) << before << "\nextern \"C\" int entry(int n) {\n"
                                << body << "\n}\n";
    return run_file(path("x.cu"), compiler);
  }
  void expect_refused(const Finished& finished, const std::string& words) const {
    if (words == kEndsAtOnce)
      EXPECT_EQ(finished.status, 1) << finished.messages;
    else
      EXPECT_NE(finished.status, 0);
    EXPECT_THAT(finished.messages, HasSubstr(words));
    EXPECT_THAT(finished.messages, Not(HasSubstr("returned")));
  }

 private:
  fs::path folder_;
};

class Honest : public Guided, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    if (std::system((std::string("command -v ") + GetParam() + " > /dev/null").c_str()) != 0)
      GTEST_SKIP() << "there is no " << GetParam();
  }
};
INSTANTIATE_TEST_SUITE_P(Compilers, Honest, ::testing::Values("g++", "clang++"));

TEST_P(Honest, ProgramsUseTheLibraries) {
  const Finished finished = run_file(EMUCC_TESTDATA "/uses_much_of_the_library.cu", GetParam());
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.messages, HasSubstr("constructed\n"));
  EXPECT_THAT(finished.messages, HasSubstr("oor St12out_of_range"));
  EXPECT_THAT(finished.messages, HasSubstr("returned 77\n"));
  EXPECT_THAT(finished.messages, Not(HasSubstr("destroyed")));  // the process ends before
}

TEST_P(Honest, ProgramsHaveCudaCallThem) {
  const Finished finished = run_file(EMUCC_TESTDATA "/uses_much_of_cuda.cu", GetParam());
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.messages, HasSubstr("128 84 2016 2048 0 15 50 99 called 2 bs 1024\n"));
  EXPECT_THAT(finished.messages, Not(HasSubstr("\"severity\":\"error\"")));
}

// However deep they call, and whatever exceptions leave out.
TEST_P(Honest, ProgramsRecurseAndThrow) {
  std::ofstream(path("deep.cu"))
      << "#include <cstdlib>\n"
         "__host__ __device__ __attribute__((noinline)) int depth(int n) {\n"
         "  volatile int here = n;\n  return here == 0 ? 0 : depth(here - 1) + 1;\n}\n"
         "__attribute__((noinline)) int thrown(int n) {\n"
         "  if (n == 0) throw 3;\n  volatile int below = thrown(n - 1);\n  return below;\n}\n"
         "int compare(const void*, const void*) {\n"
         "  static int nested = 0;\n  int two[2] = {depth(1000), 2};\n"
         "  if (++nested < 5) std::qsort(two, 2, sizeof *two, compare);\n"
         "  try { thrown(30); } catch (int) {}\n  return 0;\n}\n"
         "__global__ void kernel(int* out) {\n  const int deep = depth(500);\n"
         "  __syncthreads();\n  out[threadIdx.x] = deep + depth(threadIdx.x);\n}\n"
         "extern \"C\" int entry(int) {\n  int sum = depth(40000), two[2] = {2, 1};\n"
         "  for (int i = 0; i < 1000; ++i) try { thrown(i % 100); } catch (int it) { sum += it; }\n"
         "  std::qsort(two, 2, sizeof *two, compare);\n  int* out;\n"
         "  cudaMallocManaged(&out, 64 * sizeof *out);\n  kernel<<<1, 64>>>(out);\n"
         "  cudaDeviceSynchronize();\n  for (int i = 0; i < 64; ++i) sum += out[i];\n"
         "  cudaFree(out);\n  return sum + depth(10);\n}\n";
  const Finished finished = run_file(path("deep.cu"), GetParam());
  EXPECT_THAT(finished.messages, HasSubstr("returned 77026\n"));
}

constexpr const char* kNumber =
    "#include <cstdlib>\nusing Word = unsigned long;\n"
    "volatile Word opaque(Word w) { return w; }\n";

TEST_F(Guided, AnAddressIsNoFunction) {
  expect_refused(run_text(kNumber,
                          "auto* volatile f = reinterpret_cast<int (*)(int)>("
                          "reinterpret_cast<Word>(static_cast<int (*)(int)>(&std::abs)) + 16);\n"
                          "return f(n);"),
                 "the program calls what is no function of its own");
}

TEST_F(Guided, TheMiddleOfAFunctionIsNone) {
  expect_refused(
      run_text(std::string(kNumber) +
                   "__attribute__((noinline)) int own(int n) { return std::rand() + n; }\n",
               "auto* volatile f = reinterpret_cast<int (*)(int)>("
               "reinterpret_cast<Word>(&own) + 4);\n"
               "return f(n);"),
      "the program calls what is no function of its own");
}

TEST_F(Guided, NoLibraryCallsIt) {
  expect_refused(
      run_text(std::string(kNumber) + "int compare(const void*, const void*) { return 0; }\n",
               "int numbers[4] = {n, 2, 3, 4};\n"
               "auto* volatile f = reinterpret_cast<int (*)(const void*, const void*)>("
               "reinterpret_cast<Word>(&compare) + 4);\n"
               "std::qsort(numbers, 4, sizeof n, f);\nreturn numbers[0];"),
      "the program has a function called that is not its own");
}

constexpr const char* kReturnsElsewhere = "the program returns to where it was not called";

TEST_F(Guided, AReturnAddressIsNotWritten) {
  expect_refused(run_text("struct Room { unsigned long words[8]; };\n"
                          "__attribute__((noinline)) void leave(Room room) {\n"
                          "  volatile unsigned long* const w = room.words - 1;\n"
                          "  *w = *w + 1;\n}\n",
                          "leave(Room{});\nreturn n;"),
                 kReturnsElsewhere);
}

// Its own calls may be returned to, but each by whom it has called alone: elsewhere the variables
// of the function that made it lie over other things.
constexpr const char* kReturnsForAnother =
    "struct Room { unsigned long words[8]; };\n"
    "__host__ __device__ __attribute__((noinline)) void step(Room room, bool learns) {\n"
    "  volatile unsigned long* const place = room.words - 1;\n"
    "  if (learns) anothers = *place; else *place = anothers;\n}\n"
    "__host__ __device__ __attribute__((noinline)) int larger() {\n"
    "  volatile int variables[64] = {1};\n  step(Room{}, true);\n  return variables[0];\n}\n";

TEST_F(Guided, AReturnForAnotherFunctionIsNone) {
  expect_refused(
      run_text(std::string("static volatile unsigned long anothers = 0;\n") + kReturnsForAnother,
               "larger();\nstep(Room{}, false);\nreturn n;"),
      kReturnsElsewhere);
}

TEST_F(Guided, NorIsItInAKernel) {
  expect_refused(
      run_text("__device__ volatile unsigned long anothers;\n" + std::string(kReturnsForAnother) +
                   "__global__ void kernel() { larger(); step(Room{}, false); }\n",
               "kernel<<<1, 1>>>();\nreturn cudaDeviceSynchronize();"),
      kReturnsElsewhere);
}

TEST_F(Guided, TheCallersFramesAreClosed) {
  expect_refused(run_text("",
                          "volatile char here = 0;\n"
                          "for (int i = 0; i < 4096; ++i) (&here)[i] = 0;\nreturn here;"),
                 kEndsAtOnce);
}

/// Sets to nothing what stands on the stack behind where it is called.
constexpr const char* kSpoils =
    "#include <cstdlib>\n"
    "__attribute__((noinline)) void spoil() {\n"
    "  volatile unsigned long here = 0;\n"
    "  volatile auto at = reinterpret_cast<unsigned long>(&here);\n"
    "  auto* const words = reinterpret_cast<volatile unsigned long*>(at);\n"
    "  for (int i = 0; i < 64; ++i) if (words[i] != 0) words[i] = words[i] + 1;\n}\n"
    "int compare(const void*, const void*) { spoil(); return 0; }\n"
    "struct Ball { ~Ball() { spoil(); } };\n"
    "void called(void*) { spoil(); }\n";

TEST_F(Guided, TheFramesOfWhoCallsBackAreClosed) {
  for (const char* calls :
       {"int numbers[2] = {2, 1};\nstd::qsort(numbers, 2, sizeof n, &compare);",
        "cudaLaunchHostFunc(nullptr, &called, nullptr);\ncudaDeviceSynchronize();",
        "try { throw Ball(); } catch (const Ball&) {}"}) {
    SCOPED_TRACE(calls);
    expect_refused(run_text(kSpoils, std::string(calls) + "\nreturn n;"), kEndsAtOnce);
  }
  expect_refused(run_text(std::string(kSpoils) + "struct First { First() { spoil(); } } first;\n",
                          "return n;"),
                 kEndsAtOnce);
}

// What it is handed lies on the stack as well, in a frame of the program's own.
TEST_F(Guided, AFunctionThatIsCalledBackWritesToItsCallersVariables) {
  const Finished finished = run_text(
      "#include <algorithm>\n#include <cstdlib>\nint* counted = nullptr;\n"
      "int compare(const void* a, const void* b) {\n"
      "  ++*counted;\n  int own[2] = {3, 4};\n"
      "  std::qsort(own, 2, sizeof own[0], [](const void*, const void*) { return ++*counted * 0; "
      "});\n"
      "  return *(const int*)a - *(const int*)b;\n}\n"
      "void add(void* to) { *static_cast<int*>(to) += 100; }\n",
      "int calls = 0, numbers[3] = {3, 1, 2};\ncounted = &calls;\n"
      "std::qsort(numbers, 3, sizeof n, &compare);\n"
      "cudaLaunchHostFunc(nullptr, &add, &calls);\ncudaDeviceSynchronize();\n"
      "return calls > 100 && numbers[0] == 1 ? 0 : 1;");
  EXPECT_THAT(finished.messages, HasSubstr("returned 0"));
}

TEST_P(Honest, NamesMayBeginWithADollarOrHaveOtherLetters) {
  const Finished finished = run_text(
      "extern \"C\" __attribute__((noinline)) int $bump(int x) { return x + 1; }\n"
      "__attribute__((noinline)) int gr\u00f6\u00dfer(int x) { return $bump(x) + 1; }\n"
      "__global__ void f\u00fclle(int* p) { *p = 3; }\n",
      "int* p;\ncudaMallocManaged(&p, sizeof *p);\nf\u00fclle<<<1, 1>>>(p);\n"
      "cudaDeviceSynchronize();\nconst int filled = *p;\ncudaFree(p);\n"
      "return gr\u00f6\u00dfer(n) == n + 2 && filled == 3 ? 0 : 1;",
      GetParam());
  EXPECT_THAT(finished.messages, HasSubstr("returned 0"));
}

TEST_P(Honest, ProgramsThrowCastAndAskForClassesOfAllKinds) {
  const std::string classes = R"(
#include <any>
#include <functional>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>
struct Top { virtual ~Top() = default; int top = 1; };
struct Left : virtual Top { int left = 2; };
struct Right : virtual Top { int right = 3; };
struct Bottom : Left, Right { std::string name = "at the bottom, on the heap as it is long"; };
namespace { struct Hidden : Top { int hidden = 5; }; }
template <class T> struct Of : Top { T value{}; };
int ended = 0;
struct Ends { ~Ends() { ++ended; } };
struct Nested { ~Nested() { try { throw 1; } catch (int it) { ended += it; } } };
)";
  const std::string body = R"(
Bottom bottom;
Top* volatile top = &bottom;
if (dynamic_cast<Left*>(top) != &bottom || dynamic_cast<Hidden*>(top) != nullptr) return 1;
if (dynamic_cast<void*>(top) != &bottom || typeid(*top) != typeid(Bottom)) return 2;
Of<double> of;
Top& other = of;
try { dynamic_cast<Right&>(other); return 3; } catch (const std::bad_cast&) {}
try { throw bottom; } catch (const Right& it) { if (it.right != 3 || it.top != 1) return 4; }
try { throw [n] { return n + 1; }; } catch (...) {}
try { throw &of; } catch (Top* it) { if (it != &of) return 5; }
try { throw Hidden(); } catch (Top& it) { if (dynamic_cast<Hidden&>(it).hidden != 5) return 6; }
struct Local : std::runtime_error { using std::runtime_error::runtime_error; };
try {
  try {
    const Ends one;
    const Nested two;
    throw Local("local");
  } catch (std::runtime_error&) {
    const Ends three;
    throw;
  }
} catch (const Local& it) { if (std::string(it.what()) != "local") return 7; }
if (ended != 3) return 8;
for (int i = 0; i < 100; ++i) {
  try {
    try {
      const Ends one;
      std::vector<int>(3).at(5);
    } catch (...) {
      try { throw; } catch (const std::logic_error&) {}
      throw;
    }
    return 9;
  } catch (const std::out_of_range&) {}
}
try { std::any_cast<int>(std::any(2.0)); return 10; } catch (const std::bad_any_cast&) {}
try { std::function<int()>()(); return 11; } catch (const std::bad_function_call&) {}
try { std::stoi("no number"); return 12; } catch (const std::exception&) {}
return 0;
)";
  EXPECT_THAT(run_text(classes, body, GetParam()).messages, HasSubstr("returned 0"));
}

TEST_F(Guided, WhatTheLibraryKeepsOfAnExceptionIsPutBack) {
  const std::string head = "struct Other { virtual ~Other() = default; };\n#include <typeinfo>\n";
  EXPECT_THAT(run_text(head,
                       "try { throw 5; } catch (int& it) {\n"
                       "auto** const header = reinterpret_cast<const void**>(&it) - 14;\n"
                       "for (int i = 0; i < 14; ++i) header[i] = &typeid(Other);\n"
                       "try { throw; } catch (int) { return 0; } }\nreturn 1;")
                  .messages,
              HasSubstr("returned 0"));
}

TEST_F(Guided, WhatIsPrintedMustBeReadable) {
  const std::string text = "reinterpret_cast<const char*>(" + std::string(kEmulatorsMemory) + ")";
  for (const char* format : {"%s", "%d %.3s", "%*d %s", "%5.*f %-3s"})
    expect_refused(
        run_text("#include <cstdio>\n", "char to[99];\nconst char* volatile f = \"" +
                                            std::string(format) + "\";\nstd::snprintf(to, 99, f, " +
                                            arguments_before(format) + text + " - 64);\nreturn n;"),
        kEndsAtOnce);
}

// Compilers know what these come to, and would write it themselves.
TEST_F(Guided, ShortTextsAreWrittenWithALook) {
  const std::string to = "reinterpret_cast<char*>(" + std::string(kEmulatorsMemory) + ")";
  for (const char* write :
       {"std::strncpy(to, \"\", 3)", "std::strcpy(to, \"a\")", "std::sprintf(to, \"ab\")",
        "std::snprintf(to, 3, \"ab\")", "std::memset(to, 0, 2)", "std::memcpy(to, \"a\", 2)",
        "std::strcat(to, \"a\")", "std::strncat(to, \"a\", 1)"})
    expect_refused(run_text("#include <cstdio>\n#include <cstring>\n",
                            "char* const to = " + to + ";\n" + write + ";\nreturn n;"),
                   kEndsAtOnce);
}

TEST_F(Guided, AFileOfItsOwnMakingIsNone) {
  expect_refused(run_text("#include <cstdio>\n",
                          "static char made[512];\n"
                          "std::fputs(\"x\", reinterpret_cast<std::FILE*>(made));\nreturn n;"),
                 "no other stream");
}

TEST_F(Guided, StreamsOfTheLibraryAreClosed) {
  expect_refused(run_text("#include <cstdio>\n", "stdout->_IO_write_ptr += n;\nreturn 0;"),
                 kEndsAtOnce);
}

TEST_F(Guided, AStreamThatWasOverwrittenIsNone) {
  for (const int word : {0, 1, 8, 19, 43, 45})  // tables, locale, callbacks, buffer, facet
    expect_refused(run_text("#include <sstream>\n",
                            "std::ostringstream s;\ns << n;\n"
                            "reinterpret_cast<unsigned long*>(&s)[" +
                                std::to_string(word) + "] += 8;\ns << n;\nreturn 0;"),
                   "with a stream that is none");
}

TEST_F(Guided, AStreamWritesWhereItsTextIs) {
  expect_refused(
      run_text("#include <sstream>\n#include <cstdio>\n",
               "std::ostringstream s;\ns << n;\n"
               "auto* const words = reinterpret_cast<unsigned long*>(&s);\n"
               "for (int i : {5, 6, 10}) words[i] = reinterpret_cast<unsigned long>(stdout);\n"
               "s << n;\nreturn 0;"),
      "with a stream that is none");
}

TEST_F(Guided, ATreeThatPointsElsewhereIsNotBalanced) {
  expect_refused(run_text("#include <map>\n",
                          "std::map<int, int> m = {{1, 1}, {2, 2}};\n"
                          "auto* const node = (unsigned long*)&m.begin()->first - 4;\n"
                          "node[2] = " +
                              std::string(kEmulatorsMemory) + ";\nm[3] = 3;\nreturn n;"),
                 "with an object that points elsewhere");
}

TEST_F(Guided, AListThatPointsElsewhereIsNotLinked) {
  expect_refused(run_text("#include <list>\n",
                          "std::list<int> l = {1, 2};\n"
                          "auto* const node = reinterpret_cast<unsigned long*>(&l.front()) - 2;\n"
                          "node[0] = " +
                              std::string(kEmulatorsMemory) + ";\nl.pop_front();\nreturn n;"),
                 "with an object that points elsewhere");
}

TEST_F(Guided, AnObjectMadeElsewhereIsNotMade) {
  expect_refused(run_text("#include <new>\n#include <stdexcept>\n",
                          "new (reinterpret_cast<void*>(" + std::string(kEmulatorsMemory) +
                              ")) std::runtime_error(\"x\");\nreturn n;"),
                 "with an object that lies elsewhere");
}

// Compilers write no hook where a struct is handed over by value or returned to where it goes.
constexpr const char* kStructs = R"(
#include <new>
template <int kWords> struct Words { long value[kWords]; };
template <int kWords> __attribute__((noinline, used)) __host__ __device__ Words<kWords> changed(
    Words<kWords> words, long n) {
  reinterpret_cast<volatile long*>(&words)[kWords - 1] = n;
  return words;
}
template <int kWords> __attribute__((noinline)) Words<kWords> operator+(Words<kWords> words, long n) {
  reinterpret_cast<volatile long*>(&words)[kWords - 1] = n;
  return words;
}
template <int kWords> Words<kWords>* emulators() {
  volatile unsigned long begin = reinterpret_cast<unsigned long>(&threadIdx) & ~63ul;
  return reinterpret_cast<Words<kWords>*>(begin + 128);
}
)";

TEST_F(Guided, WhatIsReturnedIsNotWrittenElsewhere) {
  for (const char* words : {"2", "3", "8", "40", "200"}) {
    const std::string of = std::string("<") + words + ">";
    for (const std::string& attack :
         {"new (emulators" + of + "()) Words" + of + "(changed(Words" + of + "{}, n));",
          "*emulators" + of + "() = Words" + of + "{} + n;"}) {
      SCOPED_TRACE(attack);
      expect_refused(run_text(kStructs, attack + "\nreturn n;"), kEndsAtOnce);
    }
  }
}

TEST_F(Guided, WhatIsHandedOverIsNotReadElsewhere) {
  for (const char* words : {"1", "3", "8", "200"}) {
    const std::string of = std::string("<") + words + ">";
    expect_refused(
        run_text(kStructs, "return changed" + of + "(*emulators" + of + "(), n).value[0] == 7;"),
        kEndsAtOnce);
  }
}

// Where an address is known to the compiler, x86-64 has instructions with it in them. The
// emulator's own range begins where memory/own.h says.
TEST_P(Honest, AnAddressThatIsANumberIsClosedToo) {
  for (const char* address : {"0x404000000000", "0x418000000040"}) {
    const std::string where = std::string("reinterpret_cast<Words<1>*>(") + address + "ul)";
    expect_refused(run_text(kStructs,
                            "new (" + where +
                                ") Words<1>(changed(Words<1>{}, n));\n"
                                "return n;",
                            GetParam()),
                   kEndsAtOnce);
    expect_refused(
        run_text(kStructs, "return changed(*" + where + ", n).value[0] == 7;", GetParam()),
        kEndsAtOnce);
  }
}

TEST_F(Guided, KernelsReturnNothingElsewhereEither) {
  const Finished finished =
      run_text(std::string(kStructs) + R"(
__global__ void attack(unsigned long where) {
  new (reinterpret_cast<Words<4>*>(where)) Words<4>(changed(Words<4>{}, 1));
}
)",
               "attack<<<1, 1>>>(reinterpret_cast<unsigned long>(emulators<4>()));\n"
               "if (cudaDeviceSynchronize() == cudaSuccess) return 1;\nreturn n;");
  EXPECT_THAT(finished.messages, HasSubstr("emulator-memory"));
  EXPECT_THAT(finished.messages, HasSubstr("memory of the emulator"));
  const Finished frames =
      run_text(std::string(kStructs) + R"(
__device__ __noinline__ void put(Words<4>* to) { new (to) Words<4>(changed(Words<4>{}, 1)); }
__global__ void attack() {
  volatile long mine[4] = {};
  put(reinterpret_cast<Words<4>*>(const_cast<long*>(mine + 400)));
})",
               "attack<<<1, 1>>>();\nreturn cudaDeviceSynchronize() == cudaSuccess;");
  EXPECT_THAT(frames.messages, HasSubstr("\"severity\":\"error\""));
}

TEST_F(Guided, TheHostReturnsNothingToDeviceThreads) {
  const Finished finished =
      run_text(std::string(kStructs) + R"(
__managed__ Words<4>* leaked;
__global__ void leak() {
  Words<4> mine{};
  leaked = &mine;
})",
               "leak<<<1, 1>>>();\nif (cudaDeviceSynchronize() != cudaSuccess) return 1;\n"
               "new (leaked) Words<4>(changed(Words<4>{}, n));\nreturn n;");
  EXPECT_THAT(finished.messages, HasSubstr("local-pointer"));
}

TEST_F(Guided, StructsGoWhereTheyMay) {
  const Finished finished = run_text(std::string(kStructs) + R"(
__device__ Words<8> on_device[4];
Words<8> on_host[4];
__global__ void fill(Words<8>* all) {
  __shared__ Words<8> shared[4];
  const int i = threadIdx.x;
  new (&shared[i]) Words<8>(changed(Words<8>{}, i));
  new (&all[i]) Words<8>(changed(shared[i], i + 1));
  new (&on_device[i]) Words<8>(changed(all[i], i + 2));
})",
                                     R"(Words<8>* all = nullptr;
cudaMallocManaged(&all, 4 * sizeof *all);
fill<<<1, 4>>>(all);
if (cudaDeviceSynchronize() != cudaSuccess) return 1;
for (int i = 0; i < 4; ++i) new (&on_host[i]) Words<8>(changed(all[i], i));
Words<200> local = changed(Words<200>{}, n), other = local + 5;
return 70 + on_host[3].value[7] + other.value[199];)");
  EXPECT_THAT(finished.messages, HasSubstr("returned 78"));
  EXPECT_THAT(finished.messages, Not(HasSubstr("\"severity\":\"error\"")));
}

TEST_F(Guided, ConstructorsRunByPriority) {
  const Finished finished = run_text(
      "struct Says { explicit Says(int i) { seen = 10 * seen + i; } static inline int seen = 0; "
      "};\n"
      "__attribute__((init_priority(400))) Says second{2};\nSays third{3};\n"
      "__attribute__((init_priority(300))) Says first{1};\n",
      "return Says::seen;");
  EXPECT_THAT(finished.messages, HasSubstr("returned 123"));
}

TEST_F(Guided, ADescriptionOfAClassIsNotMade) {
  expect_refused(run_text("struct A { virtual ~A() = default; };\nstruct B : A { int b = 1; };\n",
                          "unsigned long table[8] = {};\nA* const a = new B;\n"
                          "*reinterpret_cast<unsigned long**>(a) = table + 2;\n"
                          "A* volatile same = a;\nreturn dynamic_cast<B*>(same) != nullptr;"),
                 "the program has made the description of a class");
}

}  // namespace
}  // namespace emu::toolchain
