// Configurations that no card can run: device code reads 9 (K6), the host 1; nothing of it is
// sticky, and the next good launch works (R6). A stream that is none of the grid's: 1 (S3). A grid
// that is no multiple of its kernel's cluster: 912.
#include "../expect.h"

__device__ int ran;
__device__ int codes[16];
__device__ int next_code;

__global__ void child() { atomicAdd(&ran, 1); }
__global__ void __launch_bounds__(64) bounded() {}
__global__ void __cluster_dims__(2) clustered() { atomicAdd(&ran, 100); }

__device__ void note() {
  codes[next_code++] = cudaGetLastError();
  child<<<1, 1>>>();
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&ran, 1000);
}

__global__ void parent(cudaStream_t hosts) {
  child<<<1, 2048>>>(), note();
  child<<<0, 1>>>(), note();
  child<<<1, 0>>>(), note();
  child<<<1, dim3(1, 1, 128)>>>(), note();
  child<<<dim3(1, 70000, 1), 1>>>(), note();
  child<<<dim3(1, 1, 70000), 1>>>(), note();
  child<<<1, 1, 1 << 20>>>(), note();
  child<<<1, 1, 64 << 10>>>(), note();
  bounded<<<1, 65>>>(), note();
  child<<<1, 1, 0, hosts>>>(), note();
  child<<<1, 1, 0, reinterpret_cast<cudaStream_t>(0x123456)>>>(), note();
  clustered<<<3, 1>>>(), note();
  clustered<<<4, 1>>>();
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&ran, 1000);
}

#define EXPECT_REFUSED(launch, code)      \
  launch;                                 \
  EXPECT_EQ(cudaPeekAtLastError(), code); \
  EXPECT_EQ(cudaGetLastError(), code);    \
  EXPECT_EQ(cudaGetLastError(), 0)

void host_launches() {
  EXPECT_REFUSED((child<<<0, 1>>>()), 1);
  EXPECT_REFUSED((child<<<1, 0>>>()), 1);
  EXPECT_REFUSED((child<<<1, 2048>>>()), 1);
  EXPECT_REFUSED((child<<<1, dim3(1, 1, 128)>>>()), 1);
  EXPECT_REFUSED((child<<<dim3(1, 70000, 1), 1>>>()), 1);
  EXPECT_REFUSED((child<<<1, 1, 64 << 10>>>()), 1);
  EXPECT_REFUSED((bounded<<<1, 128>>>()), 1);
}

int main() {
  host_launches();
  cudaStream_t hosts;
  cudaStreamCreate(&hosts);
  parent<<<1, 1>>>(hosts);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int actual[12], actual_ran = 0;
  cudaMemcpyFromSymbol(actual, codes, sizeof actual);
  cudaMemcpyFromSymbol(&actual_ran, ran, sizeof actual_ran);
  for (int i = 0; i < 9; ++i) EXPECT_EQ(actual[i], 9);
  EXPECT_EQ(actual[9], 1);
  EXPECT_EQ(actual[10], 1);
  EXPECT_EQ(actual[11], 912);
  EXPECT_EQ(actual_ran, 12 + 400);
  cudaStreamDestroy(hosts);
  return failures();
}
