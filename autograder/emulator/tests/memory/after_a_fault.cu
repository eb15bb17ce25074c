// After a fault nearly every call answers with its code; questions about devices and pointers still
// work. cudaGetLastError clears it, and the next call brings it back. cudaDeviceReset says 0, and then
// the device cannot be had (46).
#include "../expect.h"

__global__ void bad(int* p) { *p = 1; }
__global__ void empty() {}

int main() {
  int *d, *pinned, *q, n = 0;
  size_t size = 0, total = 0;
  cudaStream_t s, t;
  cudaEvent_t e, f;
  cudaDeviceProp p;
  cudaPointerAttributes a;
  cudaMalloc(&d, 4);
  cudaMallocHost(&pinned, 4);
  cudaStreamCreate(&s);
  cudaEventCreate(&e);
  bad<<<1, 1>>>(reinterpret_cast<int*>(0x10));
  EXPECT_EQ(cudaGetLastError(), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), 700);
  EXPECT_EQ(cudaPeekAtLastError(), 700);
  EXPECT_EQ(cudaGetLastError(), 700);
  EXPECT_EQ(cudaGetLastError(), 0);

  EXPECT_EQ(cudaMalloc(&q, 4), 700);
  EXPECT_EQ(cudaGetLastError(), 700);
  EXPECT_EQ(cudaFree(d), 700);
  EXPECT_EQ(cudaFree(nullptr), 700);
  EXPECT_EQ(cudaMallocHost(&q, 4), 700);
  EXPECT_EQ(cudaStreamCreate(&t), 700);
  EXPECT_EQ(cudaStreamQuery(s), 700);
  EXPECT_EQ(cudaEventCreate(&f), 700);
  EXPECT_EQ(cudaEventQuery(e), 700);
  EXPECT_EQ(cudaEventRecord(e), 700);
  EXPECT_EQ(cudaMemcpy(&n, &size, 4, cudaMemcpyHostToHost), 700);
  EXPECT_EQ(cudaMemGetInfo(&size, &total), 700);
  EXPECT_EQ(cudaDeviceGetLimit(&size, cudaLimitStackSize), 700);
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitStackSize, 2048), 700);
  EXPECT_EQ(cudaEventDestroy(e), 700);
  EXPECT_EQ(cudaStreamDestroy(s), 700);
  EXPECT_EQ(cudaFreeHost(pinned), 700);

  EXPECT_EQ(cudaGetDevice(&n), 0);
  EXPECT_EQ(cudaSetDevice(0), 0);
  EXPECT_EQ(cudaGetDeviceCount(&n), 0);
  EXPECT_EQ(cudaGetDeviceProperties(&p, 0), 0);
  EXPECT_EQ(cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0), 0);
  EXPECT_EQ(cudaRuntimeGetVersion(&n), 0);
  EXPECT_EQ(cudaPointerGetAttributes(&a, d), 0);

  cudaGetLastError();
  empty<<<1, 1>>>();
  EXPECT_EQ(cudaGetLastError(), 700);
  EXPECT_EQ(cudaDeviceReset(), 0);
  EXPECT_EQ(cudaDeviceSynchronize(), 46);
  EXPECT_EQ(cudaMalloc(&q, 4), 46);
  return failures();
}
