// Matchers over API calls and broken rules.
#include "harness/matchers/call_matchers.h"

#include "explanation.h"
#include "run_of.h"

namespace harness {
namespace {

Outcome calls() {
  return run_of(R"json("host_calls": [{"name": "cudaDeviceSetLimit", "launches_before": 0},
    {"name": "cudaMalloc", "launches_before": 0}, {"name": "cudaDeviceSynchronize", "launches_before": 3},
    {"name": "cudaDeviceSynchronize", "launches_before": 3}],
    "device_calls": [{"name": "cudaStreamCreateWithFlags", "count": 60}, {"name": "cudaStreamCreateWithFlags", "count": 4}],
    "diagnostics": [{"rule": "leak", "severity": "warning", "message": "never freed (H6)", "file": "/x/exercise.cu",
      "line": 5}])json");
}

TEST(CallMatchers, CountCalls) {
  EXPECT_EQ(explanation(CalledTimes("cudaDeviceSynchronize", 2), calls()), "holds");
  EXPECT_EQ(explanation(CalledTimes("cudaDeviceSynchronize", 1), calls()),
            "the host called cudaDeviceSynchronize 2 times; it should do so once");
  EXPECT_EQ(explanation(NotCalled("cudaMalloc"), calls()),
            "the host called cudaMalloc once; it should do so not at all");
  EXPECT_EQ(explanation(DeviceCalledTimes("cudaStreamCreateWithFlags", 64), calls()), "holds");
  EXPECT_EQ(explanation(DeviceCalledTimes("cudaStreamDestroy", 64), calls()),
            "device code called cudaStreamDestroy not at all; it should do so 64 times");
}

TEST(CallMatchers, CountAtomicsOfAllKinds) {
  const Outcome run = run_of(R"json("device_calls": [
    {"name": "atomicOr", "count": 30, "file": "/x/exercise.cu", "line": 7},
    {"name": "__ballot_sync", "count": 64, "file": "/x/exercise.cu", "line": 8},
    {"name": "atomicAdd_block", "count": 2, "file": "/x/exercise.cu", "line": 9},
    {"name": "atomic fetch_or", "count": 1, "file": "/x/exercise.cu", "line": 10}])json");
  EXPECT_EQ(explanation(AtMostAtomics(33), run), "holds");
  EXPECT_EQ(explanation(AtMostAtomics(32), run),
            "device code did 33 atomic operations (atomicOr 30 times in line 7, atomicAdd_block 2 "
            "times in line 9, atomic fetch_or once in line 10); 32 would do");
}

TEST(CallMatchers, CompareOrder) {
  EXPECT_EQ(explanation(CalledBefore("cudaMalloc", "cudaDeviceSynchronize"), calls()), "holds");
  EXPECT_EQ(explanation(CalledBefore("cudaDeviceSynchronize", "cudaMalloc"), calls()),
            "the host called cudaDeviceSynchronize after cudaMalloc; it should do so before");
  EXPECT_EQ(explanation(CalledBefore("cudaFree", "cudaMalloc"), calls()),
            "the host never called cudaFree");
}

TEST(CallMatchers, WantCallsBeforeTheFirstLaunch) {
  EXPECT_EQ(explanation(CalledBeforeLaunching("cudaDeviceSetLimit"), calls()), "holds");
  EXPECT_EQ(
      explanation(CalledBeforeLaunching("cudaDeviceSynchronize"), calls()),
      "the host called cudaDeviceSynchronize after 3 launches; it should do so before the first");
  EXPECT_EQ(explanation(CalledBeforeLaunching("cudaFuncSetAttribute"), calls()),
            "the host never called cudaFuncSetAttribute");
}

TEST(CallMatchers, LookForRules) {
  EXPECT_EQ(explanation(Breaks("leak"), calls()), "holds");
  EXPECT_EQ(explanation(Keeps("race"), calls()), "holds");
  EXPECT_EQ(explanation(Keeps("leak"), calls()), "exercise.cu:5: leak: never freed (H6)");
  EXPECT_EQ(explanation(Breaks("race"), calls()),
            "the device found nothing against the rule 'race'");
}

TEST(CallMatchers, NeedAReportOnlyOnTheEmulator) {
  Outcome run;
  run.device = DeviceKind::kGpu;
  EXPECT_EQ(explanation(CalledTimes("cudaMalloc", 5), run), "holds");
  run.report_problem = "the device wrote no report";
  EXPECT_EQ(explanation(CalledTimes("cudaMalloc", 5), run), "the device wrote no report");
}

}  // namespace
}  // namespace harness
