// Output from kernels in every format people use, asserts that hold, clocks that go forward, naps, and
// the return value of printf, which on a device counts arguments.
#include <cuda_runtime.h>

#include <cassert>
#include <cstdint>
#include <cstdio>

#define OK(x) do { if ((x) != cudaSuccess) { printf("line %d: %s\n", __LINE__, cudaGetErrorString(cudaGetLastError())); return 1; } } while (0)

struct Timing {
  long long ticks;
  clock_t plain;
  unsigned long long nanoseconds;
};

__device__ const char* name_of(int kind) {
  switch (kind) {
    case 0: return "zero";
    case 1: return "one";
    default: return "many";
  }
}

__global__ void say(int n, const double* values, size_t size, void* address) {
  if (threadIdx.x == 0) {
    printf("hello from block %d of %u\n", blockIdx.x, gridDim.x);
    printf("%s %s %10s|%-10s|\n", name_of(0), name_of(1), name_of(2), "left");
    printf("%d %i %u %x %X %#x %o %05d %+d %-5d|\n", -n, n, 4000000000u, 255, 255, 255, 8, 42, 42, 42);
    printf("%lld %llu %ld %zu %hd %c %%\n", -9000000000LL, 18446744073709551615ULL, 123456789L, size, (short)-7, 'x');
    printf("%f %.3f %8.2f %e %g %G %a\n", values[0], values[1], values[2], values[3], values[4], 1e-10, 1.0);
    printf("%*d %.*f\n", 6, 12, 2, 3.14159);
    printf("%s\n", address == nullptr ? "null" : "not null");
    printf("no arguments at all\n");
  }
}

__global__ void count_printed(int* results) {
  results[0] = printf("");
  results[1] = printf("%d %d\n", 1, 2);
}

__global__ void time_it(Timing* out, float* data, int n) {
  const long long start = clock64();
  const clock_t small = clock();
  float x = data[threadIdx.x];
  for (int i = 0; i < n; ++i) x = x * 0.5f + 1.0f;
  data[threadIdx.x] = x;
  __syncthreads();
  __nanosleep(1000);
  unsigned long long ns;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  out[threadIdx.x] = {clock64() - start, clock() - small, ns};
  assert(x >= 0.0f && "a sum of positive numbers");
}

__global__ void wait_a_while(long long ticks) {
  const long long start = clock64();
  while (clock64() - start < ticks) {
  }
}

int main() {
  double* values;
  Timing* timing;
  float* data;
  int* printed;
  OK(cudaMallocManaged(&values, 5 * sizeof(double)));
  OK(cudaMallocManaged(&timing, 64 * sizeof(Timing)));
  OK(cudaMallocManaged(&data, 64 * sizeof(float)));
  OK(cudaMallocManaged(&printed, 2 * sizeof(int)));
  for (int i = 0; i < 5; ++i) values[i] = (i + 1) * 1234.5678;
  for (int i = 0; i < 64; ++i) data[i] = i;
  say<<<2, 32>>>(17, values, sizeof(Timing), values);
  OK(cudaDeviceSynchronize());
  count_printed<<<1, 1>>>(printed);
  OK(cudaDeviceSynchronize());
  bool ok = printed[0] == 0 && printed[1] == 2;

  cudaEvent_t start, stop;
  OK(cudaEventCreate(&start));
  OK(cudaEventCreate(&stop));
  OK(cudaEventRecord(start));
  time_it<<<1, 64>>>(timing, data, 100);
  wait_a_while<<<1, 1>>>(20000);
  OK(cudaGetLastError());
  OK(cudaEventRecord(stop));
  OK(cudaEventSynchronize(stop));
  float ms = 0;
  OK(cudaEventElapsedTime(&ms, start, stop));
  for (int i = 0; i < 64; ++i) ok &= timing[i].ticks > 0 && timing[i].plain > 0 && timing[i].nanoseconds > 0 && data[i] == 2.0f;
  ok &= ms > 0.005f;

  OK(cudaEventDestroy(start));
  OK(cudaEventDestroy(stop));
  OK(cudaFree(values));
  OK(cudaFree(timing));
  OK(cudaFree(data));
  OK(cudaFree(printed));
  printf("%s\n", ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
