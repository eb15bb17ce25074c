// The device's limits: what they are, and what the card makes of what is set (A5, L1, L5).
#include <cstddef>

#include "../expect.h"

void expect_default(cudaLimit limit, size_t expected) {
  size_t value = 0;
  EXPECT_EQ(cudaDeviceGetLimit(&value, limit), 0);
  EXPECT_EQ(value, expected);
}

void expect_set(cudaLimit limit, size_t asked, size_t expected) {
  EXPECT_EQ(cudaDeviceSetLimit(limit, asked), 0);
  expect_default(limit, expected);
}

void expect_refused(cudaLimit limit, size_t asked, int code) {
  EXPECT_EQ(cudaDeviceSetLimit(limit, asked), code);
  EXPECT_EQ(cudaGetLastError(), code);
}

int main() {
  expect_default(cudaLimitStackSize, 1024);
  expect_default(cudaLimitPrintfFifoSize, 8650752);
  expect_default(cudaLimitMallocHeapSize, 8388608);
  expect_default(cudaLimitDevRuntimePendingLaunchCount, 2048);
  expect_default(cudaLimitMaxL2FetchGranularity, 64);

  size_t depth = 0;
  EXPECT_EQ(cudaDeviceGetLimit(&depth, cudaLimitDevRuntimeSyncDepth), cudaErrorUnsupportedLimit);
  expect_refused(cudaLimitDevRuntimeSyncDepth, 4, cudaErrorUnsupportedLimit);

  expect_set(cudaLimitDevRuntimePendingLaunchCount, 1, 32);
  expect_set(cudaLimitDevRuntimePendingLaunchCount, 33, 33);
  expect_set(cudaLimitDevRuntimePendingLaunchCount, 100, 100);
  expect_set(cudaLimitDevRuntimePendingLaunchCount, 4096, 4096);
  expect_set(cudaLimitDevRuntimePendingLaunchCount, 65536, 65536);
  expect_set(cudaLimitDevRuntimePendingLaunchCount, 1048576, 599186);
  expect_set(cudaLimitDevRuntimePendingLaunchCount, 2048, 2048);

  expect_set(cudaLimitStackSize, 1000, 1008);
  expect_set(cudaLimitStackSize, 65536, 65536);
  expect_refused(cudaLimitStackSize, size_t{1} << 20, 1);
  expect_set(cudaLimitPrintfFifoSize, 1, 524288);
  expect_set(cudaLimitPrintfFifoSize, size_t{1} << 20, size_t{1} << 20);
  expect_set(cudaLimitMallocHeapSize, 1, 4194304);
  expect_set(cudaLimitMallocHeapSize, 10000000, 10027008);
  expect_refused(static_cast<cudaLimit>(99), 1, 1);
  EXPECT_EQ(cudaDeviceGetLimit(nullptr, cudaLimitStackSize), 1);
  return failures();
}
