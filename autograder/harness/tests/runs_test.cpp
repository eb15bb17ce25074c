// Every fixture in a process of its own: how its run ends, and what is said about it.
#include "runs.h"

#include <sched.h>
#include <unistd.h>

#include <chrono>
#include <numeric>
#include <thread>

#include "fixtures/exercise.h"
#include "harness/harness.h"
#include "harness/running/process.h"

namespace harness {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(Runs, ReturnWhatTheExerciseComputed) {
  const Outcome r = run("doubles");
  EXPECT_EQ(r.ending, Ending::kFinished);
  EXPECT_THAT(r.what, IsEmpty());
  ASSERT_EQ(r.result<int>().size(), std::size_t{kSize});
  EXPECT_EQ(r.result<int>()[kSize - 1], 2 * (kSize - 1));
  EXPECT_THAT(r, FinishedCleanly());
}

TEST_F(Runs, HaveTheDevicesThatTheCheckAskedFor) {
  const auto last = [] {
    const Outcome r = run("wants_islands");
    return r.result<int>()[kSize - 1];
  };
  EXPECT_EQ(last(), kSize - 1);
  emulate_devices(8, 2);
  EXPECT_EQ(last(), 2 * (kSize - 1));
  emulate_devices(8);
  EXPECT_EQ(last(), kSize - 1);
}

TEST_F(Runs, RefuseTheLaunchThatTheCheckAskedFor) {
  const auto last = [] {
    const Outcome r = run("wants_a_refusal");
    return r.result<int>()[kSize - 1];
  };
  EXPECT_EQ(last(), kSize - 1);
  refuse_launch(3);
  EXPECT_EQ(last(), 2 * (kSize - 1));
  refuse_launch(0);
  EXPECT_EQ(last(), kSize - 1);
  refuse_launch(3, 2);
  EXPECT_EQ(last(), 2 * (kSize - 1));
  refuse_launch(3, 9);
  EXPECT_EQ(last(), kSize - 1) << "the launch, but not the error";
  refuse_launch(0);
  refuse_host_launch(2);
  EXPECT_EQ(last(), 2 * (kSize - 1));
  refuse_host_launch(2, 2);
  EXPECT_EQ(last(), 2 * (kSize - 1));
  refuse_host_launch(0);
  EXPECT_EQ(last(), kSize - 1);
}

TEST_F(Runs, RefuseTheCallThatTheCheckAskedFor) {
  const auto last = [] {
    const Outcome r = run("wants_a_refused_call");
    return r.result<int>()[kSize - 1];
  };
  EXPECT_EQ(last(), kSize - 1);
  refuse_call({"cudaFree", 2, 801});
  EXPECT_EQ(last(), 2 * (kSize - 1));
  refuse_call({"cudaFree", 1, 800});
  EXPECT_EQ(last(), kSize - 1) << "the device's first, not the host's";
  refuse_call({"cudaFree", 1, 800, true});
  EXPECT_EQ(last(), 2 * (kSize - 1));
  refuse_call({});
  EXPECT_EQ(last(), kSize - 1);
  {
    const FaultyVotes faulty;
    EXPECT_EQ(last(), 2 * (kSize - 1));
  }
  EXPECT_EQ(last(), kSize - 1);
}

TEST_F(Runs, CanCallTwiceWithTheArraysAsTheyWere) {
  settings().exercise = FIXTURES "/counts_its_calls.so";
  const std::vector<int> values{1, 2, 3};
  const auto calls = [&] { return EXERCISE(sum, input(values), 3).returned<long>(); };
  EXPECT_EQ(calls(), 1);
  {
    const CalledTwice twice;
    EXPECT_EQ(calls(), 2);
    settings().exercise = FIXTURES "/doubles.so";
    const Outcome run =
        EXERCISE(pass_everything, inout(values), 3, output<double>(2), 2.5F, 'a', true);
    EXPECT_THAT(run.result<int>(0), testing::ElementsAre(2, 3, 4))
        << "added to once by the second call";
  }
  settings().exercise = FIXTURES "/counts_its_calls.so";
  EXPECT_EQ(calls(), 1);
}

TEST_F(Runs, PassArgumentsOfEveryKind) {
  settings().exercise = FIXTURES "/doubles.so";
  std::vector<int> values(100'000);
  std::iota(values.begin(), values.end(), 0);
  const Outcome total = EXERCISE(sum, input(values), 100'000);
  EXPECT_THAT(total, Returned(4'999'950'000L));

  const Outcome r =
      EXERCISE(pass_everything, inout(values), 100'000, output<double>(2), 0.25F, 'x', true);
  EXPECT_THAT(r, Returned(0.5));
  EXPECT_THAT(r.result<int>(0), Elements([](int i) { return i + 1; }));
  EXPECT_THAT(r.result<double>(1), Elements(std::vector<double>{0.25, 'x'}));
  EXPECT_EQ(values[7], 7) << "inout() copies";
}

TEST_F(Runs, TakeArraysOfNoElements) {
  settings().exercise = FIXTURES "/doubles.so";
  const Outcome r = EXERCISE(sum, input(std::vector<int>{}), 0);
  EXPECT_THAT(r, Returned(0L));
}

TEST_F(Runs, RefuseQuestionsThatTheCallCannotAnswer) {
  const Outcome r = run("doubles");
  EXPECT_THROW(r.result<int>(1), GraderError);
  EXPECT_THROW(r.result<float>(0), GraderError);
  EXPECT_THROW(r.returned<int>(), GraderError);
}

TEST_F(Runs, KnowElementsThatWereNeverWritten) {
  const Outcome r = run("never_writes");
  EXPECT_TRUE(r.result<int>().is_untouched(7));
  EXPECT_EQ(r.ending, Ending::kFinished);
}

TEST_F(Runs, ThatExitAreFinishedOnlyByReturning) {
  expect(run("exits_early"), Ending::kExitedEarly,
         "(exit status 0) before fill_then_double returned: something called exit, after it wrote: "
         "CUDA error 9 at exercise.cu:12");
  expect(run("exits_without_cleanup"), Ending::kExitedEarly, "something called exit");
  expect(run("forges_results"), Ending::kExitedEarly, "while exercise.so was being loaded");
  expect(run("re_executes"), Ending::kExitedEarly, "before fill_then_double returned");
}

TEST_F(Runs, ThatCrashNameTheSignalAndThePlace) {
  expect(run("aborts"), Ending::kCrashed, "crashed with SIGABRT while running on the host");
  expect(run("throws"), Ending::kCrashed, "an exception not caught");
  expect(run("follows_null"), Ending::kCrashed,
         "crashed with SIGSEGV while running on the host: it followed a null pointer");
  expect(run("overflows_stack"), Ending::kCrashed, "its stack was full");
  expect(run("overruns"), Ending::kCrashed, "it went beyond the end of argument 1 (1024 elements)");
  expect(run("kills_itself"), Ending::kCrashed, "SIGKILL");
  expect(run("crashes_on_the_device"), Ending::kCrashed,
         "crashed with SIGABRT while running on the device");
}

TEST_F(Runs, ThatCrashOnTheDeviceKeepTheirDiagnostics) {
  const Outcome r = run("crashes_on_the_device");
  ASSERT_EQ(r.diagnostics.size(), 1U);
  EXPECT_EQ(r.diagnostics[0].rule, "illegal-address");
}

TEST_F(Runs, ProtectInputs) {
  settings().exercise = FIXTURES "/changes_its_input.so";
  const std::vector<int> values = {1, 2, 3};
  expect(EXERCISE(sum, input(values), 3), Ending::kCrashed,
         "it wrote to argument 1, which it may only read");
  expect(EXERCISE(sum, input(std::vector<int>{}), 0), Ending::kCrashed,
         "it went beyond the end of argument 1 (0 elements)");
}

TEST_F(Runs, NoticeWritesInFrontOfAnArray) {
  // 1,024 ints fill a page, and the page in front is guarded.
  expect(run("underruns"), Ending::kCrashed, "it went in front of the beginning of argument 1");
  const Outcome r = EXERCISE(fill_then_double, output<int>(1000), 1000);
  EXPECT_EQ(r.ending, Ending::kFinished);
  EXPECT_EQ(r.underrun, "argument 1");
  EXPECT_THAT(r, testing::Not(FinishedCleanly()));
}

TEST_F(Runs, TogetherTakeNoMoreThanTheyMay) {
  settings().all_seconds = 0.01;
  for (int i = 0; i < 3; ++i)  // whatever the runs before have taken
    expect(run("hangs"), Ending::kTimedOut, "had not returned when all runs together had taken");
  settings().all_seconds = 0;
  EXPECT_EQ(run("doubles").ending, Ending::kFinished);
}

TEST_F(Runs, ThatTakeTooLongAreEnded) {
  expect(run_shortly("hangs"), Ending::kTimedOut, "fill_then_double had not returned after 0.3 s");
  expect(run_shortly("hangs_while_loading"), Ending::kTimedOut, "a static constructor hangs");
  expect(run_shortly("hangs_after_returning"), Ending::kTimedOut,
         "work that it had launched was still running");
  expect(run_shortly("ignores_signals"), Ending::kTimedOut, "had not returned after 0.3 s");
  expect(run_shortly("stops_itself"), Ending::kTimedOut, "it had stopped itself with SIGSTOP");
  EXPECT_THAT(run("hangs").report_problem, HasSubstr("fill_then_double had not returned"));
}

/// Keeps this process, and what it starts, on one processor, of which some threads want all.
class BusyProcessor {
 public:
  explicit BusyProcessor(int threads) {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    for (int i = 0; i < threads; ++i) {
      rivals_.emplace_back([](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
        }
      });
    }
  }
  ~BusyProcessor() {
    rivals_.clear();
    sched_setaffinity(0, sizeof before_, &before_);
  }
  BusyProcessor(const BusyProcessor&) = delete;
  BusyProcessor& operator=(const BusyProcessor&) = delete;

 private:
  cpu_set_t before_;
  std::vector<std::jthread> rivals_;
};

// With three others on its processor it takes 1.6 s, of which it waits 1.2. Kernels that count no
// waits (without CONFIG_SCHED_INFO) give a run its limit and no more.
TEST_F(Runs, ThatWaitForAProcessorGetTheirTime) {
  if (access("/proc/self/schedstat", R_OK) != 0) GTEST_SKIP() << "the kernel counts no waits";
  const BusyProcessor busy(3);
  settings().limits.seconds = 1;
  // A machine with much else to do may hold it up for longer than anybody waits, which is 4 s here:
  // it must have got all of them.
  const auto begin = std::chrono::steady_clock::now();
  const Ending ending = run("takes_its_time").ending;
  if (std::chrono::steady_clock::now() - begin < std::chrono::seconds(4)) {
    EXPECT_EQ(ending, Ending::kFinished);
  } else {
    EXPECT_TRUE(ending == Ending::kFinished || ending == Ending::kTimedOut) << ending_name(ending);
  }
  expect(run_shortly("takes_its_time"), Ending::kTimedOut, "had not returned after 0.3 s");
}

TEST_F(Runs, ThatMultiplyAreEnded) {
  settings().limits.processes = 32;
  expect(run("starts_processes_without_end"), Ending::kTimedOut,
         "more than 32 processes or threads");
  expect(run("starts_threads_without_end"), Ending::kTimedOut, "more than 32 processes or threads");
}

TEST_F(Runs, ThatTakeTooMuchMemoryAreEnded) {
  settings().limits.memory_mb = 128;
  expect(run("takes_all_memory"), Ending::kOutOfMemory, "needed more than 128 MB of memory");
#ifndef __SANITIZE_ADDRESS__  // its operator new ends the program instead of throwing
  expect(run("news_without_end"), Ending::kOutOfMemory, "needed more than 128 MB of memory");
#endif
}

TEST_F(Runs, ThatWriteTooMuchAreEnded) {
  settings().limits.file_mb = 40;
  expect(run("writes_a_huge_file"), Ending::kCrashed, "wrote a file of more than 40 MB");
}

TEST_F(Runs, ThatDoNotLoadSayWhatIsMissing) {
  expect(run("lacks_the_function"), Ending::kDoesNotLoad,
         "exercise.cu has no function fill_then_double");
  expect(run("lacks_a_symbol"), Ending::kDoesNotLoad, "undefined symbol: never_defined_anywhere");
}

TEST_F(Runs, AreJudgedByTheParentsOwnFunctions) {
  const Outcome r = run("overrides_comparison");
  EXPECT_THAT(r.result<int>(), testing::Not(Elements([](int i) { return 2 * i; })));
}

TEST_F(Runs, ThatMisbehaveButAreRightPass) {
  for (const char* fixture : {"floods_output", "truncates_memory", "hangs_at_exit"}) {
    const Outcome r = run(fixture);
    EXPECT_THAT(r, FinishedCleanly()) << fixture;
    EXPECT_THAT(r.result<int>(), Elements([](int i) { return 2 * i; })) << fixture;
    EXPECT_LE(r.standard_output.size(), kCapturedBytes);
  }
}

TEST_F(Runs, InheritNoDescriptors) {
  int broken[2];
  ASSERT_EQ(pipe(broken), 0);
  close(broken[0]);
  EXPECT_EQ(run("writes_to_descriptors").ending, Ending::kFinished);
  close(broken[1]);
}

// Exercises that may call `write` and `close` are not graded: emucc refuses them.
TEST_F(Runs, ThatReachForTheBookAreNotBelieved) {
  for (const char* fixture : {"closes_descriptors", "writes_to_descriptors"}) {
    const Outcome r = run(fixture);
    EXPECT_EQ(r.ending, Ending::kFinished) << fixture;
    EXPECT_THAT(r.result<int>(), Elements([](int i) { return 2 * i; })) << fixture;
    EXPECT_THAT(r.report_problem, HasSubstr("is not what the device told while it ran"));
    EXPECT_THAT(r, testing::Not(FinishedCleanly()));
  }
}

TEST_F(Runs, OutliveDaemons) {
  const Outcome r = run("leaves_a_daemon");
  EXPECT_THAT(r, FinishedCleanly());
  EXPECT_THAT(r.result<int>(), Elements([](int i) { return 2 * i; }));
  EXPECT_EQ(children(), 0);
}

TEST_F(Runs, WithoutAReadableReportAreNotClean) {
  const Outcome r = run("forges_report");
  EXPECT_EQ(r.ending, Ending::kFinished);
  EXPECT_THAT(r.report_problem, HasSubstr("the device's report is not readable"));
  EXPECT_THAT(r, testing::Not(FinishedCleanly()));
}

TEST_F(Runs, WithTooManyLaunchesSayWhereTheyAre) {
  const Outcome r = run("reports_too_many_launches");
  EXPECT_EQ(r.ending, Ending::kFinished);
  EXPECT_THAT(r.report_problem, AllOf(HasSubstr("more grids than can be recorded"),
                                      HasSubstr("were launched at exercise.cu:20;")));
  EXPECT_THAT(r, testing::Not(FinishedCleanly()));
}

TEST_F(Runs, NeedNoReportOnAGpu) {
  settings().device = DeviceKind::kGpu;
  const Outcome r = run("doubles");
  EXPECT_FALSE(r.report);
  EXPECT_THAT(r, FinishedCleanly());
  EXPECT_THAT(r.launches, Contains(Child("anything")));
}

TEST_F(Runs, AskAGpuForTheErrorItWasLeftWith) {
  settings().device = DeviceKind::kGpu;
  const Outcome r = run("leaves_a_device_error");
  EXPECT_EQ(r.cuda_error, 700);
  EXPECT_EQ(
      why_not_clean(r).why,
      "the device was left with cudaErrorIllegalAddress (700): every later call fails with it");
}

TEST_F(Runs, HaveAPoolThatIsTooSmallOnTheEmulatorOnly) {
  EXPECT_EQ(slots_in_pool(32), 32);
  settings().device = DeviceKind::kGpu;
  EXPECT_GT(slots_in_pool(32), 2048);
}

}  // namespace
}  // namespace harness
