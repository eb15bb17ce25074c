// Dynamic shared memory of a namespace carved into arrays by casts, a union that takes floats
// apart, bit-fields in packed structs, launches hidden in a macro.
#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#define LAUNCH(kernel, grid, block, shmem, stream, ...) \
  kernel<<<grid, block, shmem, stream>>>(__VA_ARGS__)
#define IDX2(i, j, ld) ((i) * (ld) + (j))
typedef unsigned char uchar;
union Pun {
  float f;
  unsigned u;
  struct {
    unsigned mantissa : 23;
    unsigned exponent : 8;
    unsigned sign : 1;
  } bits;
  uchar bytes[4];
};
struct __align__(8) Packed {
  unsigned a : 3;
  signed b : 5;
  unsigned long long c : 40;
};
namespace detail {
namespace {
extern __shared__ unsigned char smem[];
__global__ void carve(int n, float *fo, double *dout, short *so) {
  double *d = (double *)smem;
  float *f = (float *)&d[n];
  short *s = (short *)(f + n);
  int t = threadIdx.x;
  d[t] = t * 0.5;
  f[t] = t * 2.f;
  s[t] = (short)(t - 5);
  __syncthreads();
  int r = n - 1 - t;
  fo[t] = f[r];
  dout[t] = d[r];
  so[t] = s[r];
}
__global__ void pun(const float *in, int *exps, int *signs, unsigned *rebuilt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Pun p;
  p.f = in[i];
  exps[i] = (int)p.bits.exponent - 127;
  signs[i] = p.bits.sign;
  p.bits.sign ^= 1;
  rebuilt[i] = p.u;
  assert(p.bytes[3] == (p.u >> 24));
}
__global__ void pack(Packed *p, int n) {
  int i = threadIdx.x;
  if (i < n) {
    p[i].a = i;
    p[i].b = -i;
    p[i].c = 1ull << (i % 40);
    p[i].a += 1;
  }
}
}  // namespace
}  // namespace detail
int main(void) {
  const int n = 96;
  float *fo;
  double *dd;
  short *so;
  float *in;
  int *e, *s;
  unsigned *rb;
  Packed *pk;
  cudaMallocManaged(&fo, n * sizeof *fo);
  cudaMallocManaged(&dd, n * sizeof *dd);
  cudaMallocManaged(&so, n * sizeof *so);
  cudaMallocManaged(&in, n * sizeof *in);
  cudaMallocManaged(&e, n * sizeof *e);
  cudaMallocManaged(&s, n * sizeof *s);
  cudaMallocManaged(&rb, n * sizeof *rb);
  cudaMallocManaged(&pk, n * sizeof *pk);
  for (int i = 0; i < n; i++) in[i] = ldexpf(i % 2 ? -1.5f : 1.25f, i - 48);
  cudaStream_t st;
  cudaStreamCreate(&st);
  dim3 g = 1, b = dim3(n);
  LAUNCH(detail::carve, g, b, n * (sizeof(double) + sizeof(float) + sizeof(short)), st, n, fo, dd,
         so);
  LAUNCH(detail::pun, dim3((n + 31) / 32), 32, 0, st, in, e, s, rb, n);
  LAUNCH(detail::pack, 1, n, 0, st, pk, n);
  cudaError_t err = cudaStreamSynchronize(st);
  if (err != cudaSuccess) {
    printf("%s\n", cudaGetErrorString(err));
    return 1;
  }
  int bad = 0;
  for (int i = 0; i < n; i++) {
    int r = n - 1 - i;
    bad += fo[i] != r * 2.f || dd[i] != r * .5 || so[i] != r - 5;
    bad += e[i] != i - 48 || s[i] != i % 2;
    Pun q;
    q.u = rb[i];
    bad += q.f != -in[i];
    Packed w;
    w.a = i;
    w.b = -i;
    w.c = 1ull << (i % 40);
    w.a += 1;
    bad += w.a != pk[i].a || w.b != pk[i].b || w.c != pk[i].c;
  }
  cudaStreamDestroy(st);
  cudaFree(fo);
  cudaFree(dd);
  cudaFree(so);
  cudaFree(in);
  cudaFree(e);
  cudaFree(s);
  cudaFree(rb);
  cudaFree(pk);
  printf("%d errors\n", bad);
  return bad;
}
