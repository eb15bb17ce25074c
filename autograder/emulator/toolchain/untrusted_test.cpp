// What emucc refuses to compile, because an exercise could forge what the emulator reports: decided
// on the object file and on the files that it is made of. What the translator refuses is tested
// there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "process.h"

namespace emu::toolchain {
namespace {

namespace fs = std::filesystem;
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
  expect_refused(finished, 4, "mprotect is not for exercises: it could make the emulator's code");
  expect_refused(finished, 5, "dlsym is not for exercises: it finds functions");
  EXPECT_EQ(compile(text).status, 0);
}

TEST_F(Untrusted, TheNameCountsNotItsSpelling) {
  expect_refused(untrusted("#define P(a, b) a##b\nextern \"C\" long P(sys, call)(long, ...);\n"
                           "long f() { return P(sys, call)(1); }\n"),
                 3, "syscall is not for exercises");
}

TEST_F(Untrusted, OrdinaryHostCodeCompiles) {
  const Finished finished = untrusted(R"(
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>
__device__ __forceinline__ int twice(int x) { return 2 * x; }
__global__ void k(int* p) { p[threadIdx.x] = twice(p[threadIdx.x]); }
extern "C" int f(int n) {
  std::map<int, std::string> m{{1, "x"}};
  std::mt19937 random;
  void* memory = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(memory, 4096);
  signal(SIGTERM, SIG_IGN);
  if (fork() == 0) _exit(0);
  wait(nullptr);
  std::thread([] {}).join();
  std::cout << m[1] << random() << '\n';
  try { throw 1; } catch (int) {}
  k<<<1, 32>>>(nullptr);
  return system("true") + n;
}
)");
  EXPECT_THAT(finished.messages, IsEmpty());
  EXPECT_EQ(finished.status, 0);
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

TEST_F(Untrusted, SourcesHoldOnlyText) {
  expect_refused(untrusted(std::string("int a;\n\0# 1 \"/usr/include/stdio.h\" 1 3\n", 38)), 2,
                 "a source holds only text, and here is the byte 0x00");
  expect_refused(untrusted("int a;\r# 1 \"/usr/include/stdio.h\" 1 3\n"), 1, "a source holds only");
  expect_refused(untrusted("\xef\xbb\xbf# 1 \"/usr/include/stdio.h\" 1 3\nasm(\"nop\");\n"), 1,
                 "#line is not for exercises");
  write("own.h", std::string("\0# 1 \"/usr/include/stdio.h\" 1 3\nasm(\"nop\");\n", 47));
  EXPECT_THAT(untrusted("#include \"own.h\"\n").messages,
              HasSubstr(path("own.h") + "(1): error: a source holds only text"));
  EXPECT_EQ(untrusted("\xef\xbb\xbfint a; // \xc3\xa4\r\n").status, 0);
}

TEST_F(Untrusted, CodeIsNotInlinedWhereTheCheckerDoesNotLook) {
  expect_refused(untrusted("struct S { __attribute__((always_inline)) S(const S&) {} };\n"), 1,
                 "the attribute always_inline is not for exercises");
}

TEST_F(Untrusted, TheLoaderMakesItsTablesReadOnly) {
  write("x.cu", "int main() { return 0; }\n");
  ASSERT_EQ(run({EMUCC, path("x.cu"), "-o", path("x")}).status, 0);
  EXPECT_EQ(run({"sh", "-c", "readelf -dW " + path("x") + " | grep -q BIND_NOW"}).status, 0);
  EXPECT_EQ(run({"sh", "-c", "readelf -lW " + path("x") + " | grep -q GNU_RELRO"}).status, 0);
}

}  // namespace
}  // namespace emu::toolchain
