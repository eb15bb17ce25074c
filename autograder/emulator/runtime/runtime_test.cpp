// The API from host code alone: what it answers, and what it leaves in the record. What needs
// kernels is in ../tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "cuda_runtime_api.h"
#include "device/device.h"

namespace emu {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

/// Each test begins with a clean last error and ends with nothing under way.
class Runtime : public ::testing::Test {
 protected:
  void SetUp() override { cudaGetLastError(); }
  void TearDown() override { EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess); }

  static const report::HostCall& last_call() { return record.host_calls.back(); }
};

template <class T>
struct DeviceArray {
  explicit DeviceArray(std::size_t count) : bytes(count * sizeof(T)) {
    EXPECT_EQ(cudaMalloc(reinterpret_cast<void**>(&data), bytes), cudaSuccess);
  }
  ~DeviceArray() { EXPECT_EQ(cudaFree(data), cudaSuccess); }
  T* data = nullptr;
  std::size_t bytes;
};

TEST_F(Runtime, CopiesThereAndBack) {
  const std::vector<int> source = {3, 1, 4, 1, 5, 9, 2, 6};
  std::vector<int> result(source.size());
  DeviceArray<int> a(source.size()), b(source.size());
  ASSERT_EQ(cudaMemcpy(a.data, source.data(), a.bytes, cudaMemcpyHostToDevice), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(b.data, a.data, a.bytes, cudaMemcpyDeviceToDevice), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(result.data(), b.data, a.bytes, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(result, source);
}

TEST_F(Runtime, WritesDownWhatItCopiedAndWaitedFor) {
  const std::size_t copies = record.copies.size(), waits = record.host_waits.size();
  int value = 1;
  DeviceArray<int> a(1);
  ASSERT_EQ(cudaMemcpy(a.data, &value, 4, cudaMemcpyHostToDevice), cudaSuccess);
  ASSERT_EQ(record.copies.size(), copies + 1);
  const report::Copy& copy = record.copies.back();
  EXPECT_EQ(copy.name, "cudaMemcpy");
  EXPECT_EQ(copy.way, report::Copy::Way::kHostToDevice);
  EXPECT_EQ(copy.bytes, 4u);
  const report::WorkId there = copy.id;
  ASSERT_EQ(cudaMemcpy(&value, a.data, 4, cudaMemcpyDeviceToHost), cudaSuccess);
  ASSERT_EQ(record.copies.size(), copies + 2);
  ASSERT_EQ(record.host_waits.size(), waits + 2);  // the first waits for what is before it
  EXPECT_NE(record.copies.back().id, there);
  EXPECT_THAT(record.host_waits.back().waits_for, ElementsAre(record.copies.back().id));
}

TEST_F(Runtime, CallsOfTheHostHaveResultAndDetail) {
  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096);
  EXPECT_EQ(last_call().name, "cudaDeviceSetLimit");
  EXPECT_EQ(last_call().result, 0);
  EXPECT_EQ(last_call().detail, "cudaLimitDevRuntimePendingLaunchCount = 4096");
  cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4);
  EXPECT_EQ(last_call().result, cudaErrorUnsupportedLimit);
  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 2048);
}

TEST_F(Runtime, CopiesOfTheHostTellWhichMemory) {
  int value = 1, *pinned = nullptr;
  DeviceArray<int> a(1);
  ASSERT_EQ(cudaMallocHost(reinterpret_cast<void**>(&pinned), 4), cudaSuccess);
  cudaMemcpyAsync(a.data, &value, 4, cudaMemcpyHostToDevice, nullptr);
  EXPECT_EQ(last_call().detail, "4 bytes from pageable memory to device 0");
  cudaMemcpy(pinned, a.data, 4, cudaMemcpyDeviceToHost);
  EXPECT_EQ(last_call().detail, "4 bytes from device 0 to pinned memory");
  cudaMemcpy2D(pinned, 2, a.data, 2, 2, 2, cudaMemcpyDeviceToHost);
  EXPECT_EQ(last_call().detail, "4 bytes from device 0 to pinned memory");
  cudaMemcpyPeer(a.data, 0, pinned, 0, 4);
  EXPECT_EQ(last_call().detail, "4 bytes from pinned memory to device 0");
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
}

TEST_F(Runtime, ErrorsStayUntilTheyAreRead) {
  EXPECT_EQ(cudaSetDevice(99), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(Runtime, PropertiesAgreeWithAttributes) {
  cudaDeviceProp p;
  ASSERT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
  EXPECT_THAT(p.name, StartsWith("NVIDIA H200"));
  const auto expect = [](cudaDeviceAttr attribute, long long value) {
    int actual = -1;
    EXPECT_EQ(cudaDeviceGetAttribute(&actual, attribute, 0), cudaSuccess);
    EXPECT_EQ(actual, value);
  };
  expect(cudaDevAttrMultiProcessorCount, p.multiProcessorCount);
  expect(cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock);
  expect(cudaDevAttrMaxSharedMemoryPerBlockOptin, static_cast<long long>(p.sharedMemPerBlockOptin));
  expect(cudaDevAttrComputeCapabilityMajor, p.major);
  EXPECT_EQ(p.multiProcessorCount, 132);
  EXPECT_EQ(p.major * 10 + p.minor, 90);
  EXPECT_EQ(p.sharedMemPerBlock, 49152u);
  EXPECT_EQ(p.totalGlobalMem, 150109880320u);
}

TEST_F(Runtime, MemoryIsCounted) {
  std::size_t before = 0, during = 0, after = 0, total = 0;
  cudaMemGetInfo(&before, &total);
  {
    const DeviceArray<char> a(1 << 20);
    cudaMemGetInfo(&during, &total);
  }
  cudaMemGetInfo(&after, &total);
  EXPECT_EQ(before - during, std::size_t{1} << 20);
  EXPECT_EQ(after, before);
}

TEST_F(Runtime, HostFunctionsRunInStreamOrder) {
  static std::vector<int> order;
  order.clear();
  cudaStream_t a, b;
  cudaEvent_t done;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreate(&done);
  const auto note = [](void* n) { order.push_back(static_cast<int>(reinterpret_cast<long>(n))); };
  const auto number = [](long n) { return reinterpret_cast<void*>(n); };
  cudaLaunchHostFunc(a, note, number(1));
  cudaLaunchHostFunc(a, note, number(2));
  cudaEventRecord(done, a);
  cudaStreamWaitEvent(b, done, 0);
  cudaLaunchHostFunc(b, note, number(3));
  EXPECT_EQ(cudaStreamSynchronize(b), cudaSuccess);
  EXPECT_THAT(order, ElementsAre(1, 2, 3));
  for (cudaStream_t s : {a, b}) EXPECT_EQ(cudaStreamDestroy(s), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(done), cudaSuccess);
}

TEST_F(Runtime, LegacyStreamWaitsForBlockingStreamsAndTheyForIt) {
  static std::vector<int> order;
  order.clear();
  cudaStream_t blocking;
  cudaStreamCreate(&blocking);
  const auto note = [](void* n) { order.push_back(static_cast<int>(reinterpret_cast<long>(n))); };
  const auto number = [](long n) { return reinterpret_cast<void*>(n); };
  cudaLaunchHostFunc(blocking, note, number(1));
  cudaLaunchHostFunc(nullptr, note, number(2));
  cudaLaunchHostFunc(blocking, note, number(3));
  EXPECT_EQ(cudaStreamSynchronize(blocking), cudaSuccess);
  EXPECT_THAT(order, ElementsAre(1, 2, 3));
  EXPECT_EQ(cudaStreamDestroy(blocking), cudaSuccess);
}

TEST_F(Runtime, DestroyedStreamsFinishTheirWork) {
  static int ran;
  ran = 0;
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaLaunchHostFunc(
      s, [](void*) { ++ran; }, nullptr);
  EXPECT_EQ(cudaStreamDestroy(s), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(s), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(ran, 1);
}

TEST_F(Runtime, ElapsedTimeIsThatOfTheVirtualClock) {
  cudaEvent_t before, after;
  cudaEventCreate(&before);
  cudaEventCreate(&after);
  float ms = 0;
  EXPECT_EQ(cudaEventElapsedTime(&ms, before, after), cudaErrorInvalidResourceHandle);
  DeviceArray<char> a(std::size_t{1} << 24), b(std::size_t{1} << 24);
  cudaMemset(a.data, 1, a.bytes);
  cudaEventRecord(before);
  cudaMemcpyAsync(b.data, a.data, a.bytes, cudaMemcpyDeviceToDevice, nullptr);
  cudaEventRecord(after);
  cudaEventSynchronize(after);
  EXPECT_EQ(cudaEventElapsedTime(&ms, before, after), cudaSuccess);
  EXPECT_GT(ms, 0.002f);
  EXPECT_LT(ms, 1.0f);
  cudaEventDestroy(before);
  cudaEventDestroy(after);
}

TEST_F(Runtime, FreeingInStreamOrderEndsTheLifeInStreamOrder) {
  void* p = nullptr;
  ASSERT_EQ(cudaMallocAsync(&p, 100, nullptr), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(p, 0, 100, nullptr), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(p, nullptr), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(p, nullptr), cudaErrorInvalidValue);
}

TEST_F(Runtime, GraphsDoWhatWasCaptured) {
  DeviceArray<int> array(4);
  std::vector<int> result(4, -1);
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  cudaStreamCreate(&stream);
  EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(array.data, 1, array.bytes, stream), cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(result.data(), array.data, array.bytes, cudaMemcpyDeviceToHost, stream),
            cudaSuccess);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(result[0], -1);  // nothing ran
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(result, std::vector<int>(4, 0x01010101));
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST_F(Runtime, GraphNodesOfKindsThatAreNotThereAreRefused) {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t node = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  cudaGraphNodeParams params{};
  params.type = cudaGraphNodeTypeExtSemaphoreSignal;
  EXPECT_EQ(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params), cudaErrorNotSupported);
  params.type = cudaGraphNodeTypeConditional;
  EXPECT_EQ(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params), cudaErrorInvalidValue)
      << "without a handle";
  EXPECT_EQ(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, nullptr), cudaErrorInvalidValue);
  params.type = cudaGraphNodeTypeEmpty;
  EXPECT_EQ(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST_F(Runtime, GraphsAllocateAndFree) {
  cudaGraph_t graph = nullptr, copy = nullptr;
  cudaGraphNode_t allocated = nullptr, freed = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  cudaGraphNodeParams params{};
  params.type = cudaGraphNodeTypeMemAlloc;
  EXPECT_EQ(cudaGraphAddNode(&allocated, graph, nullptr, nullptr, 0, &params),
            cudaErrorInvalidValue);
  params.alloc.poolProps.allocType = cudaMemAllocationTypePinned;
  params.alloc.poolProps.location = {cudaMemLocationTypeDevice, 0};
  params.alloc.bytesize = 100;
  ASSERT_EQ(cudaGraphAddNode(&allocated, graph, nullptr, nullptr, 0, &params), cudaSuccess);
  void* const memory = params.alloc.dptr;
  EXPECT_EQ(cudaFree(memory), cudaErrorInvalidValue);  // no launch has allocated it
  EXPECT_EQ(cudaGraphClone(&copy, graph), cudaErrorNotSupported);
  params = {};
  params.type = cudaGraphNodeTypeMemFree;
  EXPECT_EQ(cudaGraphAddNode(&freed, graph, &allocated, nullptr, 1, &params),
            cudaErrorInvalidValue);
  params.free.dptr = memory;
  ASSERT_EQ(cudaGraphAddNode(&freed, graph, &allocated, nullptr, 1, &params), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  EXPECT_EQ(cudaFree(memory), cudaErrorInvalidValue);  // the graph took it along
}

/// A stream that is being captured, another one, and an event.
struct UnderCapture {
  UnderCapture() {
    cudaStreamCreate(&stream);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  }
  ~UnderCapture() {
    cudaStreamDestroy(stream);
    cudaStreamDestroy(other);
    cudaEventDestroy(event);
  }
  cudaError_t end() {
    cudaGraph_t graph = nullptr;
    const cudaError_t error = cudaStreamEndCapture(stream, &graph);
    EXPECT_EQ(graph != nullptr, error == cudaSuccess);
    if (graph) cudaGraphDestroy(graph);
    cudaGetLastError();
    return error;
  }
  cudaStream_t stream = nullptr, other = nullptr;
  cudaEvent_t event = nullptr;
};

TEST_F(Runtime, CapturesAreEndedByWhatTheyCannotTake) {
  EXPECT_EQ(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal),
            cudaErrorStreamCaptureUnsupported);
  {
    UnderCapture capture;
    EXPECT_EQ(cudaStreamSynchronize(capture.stream), cudaErrorStreamCaptureUnsupported);
    EXPECT_EQ(cudaEventRecord(capture.event, capture.stream), cudaErrorStreamCaptureInvalidated);
    EXPECT_EQ(capture.end(), cudaErrorStreamCaptureInvalidated);
    EXPECT_EQ(capture.end(), cudaErrorIllegalState);
  }
  {
    UnderCapture capture;
    void* p = nullptr;
    EXPECT_EQ(cudaMalloc(&p, 4), cudaErrorStreamCaptureUnsupported);
    EXPECT_EQ(capture.end(), cudaErrorStreamCaptureInvalidated);
  }
  {
    UnderCapture capture;
    int source = 1, target = 0;
    EXPECT_EQ(cudaMemcpy(&target, &source, 4, cudaMemcpyDefault), cudaErrorStreamCaptureImplicit);
    EXPECT_EQ(capture.end(), cudaErrorStreamCaptureInvalidated);
  }
}

TEST_F(Runtime, CapturesForkAndJoinByEvents) {
  UnderCapture capture;
  EXPECT_EQ(cudaEventRecord(capture.event, capture.stream), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(capture.event), cudaErrorCapturedEvent);
  EXPECT_EQ(cudaStreamWaitEvent(capture.other, capture.event, 0), cudaSuccess);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  EXPECT_EQ(cudaStreamIsCapturing(capture.other, &status), cudaSuccess);
  EXPECT_EQ(status, cudaStreamCaptureStatusActive);
  EXPECT_EQ(cudaLaunchHostFunc(
                capture.other, [](void*) {}, nullptr),
            cudaSuccess);
  EXPECT_EQ(capture.end(), cudaErrorStreamCaptureUnjoined);
}

TEST_F(Runtime, CapturesDoNotWaitForWhatIsOutside) {
  cudaEvent_t outside = nullptr;
  cudaEventCreate(&outside);
  cudaEventRecord(outside, nullptr);
  UnderCapture capture;
  EXPECT_EQ(cudaStreamWaitEvent(capture.stream, outside, 0), cudaErrorStreamCaptureIsolation);
  EXPECT_EQ(capture.end(), cudaErrorStreamCaptureInvalidated);
  cudaEventDestroy(outside);
}

TEST_F(Runtime, ResetForgetsMemoryAndLimits) {
  void* p = nullptr;
  cudaMalloc(&p, 100);
  cudaDeviceSetLimit(cudaLimitStackSize, 4096);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaErrorInvalidValue);
  std::size_t stack = 0;
  EXPECT_EQ(cudaDeviceGetLimit(&stack, cudaLimitStackSize), cudaSuccess);
  EXPECT_EQ(stack, 1024u);
}

}  // namespace
}  // namespace emu
