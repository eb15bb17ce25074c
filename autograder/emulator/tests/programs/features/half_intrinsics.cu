// Half and bfloat16 as they are written: traits of the two types, pairs in reductions, vectors of
// eight by reinterpret_cast, conversions, comparisons, atomics.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
template <typename T>
struct Traits;
template <>
struct Traits<half> {
  using V2 = half2;
  static __device__ float f(half h) { return __half2float(h); }
  static __device__ half t(float x) { return __float2half_rn(x); }
};
template <>
struct Traits<__nv_bfloat16> {
  using V2 = __nv_bfloat162;
  static __device__ float f(__nv_bfloat16 h) { return __bfloat162float(h); }
  static __device__ __nv_bfloat16 t(float x) { return __float2bfloat16(x); }
};
template <typename T>
__global__ void gelu(const T *in, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = Traits<T>::f(in[i]);
  out[i] = Traits<T>::t(0.5f * x * (1.f + tanhf(0.79788456f * (x + 0.044715f * x * x * x))));
}
template <typename T>
__global__ void dot2(const T *a, const T *b, float *out, int n) {
  using V = typename Traits<T>::V2;
  const V *a2 = reinterpret_cast<const V *>(a), *b2 = reinterpret_cast<const V *>(b);
  float acc = 0;
  for (int i = threadIdx.x; i < n / 2; i += blockDim.x) {
    V p = __hmul2(a2[i], b2[i]);
    acc += __low2float(p) + __high2float(p);
  }
  for (int o = 16; o; o >>= 1) acc += __shfl_xor_sync(0xffffffffu, acc, o);
  if (threadIdx.x == 0) *out = acc;
}
template <>
__global__ void dot2<half>(const half *a, const half *b, float *out, int n) {
  half2 acc = __float2half2_rn(0.f);
  const half2 *a2 = (const half2 *)a, *b2 = (const half2 *)b;
  for (int i = threadIdx.x; i < n / 2; i += blockDim.x) acc = __hfma2(a2[i], b2[i], acc);
  for (int o = 16; o; o >>= 1) acc = __hadd2(acc, __shfl_down_sync(0xffffffffu, acc, o));
  if (threadIdx.x == 0) *out = __low2float(acc) + __high2float(acc);
}
__global__ void vec8(const uint4 *in, uint4 *out, int n8) {
  int i = threadIdx.x;
  if (i < n8) {
    uint4 v = in[i];
    half2 *h = reinterpret_cast<half2 *>(&v);
#pragma unroll
    for (int k = 0; k < 4; ++k) h[k] = __hmax2(h[k], __half2half2(__ushort_as_half(0)));
    out[i] = v;
  }
}
__global__ void ops(half *h, __nv_bfloat16 *b, float *atom) {
  half x = __float2half(1.5f), y(2.25f);
  h[0] = x + y;
  h[1] = x * y - half(1);
  h[2] = __hdiv(y, x);
  h[3] = hsqrt(y);
  h[4] = __hlt(x, y) ? hexp(__float2half(0.f)) : y;
  h[5] = -x;
  h[6] = __habs(-y);
  h[7] = __int2half_rn(7);
  h[8] = (half)3;
  h[8] += x;
  h[8] /= half(2);
  half2 m = make_half2(x, y);
  m = h2rcp(m);
  h[9] = __low2half(m);
  h[10] = __high2half(__lowhigh2highlow(__halves2half2(x, y)));
  __nv_bfloat16 p = 3.0f, q = __float2bfloat16_rn(0.1f);
  b[0] = p + q;
  b[1] = p * p;
  b[2] = __hfma(p, p, q);
  b[3] = hsqrt(__nv_bfloat16(16.f));
  b[4] = p > q ? __hmax(p, q) : q;
  b[5] = __float2bfloat16_rz(1.00390625f * 1.001f);
  atomicAdd(&h[11], __float2half(0.5f));
  atomicAdd((__half2 *)&h[12], __floats2half2_rn(1.f, 2.f));
  atomicAdd(&b[6], p);
  *atom = (float)h[8] + float(b[0]) + __half2int_rn(y) + __half2uint_rz(x) +
          __hisnan(__float2half(NAN));
}
int main() {
  int bad = 0;
  half *hi, *ho;
  __nv_bfloat16 *bi, *bo;
  float *f;
  const int n = 512;
  cudaMallocManaged(&hi, n * 2);
  cudaMallocManaged(&ho, n * 2);
  cudaMallocManaged(&bi, n * 2);
  cudaMallocManaged(&bo, n * 2);
  cudaMallocManaged(&f, 64);
  for (int i = 0; i < n; ++i) {
    hi[i] = __float2half((i - 256) / 64.f);
    bi[i] = __float2bfloat16((i - 256) / 64.f);
  }
  gelu<<<4, 128>>>(hi, ho, n);
  gelu<__nv_bfloat16><<<4, 128>>>(bi, bo, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    float x = (i - 256) / 64.f,
          g = .5f * x * (1 + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
    bad += fabsf(__half2float(ho[i]) - g) > 2e-3f;
    x = __bfloat162float(bi[i]);
    bad += fabsf(__bfloat162float(bo[i]) -
                 .5f * x * (1 + tanhf(0.79788456f * (x + 0.044715f * x * x * x)))) > 2e-2f;
  }
  dot2<half><<<1, 32>>>(hi, hi, f, 64);
  cudaDeviceSynchronize();
  float r = 0;
  for (int i = 0; i < 64; ++i) r += powf((i - 256) / 64.f, 2);
  bad += fabsf(*f - r) > 1.f;
  printf("%f %f\n", *f, r);
  vec8<<<1, 64>>>((uint4 *)hi, (uint4 *)ho, n / 8);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) bad += __half2float(ho[i]) != fmaxf(0, (i - 256) / 64.f);
  for (int i = 0; i < 16; ++i) {
    ho[i] = __float2half(0);
    bo[i] = 0.f;
  }
  ops<<<1, 1>>>(ho, bo, f);
  cudaDeviceSynchronize();
  const float want[14] = {3.75, 2.375,          1.5, 1.5, 1, -1.5, 2.25, 7,
                          2.25, 0.66650390625f, 1.5, .5,  1, 2};
  for (int i = 0; i < 14; ++i)
    if (__half2float(ho[i]) != want[i]) {
      printf("h[%d] %f %f\n", i, __half2float(ho[i]), want[i]);
      ++bad;
    }
  const float wb[7] = {3.09375f, 9, 9.125f, 4, 3, 1, 3};
  for (int i = 0; i < 7; ++i)
    if ((float)bo[i] != wb[i]) {
      printf("b[%d] %f %f\n", i, (float)bo[i], wb[i]);
      ++bad;
    }
  if (*f != 2.25f + 3.09375f + 2 + 1 + 1) {
    printf("f %f\n", *f);
    ++bad;
  }
  cudaFree(hi);
  cudaFree(ho);
  cudaFree(bi);
  cudaFree(bo);
  cudaFree(f);
  return bad;
}
