// A program of several files (-rdc=true): variables, constants, functions, kernels and classes of
// one unit that another uses, and static ones of one name in both.
#include "separate_units.h"
static __device__ int unit_local = 11;
__global__ void user(float *x, int n, unary_t f) {
  int i = threadIdx.x;
  if (i < n) {
    x[i] = device_lut(i) + shared_helper(i) + f(2.f) + unit_local;
    atomicAdd(&global_counter, 1);
    Accumulator a(3);
    a.add(4).add(5);
    atomicAdd(&live_sum, a.get());
    if (i == 0) {
      remote_kernel<<<1, n, 0, cudaStreamTailLaunch>>>(x, n);
      if (cudaGetLastError()) global_counter = -1;
    }
  }
}
int main() {
  float h[16], *x;
  for (int i = 0; i < 16; ++i) h[i] = i * .5f;
  cudaMemcpyToSymbol(lut, h, sizeof h);
  cudaMallocManaged(&x, 64);
  unary_t f;
  cudaMemcpyFromSymbol(&f, d_square, sizeof f);
  user<<<1, 16>>>(x, 16, f);
  host_launch(x, 16);
  int bad = cudaDeviceSynchronize(), c, l;
  cudaMemcpyFromSymbol(&c, global_counter, 4);
  cudaMemcpyFromSymbol(&l, live_sum, 4);
  for (int i = 0; i < 16; ++i)
    bad += x[i] != (i * .5f + shared_helper(i) + 4 + 11 + 100) * 2 + 22 + 0;
  cudaFree(x);
  printf("%d %d %d\n", bad, c, l);
  return bad + (c != 16) + (l != 12 * 16);
}
