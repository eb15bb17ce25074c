// What device code may ask about the device (A2).
#include "../codes.h"

__device__ int numbers[8];
__device__ unsigned long long limits[8];

__global__ void child() {}
__global__ void __launch_bounds__(64) bounded() {}

__global__ void calls() {
  int value = 0;
  size_t limit = 0;
  CODE(cudaGetDevice(&numbers[0]), 0);
  CODE(cudaGetDeviceCount(&numbers[1]), 0);
  CODE(cudaDeviceGetAttribute(&numbers[2], cudaDevAttrMultiProcessorCount, 0), 0);
  CODE(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0), 1);
  CODE(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 5), 101);
  CODE(cudaRuntimeGetVersion(&numbers[3]), 0);
  CODE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&numbers[4], child, 64, 0), 0);
  CODE(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount), 0);
  limits[0] = limit;
  CODE(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize), 0);
  limits[1] = limit;
  numbers[6] = cudaDeviceGetLimit(&limit, cudaLimitDevRuntimeSyncDepth);
  CODE(cudaGetLastError(), 0);  // of all calls this one leaves no last error
  cudaFuncAttributes attributes;
  CODE(cudaFuncGetAttributes(&attributes, bounded), 0);
  numbers[5] = attributes.maxThreadsPerBlock;
}

int main() {
  bounded<<<1, 1>>>();
  calls<<<1, 1>>>();
  expect_codes(11);
  int actual[8];
  unsigned long long limit[2];
  cudaMemcpyFromSymbol(actual, numbers, sizeof actual);
  cudaMemcpyFromSymbol(limit, limits, sizeof limit);
  int count = 0;
  cudaGetDeviceCount(&count);
  EXPECT_EQ(actual[0], 0);
  EXPECT_EQ(actual[1], count);
  EXPECT_EQ(actual[2], 132);
  EXPECT_EQ(actual[3], 6000);
  EXPECT_EQ(actual[4], 32);
  EXPECT_EQ(actual[5], 64);
  EXPECT_EQ(actual[6], 215);
  EXPECT_EQ(limit[0], 2048);
  EXPECT_EQ(limit[1], 8388608);
  return failures();
}
