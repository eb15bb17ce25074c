// What files exercises may be made of: sources that are what they say, and headers that read as
// they do on their own.
#include <filesystem>
#include <string>

#include "toolchain/untrusted_fixture.h"

namespace emu::toolchain {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

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
           "#define min(a, b) ((a) < (b) ? (a) : (b))\n#include <cmath>\nint m = min(1, 2);\n",
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
  if (!std::filesystem::exists("/usr/include/gtest/gtest.h"))
    GTEST_SKIP() << "GoogleTest's headers lie elsewhere";
  EXPECT_THAT(untrusted("#include <gtest/gtest.h>\n").messages,
              HasSubstr("the checker cannot see what the library gtest does"));
}

// Their functions store where they are told, and look at no address.
TEST_F(Untrusted, CudasLibrariesAreForTrustedPrograms) {
  write("own.h", "#include <thrust/sort.h>\n");
  for (const std::string header :
       {"<cuda/atomic>", "<cuda/std/array>", "<cub/cub.cuh>", "<thrust/device_vector.h>",
        "<thrust/system_error.h>", "<curand_kernel.h>", "<mma.h>", "<nvtx3/nvToolsExt.h>",
        "\"cuda/barrier\"", "<cuda/../cuda/pipeline>", "<emulator/libcu/barrier.h>",
        "<emulator/random/philox.h>", "\"own.h\""})
    EXPECT_THAT(untrusted("#include " + header + "\n").messages,
                HasSubstr("use only CUDA itself and the C and C++ libraries"))
        << header;
  EXPECT_THAT(untrusted("#include <cuda/atomic>\n").messages,
              HasSubstr("exercises do not include <cuda/atomic>: use"));
  EXPECT_THAT(untrusted("#include <mma.h>\n").messages,
              HasSubstr("exercises do not include <mma.h>: use"));
  EXPECT_EQ(untrusted("#include <cooperative_groups.h>\n#include <cuda_pipeline.h>\n"
                      "#include <cooperative_groups/memcpy_async.h>\n#include <cuda_fp16.h>\n")
                .status,
            0);
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

}  // namespace
}  // namespace emu::toolchain
