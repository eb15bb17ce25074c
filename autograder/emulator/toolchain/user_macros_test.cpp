// What of the command line comes in front of CUDA's headers, and what behind them.
#include "toolchain/user_macros.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace emu::toolchain {
namespace {

using ::testing::ElementsAre;

TEST(UserMacros, BecomeAHeader) {
  EXPECT_EQ(user_text({"-DN=1024", "-O0", "-D", "V", "-UW", "-DF(x)=x+1", "-I", "D"}),
            "#define N 1024\n#define V 1\n#undef W\n#define F(x) x+1\n");
  EXPECT_EQ(user_text({"-DTEXT=\"a=b\"", "-DEMPTY="}), "#define TEXT \"a=b\"\n#define EMPTY \n");
  EXPECT_EQ(user_text({"-O3", "-I", "-DIR"}), "#define IR 1\n");
}

TEST(UserMacros, FilesComeWithThemInOrder) {
  EXPECT_EQ(user_text({"-DN=3", "-include", "sizes.h", "-DM=4"}),
            "#define N 3\n#include \"sizes.h\"\n#define M 4\n");
}

TEST(UserMacros, WhatHeadersAskForStaysInFront) {
  const std::vector<std::string> flags = {
      "-DNDEBUG", "-D", "_GNU_SOURCE", "-DN=1", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1", "-U__X"};
  EXPECT_THAT(flags_without_user_text(flags),
              ElementsAre("-DNDEBUG", "-D", "_GNU_SOURCE", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1",
                          "-U__X"));
  EXPECT_EQ(user_text(flags), "#define N 1\n");
}

TEST(UserMacros, OtherFlagsStayInOrder) {
  EXPECT_THAT(flags_without_user_text({"-I", "inc", "-DN", "-O0", "-include", "a.h", "-Wall"}),
              ElementsAre("-I", "inc", "-O0", "-Wall"));
}

}  // namespace
}  // namespace emu::toolchain
