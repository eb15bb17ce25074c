// __half and __nv_bfloat16 in kernels: conversion, arithmetic, shuffles, atomics.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "../expect.h"

__device__ float sums[32], fused[32], brain[32];
__device__ __half total;

__global__ void compute() {
  const int i = threadIdx.x;
  const __half mine = __float2half(i * 0.5f);
  sums[i] = __half2float(__hadd(mine, __shfl_xor_sync(0xffffffff, mine, 1)));
  fused[i] = __half2float(__hfma(mine, __float2half(2.0f), __float2half(1000.0f)));
  brain[i] = __bfloat162float(__float2bfloat16(1000.0f + i));
  atomicAdd(&total, __float2half(1.0f));
}

template <class T, int n>
std::vector<T> read(const T (&symbol)[n]) {
  std::vector<T> values(n);
  EXPECT_EQ(cudaMemcpyFromSymbol(values.data(), symbol, n * sizeof(T)), 0);
  return values;
}

int main() {
  compute<<<1, 32>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  for (int i = 0; i < 32; ++i) {
    EXPECT(read(sums)[i] == (i + (i ^ 1)) * 0.5f);
    // Above 1024 the last place of a half is 1.
    EXPECT(read(fused)[i] == 1000 + i);
    // Near 1000 the last place of a bfloat16 is 4, above 1024 it is 8; halfway goes to even.
    const int step = 1000 + i < 1024 ? 4 : 8;
    const int down = (1000 + i) / step * step, rest = 1000 + i - down;
    const bool rounds_up = rest * 2 > step || (rest * 2 == step && down / step % 2 == 1);
    EXPECT(read(brain)[i] == down + (rounds_up ? step : 0));
  }
  __half sum;
  EXPECT_EQ(cudaMemcpyFromSymbol(&sum, total, sizeof sum), 0);
  EXPECT(__half2float(sum) == 32);
  return failures();
}
