// Compilers' messages, as they come and as users read them.
#include "toolchain/messages/messages.h"

#include <gtest/gtest.h>

namespace emu::toolchain {
namespace {

std::string source_line(const std::string& file, unsigned line) {
  return file == "x.cu" && line == 3 ? "  child<<<1, 32>>>(missing);" : "";
}

std::string told(const std::string& messages) {
  return for_the_user(messages, "/emu/include", source_line);
}

TEST(Messages, AKernelIsNoLambda) {
  const std::string error =
      "x.cu:3:20: error: 'missing' was not declared in this scope\n"
      "    3 |   child<<<1, 32>>>(missing);\n"
      "      |                    ^~~~~~~\n";
  EXPECT_EQ(told("x.cu: In lambda function:\n" + error), error);
  EXPECT_EQ(told("x.cu: In function 'int main()':\n" + error),
            "x.cu: In function 'int main()':\n" + error);
}

TEST(Messages, CandidatesOfOurHeadersStayWithoutTheirPlace) {
  EXPECT_EQ(
      told("x.cu:3:20: error: no matching function for call to 'atomicAdd(int*)'\n"
           "    3 |   child<<<1, 32>>>(missing);\n"
           "In file included from /emu/include/cuda_runtime.h:17,\n"
           "                 from /emu/include/emulator/prefix.h:15:\n"
           "/emu/include/emulator/atomics.h:16:1: note: candidate: 'int atomicAdd(int*, int)'\n"
           "   16 | EMU_ATOMIC(atomicAdd, int)\n"
           "      | ^~~~~~~~~~\n"
           "/emu/include/emulator/atomics.h:16:1: note:   candidate expects 2 arguments\n"
           "x.cu:4:1: warning: unused\n"),
      "x.cu:3:20: error: no matching function for call to 'atomicAdd(int*)'\n"
      "    3 |   child<<<1, 32>>>(missing);\n"
      "note: candidate: 'int atomicAdd(int*, int)'\n"
      "note:   candidate expects 2 arguments\n"
      "x.cu:4:1: warning: unused\n");
}

TEST(Messages, ErrorsInOurHeadersKeepTheirPlace) {
  const std::string error =
      "In file included from x.cu:1:\n"
      "/emu/include/cooperative_groups.h:7:1: error: static assertion failed: no such tile\n"
      "    7 | static_assert\n";
  EXPECT_EQ(told(error), error);
}

TEST(Messages, WhatALaunchWasGivenIsSaidInCuda) {
  EXPECT_EQ(told("x.cu:3:9: error: no matching function for call to "
                 "'emu::types::Configuration::Configuration(int, const char [2])'\n"
                 "/emu/include/emulator/seam.h:106:34: note: candidate: "
                 "'emu::types::Configuration::Configuration(dim3, dim3)'\n"
                 "/emu/include/emulator/seam.h:108:61: note:   no known conversion for argument 2 "
                 "from 'const char [2]' to 'dim3'\n"
                 "/emu/include/emulator/seam.h:99:8: note: candidate: "
                 "'emu::types::Configuration::Configuration(emu::types::Configuration&&)'\n"
                 "/emu/include/emulator/seam.h:99:8: note:   candidate expects 1 argument\n"),
            "x.cu:3:9: error: <<<…>>> takes a grid (dim3 or int), a block (dim3 or int), the bytes "
            "of dynamic shared memory and a cudaStream_t, not (int, const char [2])\n"
            "note:   no known conversion for argument 2 from 'const char [2]' to 'dim3'\n");
}

TEST(Messages, ClangShowsTheSource) {
  EXPECT_EQ(told("x.cu:3:20: error: use of undeclared identifier 'missing'\n"
                 "  child          (missing), ::emu::Staged()))\n"
                 "                   ^\n"
                 "1 error generated.\n"),
            "x.cu:3:20: error: use of undeclared identifier 'missing'\n"
            "  child<<<1, 32>>>(missing);\n"
            "                   ^\n"
            "1 error generated.\n");
}

TEST(Messages, ALaterClangShowsTheSourceAndNoLineOfOurs) {
  EXPECT_EQ(told("x.cu:3:20: error: no matching function\n"
                 "    3 |   (::emu::Configuration(\n"
                 "      |                    ^\n"
                 "    4 | # 3 \"x.cu\"\n"
                 "    5 |           1, 32) << (\n"
                 "      |           ~~~~~\n"
                 "1 error generated.\n"),
            "x.cu:3:20: error: no matching function\n"
            "    3 |   child<<<1, 32>>>(missing);\n"
            "      |                    ^\n"
            "1 error generated.\n");
}

TEST(Messages, WhatGccDrawsStays) {
  const std::string text =
      "x.cu:3:20: error: 'missing' was not declared\n"
      "    3 | \33[1m  child<<<1, 32>>>\33[m\33[K(missing);\n"
      "      |                    ^~~~~~~\n"
      "      |                    given\n"
      "  +++ |+#include <x>\n";
  EXPECT_EQ(told(text), text);
}

TEST(Messages, AWrongSharedVariableIsToldOnce) {
  const std::string error = "x.cu:3:20: error: 'n' was not declared in this scope\n";
  const std::string consequence =
      "x.cu:3:30: error: 'k::emu_shared_s_3_1' has no member named 's'\n";
  EXPECT_EQ(told(error + consequence), error);
  EXPECT_EQ(told(consequence), consequence);
}

TEST(Messages, NothingElseChanges) {
  const std::string text =
      "x.cu:3:1: note: declared here\ncc1plus: all warnings being treated as errors\n\nlast";
  EXPECT_EQ(told(text), text + "\n");
  EXPECT_EQ(told(""), "");
}

}  // namespace
}  // namespace emu::toolchain
