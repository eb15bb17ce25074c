// Running other programs: what they print, how they end, and that they end.
#include "base/process.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>

#include "base/interrupt.h"

namespace base {
namespace {

Ended shell(const std::string& script) { return run_process({{"sh", "-c", script}}); }

TEST(Process, StreamsAndStatusComeBack) {
  const Ended ended = shell("echo out; echo err >&2; exit 3");
  EXPECT_EQ(ended.out, "out\n");
  EXPECT_EQ(ended.err, "err\n");
  EXPECT_EQ(ended.exit_status, 3);
  EXPECT_FALSE(ended.ok());
}

TEST(Process, MuchOutputOnBothStreamsDoesNotBlock) {
  const Ended ended = shell("head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2");
  EXPECT_EQ(ended.out.size(), 1000000U);
  EXPECT_EQ(ended.err.size(), 1000000U);
}

TEST(Process, ASignalIsTold) {
  const Ended ended = shell("kill -SEGV $$");
  EXPECT_EQ(ended.signal, SIGSEGV);
  EXPECT_EQ(ended.exit_status, 128 + SIGSEGV);
}

TEST(Process, TheTimeLimitEndsAllOfIt) {
  Command command{{"sh", "-c", "sleep 20 & sleep 20"}};
  command.time_limit = std::chrono::milliseconds(100);
  const Ended ended = run_process(command);
  EXPECT_TRUE(ended.timed_out);
  EXPECT_LT(ended.seconds, 5);
}

TEST(Process, TheTimeLimitHoldsWhileItPrintsWithoutEnd) {
  Command command{{"yes"}};
  command.time_limit = std::chrono::milliseconds(300);
  const Ended ended = run_process(command);
  EXPECT_TRUE(ended.timed_out);
  EXPECT_LT(ended.seconds, 5);
  EXPECT_LE(ended.out.size(), std::size_t{24} << 20);
}

TEST(Process, OnlyErrorsAreHeardWhereOnlyTheyAreAskedFor) {
  const Ended ended =
      run_process({.arguments = {"sh", "-c", "echo words >&2"}, .heard = Heard::kErrors});
  EXPECT_EQ(ended.err, "words\n");
  EXPECT_EQ(ended.out, "");
}

TEST(Process, EnvironmentAndFolderAreWhatWasAskedFor) {
  Command command{{"sh", "-c", "echo $COURSE_TEST; pwd"}};
  command.environment = {{"COURSE_TEST", "yes"}};
  command.folder = "/";
  EXPECT_EQ(run_process(command).out, "yes\n/\n");
}

TEST(Process, AProgramThatIsNotThereIsAnException) {
  EXPECT_THROW(run_process({{"/nowhere/program"}}), std::runtime_error);
  EXPECT_TRUE(find_program("no-such-program-here").empty());
  EXPECT_FALSE(find_program("sh").empty());
}

// In a process of its own, since it would otherwise end the test.
TEST(Process, InterruptsAreForTheProgramThatAsksForThem) {
  const auto one = [](const char* script, int number) {
    end_on_interrupts();
    Command command{{"sh", "-c", script}};
    command.heard = Heard::kNothing;
    command.is_interrupted = true;
    const Ended ended = run_process(command);
    std::_Exit(ended.signal == number ? 40 : ended.exit_status);
  };
  // `$PPID` is us: what is sent to us alone is passed on.
  EXPECT_EXIT(
      one("trap 'exit 7' INT; kill -INT $PPID; for i in $(seq 500); do sleep 0.01; done", SIGINT),
      testing::ExitedWithCode(7), "");
  EXPECT_EXIT(one("kill -TERM $PPID; for i in $(seq 500); do sleep 0.01; done", SIGTERM),
              testing::ExitedWithCode(40), "");
}

}  // namespace
}  // namespace base
