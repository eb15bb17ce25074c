// Runs that another program starts, as a sandbox does: limits, words and verdicts stay the same.
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "harness/running/run_server.h"
#include "runs.h"

namespace harness {
namespace {

using testing::Not;

class Launched : public Runs, public testing::WithParamInterface<const char*> {
 protected:
  Launched() { settings().launcher = {fmt::format("{}/{}", LAUNCHERS, GetParam()), RUNNER}; }
};

TEST_P(Launched, ReturnWhatTheExerciseComputed) {
  const Outcome r = run("doubles");
  EXPECT_THAT(r, FinishedCleanly());
  EXPECT_THAT(r.result<int>(), Elements([](int i) { return 2 * i; }));
}

TEST_P(Launched, AreFoundWhereTheLauncherShowsThem) {
  settings().seen_as = FIXTURES "/doubles.so";
  const Outcome r = run("hangs");
  EXPECT_THAT(r, FinishedCleanly());
}

TEST_P(Launched, TellTheSignalThatEndedThem) {
  expect(run("aborts"), Ending::kCrashed, "crashed with SIGABRT while running on the host");
  expect(run("follows_null"), Ending::kCrashed, "it followed a null pointer");
  expect(run("overruns"), Ending::kCrashed, "it went beyond the end of argument 1");
}

TEST_P(Launched, ThatAreKilledByTheSystemHadTooLittleMemory) {
  expect(run("kills_itself"), Ending::kOutOfMemory, "was ended with SIGKILL, as the system does");
}

TEST_P(Launched, TellTheirExitStatus) {
  expect(run("exits_early"), Ending::kExitedEarly, "(exit status 0)");
}

TEST_P(Launched, AreEnded) {
  expect(run_shortly("hangs"), Ending::kTimedOut, "had not returned after 0.3 s");
  expect(run_shortly("stops_itself"), Ending::kTimedOut, "it had stopped itself with SIGSTOP");
  settings().limits = {};
  settings().limits.processes = 32;
  expect(run("starts_processes_without_end"), Ending::kTimedOut,
         "more than 32 processes or threads");
}

TEST_P(Launched, AreWatchedForMemory) {
  settings().limits.memory_mb = 128;
  expect(run("takes_all_memory"), Ending::kOutOfMemory, "needed more than 128 MB of memory");
}

TEST_P(Launched, LeaveNoDaemon) {
  EXPECT_THAT(run("leaves_a_daemon"), FinishedCleanly());
  EXPECT_EQ(children(), 0);
}

INSTANTIATE_TEST_SUITE_P(Runs, Launched, testing::Values("plain", "waits"),
                         [](const auto& info) { return std::string(info.param); });

// Without a launcher, forked by a runner that this process has started once.
class Forked : public Runs {
 protected:
  // There is none: the fixtures bring an emulator of their own.
  Forked() { settings().emulator = "/nowhere/libemulator.so"; }
  ~Forked() override { run_server().reset(); }

  static void passes() {
    const Outcome r = run("doubles");
    ASSERT_THAT(r, FinishedCleanly());
    EXPECT_THAT(r.result<int>(), Elements([](int i) { return 2 * i; }));
  }
  static int server() {
    std::ifstream file(fmt::format("/proc/self/task/{}/children", getpid()));
    int pid = 0;
    file >> pid;
    return pid;
  }
};

TEST_F(Forked, RunsComeFromOneServer) {
  passes();
  const int first = server();
  passes();
  expect(run("aborts"), Ending::kCrashed, "crashed with SIGABRT while running on the host");
  expect(run("exits_early"), Ending::kExitedEarly, "(exit status 0)");
  passes();
  EXPECT_EQ(server(), first);
  EXPECT_EQ(children(), 1);
}

TEST_F(Forked, RunsEndAsOthersDo) {
  expect(run("follows_null"), Ending::kCrashed, "it followed a null pointer");
  expect(run("overruns"), Ending::kCrashed, "it went beyond the end of argument 1");
  expect(run_shortly("hangs"), Ending::kTimedOut, "had not returned after 0.3 s");
  expect(run_shortly("stops_itself"), Ending::kTimedOut, "it had stopped itself with SIGSTOP");
  settings().limits = {};
  passes();
  settings().limits.processes = 32;
  expect(run("starts_processes_without_end"), Ending::kTimedOut,
         "more than 32 processes or threads");
  settings().limits = {};
  settings().limits.memory_mb = 128;
  expect(run("takes_all_memory"), Ending::kOutOfMemory, "needed more than 128 MB of memory");
  passes();
}

TEST_F(Forked, ARunLeavesNobodyToTheNext) {
  passes();
  const int first = server();
  EXPECT_THAT(run("leaves_a_daemon"), FinishedCleanly());
  EXPECT_EQ(children(), 0);
  passes();
  EXPECT_NE(server(), first);
}

TEST_F(Runs, WithoutALauncherAreOurFault) {
  settings().launcher = {"/nowhere/launcher"};
  EXPECT_THROW(run("doubles"), GraderError);
  settings().launcher = {"false"};
  EXPECT_THROW(run("doubles"), GraderError);
}

// A sandbox where there is one: a process list of its own, nothing to write to, no rights.
class Sandboxed : public Runs {
 protected:
  static void SetUpTestSuite() {
    works = std::system("bwrap --unshare-all --ro-bind / / true 2>/dev/null") == 0;
  }
  Sandboxed() {
    if (!works) return;
    settings().launcher = {"bwrap",
                           "--unshare-all",
                           "--die-with-parent",
                           "--new-session",
                           "--ro-bind",
                           "/",
                           "/",
                           "--proc",
                           "/proc",
                           "--dev",
                           "/dev",
                           "--cap-drop",
                           "ALL",
                           "--ro-bind",
                           RUNNER,
                           RUNNER,
                           "--",
                           RUNNER};
  }
  void SetUp() override {
    if (!works) GTEST_SKIP() << "bwrap cannot make a sandbox here";
  }
  static inline bool works = false;
};

TEST_F(Sandboxed, RunsEndAsOthersDo) {
  EXPECT_THAT(run("doubles"), FinishedCleanly());
  EXPECT_THAT(run("leaves_a_daemon"), FinishedCleanly());
  expect(run("overruns"), Ending::kCrashed,
         "crashed with SIGSEGV while running on the host: it went beyond the end of argument 1");
  expect(run("exits_early"), Ending::kExitedEarly, "something called exit");
  expect(run_shortly("ignores_signals"), Ending::kTimedOut, "had not returned after 0.3 s");
  expect(run_shortly("stops_itself"), Ending::kTimedOut, "it had stopped itself with SIGSTOP");
}

TEST_F(Sandboxed, RunsAreWatchedForMemoryAndProcesses) {
  settings().limits.memory_mb = 128;
  expect(run("takes_all_memory"), Ending::kOutOfMemory, "needed more than 128 MB of memory");
  settings().limits.processes = 32;
  expect(run("starts_processes_without_end"), Ending::kTimedOut,
         "more than 32 processes or threads");
}

// The same sandbox for many runs, its first process the runner that serves them.
class Served : public Sandboxed {
 protected:
  Served() {
    if (!works) return;
    settings().launcher_stays = true;
    // Fixtures and runner are seen outside of /tmp, wherever the checkout lies: /tmp is looked at.
    const std::vector<std::string> more{
        "--as-pid-1",      "--tmpfs", "/tmp",      "--tmpfs",          "/dev/shm", "--ro-bind",
        FIXTURES,          "/mnt",    "--ro-bind", folder_of_runner(), "/media",   "--setenv",
        "LD_LIBRARY_PATH", "/mnt"};
    settings().launcher.insert(settings().launcher.end() - 2, more.begin(), more.end());
    settings().launcher.back() = "/media/exercise-runner";
  }
  ~Served() override { run_server().reset(); }

  static std::string folder_of_runner() {
    return std::filesystem::path(RUNNER).parent_path().string();
  }
  static Outcome run(const std::string& fixture) {
    settings().seen_as = fmt::format("/mnt/{}.so", fixture);
    return Runs::run(fixture);
  }
  static Outcome run_shortly(const std::string& fixture) {
    settings().seen_as = fmt::format("/mnt/{}.so", fixture);
    return Runs::run_shortly(fixture);
  }

  static void passes(const char* fixture) {
    const Outcome r = run(fixture);
    ASSERT_THAT(r, FinishedCleanly()) << fixture;
    EXPECT_THAT(r.result<int>(), Elements([](int i) { return 2 * i; })) << fixture;
  }

  // Of the sandbox; 0 when none runs.
  static int server() {
    std::ifstream file(fmt::format("/proc/self/task/{}/children", getpid()));
    int pid = 0;
    file >> pid;
    return pid;
  }
};

TEST_F(Served, ManyRunsShareASandbox) {
  EXPECT_THAT(run("doubles"), FinishedCleanly());
  const int first = server();
  EXPECT_NE(first, 0);
  for (int i = 0; i < 3; ++i) passes("doubles");
  EXPECT_EQ(server(), first);
}

TEST_F(Served, EveryEndIsToldAndTheNextRunIsAsGood) {
  const auto good = [] { EXPECT_THAT(run("doubles"), FinishedCleanly()); };
  good();
  expect(run("overruns"), Ending::kCrashed,
         "crashed with SIGSEGV while running on the host: it went beyond the end of argument 1");
  good();
  expect(run("aborts"), Ending::kCrashed, "crashed with SIGABRT");
  good();
  expect(run("exits_early"), Ending::kExitedEarly, "something called exit");
  good();
  EXPECT_THAT(run("leaves_a_daemon"), FinishedCleanly());
  good();
  expect(run_shortly("ignores_signals"), Ending::kTimedOut, "had not returned after 0.3 s");
  good();
  expect(run_shortly("stops_itself"), Ending::kTimedOut, "it had stopped itself with SIGSTOP");
  settings().limits.seconds = 20;
  good();
  settings().limits.processes = 32;
  expect(run("starts_processes_without_end"), Ending::kTimedOut,
         "more than 32 processes or threads");
  good();
  settings().limits.memory_mb = 128;
  expect(run("takes_all_memory"), Ending::kOutOfMemory, "needed more than 128 MB of memory");
  good();
}

TEST_F(Served, WhatARunKillsIsNotTheServer) {
  passes("kills_everybody");
  const int first = server();
  passes("kills_everybody");
  EXPECT_EQ(server(), first);
}

TEST_F(Served, FilesAreNotLeftToTheNextRun) {
  EXPECT_THAT(run("doubles"), FinishedCleanly());
  const int first = server();
  passes("leaves_files");
  passes("leaves_files");
  EXPECT_NE(server(), first);
}

TEST_F(Served, MarksOtherThanFilesAreNotLeftEither) {
  passes("leaves_marks");
  passes("leaves_marks");
}

TEST_F(Served, ServersThatCannotBeginAreOurFault) {
  settings().launcher.back() = "/nowhere/exercise-runner";
  EXPECT_THROW(run("doubles"), GraderError);
}

}  // namespace
}  // namespace harness
