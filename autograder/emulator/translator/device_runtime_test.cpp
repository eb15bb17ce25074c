#include <gmock/gmock.h>

#include "translator/translated.h"

namespace emu::translator {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const char* const kUses = "KernelTraits{.calls_runtime = true, }";

TEST(DeviceRuntime, IsUsedByWhoeverLaunches) {
  EXPECT_THAT(translated("__global__ void c(); __global__ void k() { c<<<1, 1>>>(); }"),
              HasSubstr(tokens_of(kUses)));
}

TEST(DeviceRuntime, IsUsedByCallsOfTheRuntime) {
  EXPECT_THAT(translated("__global__ void k() { cudaGetLastError(); }"),
              HasSubstr(tokens_of(kUses)));
  EXPECT_THAT(translated("__device__ void f() { cudaMalloc(0, 1); } __device__ void g() { f(); }\n"
                         "__global__ void k() { g(); }"),
              HasSubstr(tokens_of(kUses)));
}

TEST(DeviceRuntime, IsNotUsedByLaunchesOfGraphs) {
  for (const std::string body :
       {"cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);",
        "cudaGraphSetConditional(h, 1);", "printf(\"\");", "cuda::atomic<int> a;"})
    EXPECT_THAT(translated("__global__ void k() { " + body + " }"), Not(HasSubstr("calls_runtime")))
        << body;
}

TEST(DeviceRuntime, LaunchersOfGraphsAreKnown) {
  EXPECT_THAT(translated("__device__ void f(cudaGraphExec_t g) { cudaGraphLaunch(g, 0); }\n"
                         "__global__ void k(cudaGraphExec_t g) { f(g); }"),
              HasSubstr(tokens_of("KernelTraits{.launches_graphs = true, }")));
  EXPECT_THAT(translated("__global__ void k() { cudaGetCurrentGraphExec(); }"),
              Not(HasSubstr("launches_graphs")));
}

TEST(DeviceRuntime, IsNotUsedByWhatTheHostCalls) {
  EXPECT_THAT(translated("__global__ void k() {} void f() { cudaMalloc(0, 1); k<<<1, 1>>>(); }"),
              Not(HasSubstr("calls_runtime")));
}

}  // namespace
}  // namespace emu::translator
