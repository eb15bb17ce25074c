#include "toolchain/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace emu::toolchain {
namespace {

TEST(Process, ReturnsTheStatusAndTheMessages) {
  const Finished finished = run({"sh", "-c", "echo words >&2; exit 3"});
  EXPECT_EQ(finished.status, 3);
  EXPECT_EQ(finished.messages, "words\n");
}

TEST(Process, ArgumentsAreNotReadByAShell) {
  EXPECT_EQ(run({"test", "$HOME; exit 0", "=", "$HOME; exit 0"}).status, 0);
  EXPECT_EQ(run({"test", "a b", "=", "a  b"}).status, 1);
}

TEST(Process, AnEndBySignalIsNoSuccess) {
  EXPECT_EQ(run({"sh", "-c", "kill -9 $$"}).status, 128 + 9);
}

TEST(Process, AMissingProgramIsNamed) {
  try {
    run({"no-such-compiler-here", "-c"});
    FAIL() << "ran";
  } catch (const CannotRun& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("no-such-compiler-here cannot be started"));
  }
}

TEST(Process, LongMessagesAreReadToTheirEnd) {
  EXPECT_EQ(run({"sh", "-c", "head -c 300000 /dev/zero >&2"}).messages.size(), 300000u);
}

}  // namespace
}  // namespace emu::toolchain
