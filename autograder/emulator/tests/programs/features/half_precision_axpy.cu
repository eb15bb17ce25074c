// Half and bfloat16: conversions, half2 arithmetic and fused multiply-add, comparisons, a dot product
// that accumulates in float, and vectorised loads of eight halves at a time.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_TRY(x) do { if ((x) != cudaSuccess) { std::printf("%s failed\n", #x); std::exit(2); } } while (0)

__global__ void haxpy(int n, half a, const half* x, half* y) {
  const half2 a2 = __half2half2(a);
  const half2* x2 = reinterpret_cast<const half2*>(x);
  half2* y2 = reinterpret_cast<half2*>(y);
  const int stride = blockDim.x * gridDim.x;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n / 2; i += stride)
    y2[i] = __hfma2(a2, x2[i], y2[i]);
  if (blockIdx.x == 0 && threadIdx.x == 0 && n % 2) y[n - 1] = __hfma(a, x[n - 1], y[n - 1]);
}

__global__ void dot(const half* a, const half* b, int n, float* result) {
  float sum = 0;
  const int4* a8 = reinterpret_cast<const int4*>(a);
  const int4* b8 = reinterpret_cast<const int4*>(b);
  for (int i = threadIdx.x; i < n / 8; i += blockDim.x) {
    const int4 va = __ldg(a8 + i), vb = __ldg(b8 + i);
    const __half2* pa = reinterpret_cast<const __half2*>(&va);
    const __half2* pb = reinterpret_cast<const __half2*>(&vb);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      const float2 p = __half22float2(__hmul2(pa[k], pb[k]));
      sum += p.x + p.y;
    }
  }
  for (int offset = warpSize / 2; offset; offset >>= 1) sum += __shfl_xor_sync(~0u, sum, offset);
  if (threadIdx.x == 0) *result = sum;
}

__global__ void elementwise(const float* in, float* out) {
  const int i = threadIdx.x;
  const half h = __float2half(in[i]);
  half r = h * __float2half(2.0f) + half(0.5f);
  r = __hsub(r, __hdiv(h, __float2half_rn(4.0f)));
  if (__hgt(r, __float2half(100.0f)) || __hlt(r, __float2half(-100.0f))) r = __hneg(h);
  r = __hmax(r, hsqrt(__habs(h)));
  out[i] = __half2float(r);
}

template <typename T>
__device__ float widen(T x);
template <>
__device__ float widen(__half x) { return __half2float(x); }
template <>
__device__ float widen(__nv_bfloat16 x) { return __bfloat162float(x); }

template <typename T>
__global__ void scale(T* data, T factor, float* wide) {
  data[threadIdx.x] = data[threadIdx.x] * factor;
  wide[threadIdx.x] = widen(data[threadIdx.x]);
}

int main() {
  const int n = 1001;
  half *x, *y;
  float *r, *in;
  CUDA_TRY(cudaMallocManaged(&x, 1008 * sizeof(half)));
  CUDA_TRY(cudaMallocManaged(&y, 1008 * sizeof(half)));
  CUDA_TRY(cudaMallocManaged(&r, 64 * sizeof(float)));
  CUDA_TRY(cudaMallocManaged(&in, 64 * sizeof(float)));
  for (int i = 0; i < 1008; ++i) {
    x[i] = __float2half(float(i % 32) * 0.25f);
    y[i] = __float2half(1.0f);
  }
  haxpy<<<3, 64>>>(n, __float2half(2.0f), x, y);
  CUDA_TRY(cudaDeviceSynchronize());
  bool ok = true;
  for (int i = 0; i < n; ++i) ok &= __half2float(y[i]) == 2.0f * (i % 32) * 0.25f + 1.0f;
  std::printf("axpy %s\n", ok ? "ok" : "wrong");

  dot<<<1, 32>>>(x, y, 1000, r);
  CUDA_TRY(cudaDeviceSynchronize());
  float expected = 0;
  for (int i = 0; i < 1000; ++i) expected += __half2float(__float2half(__half2float(x[i]) * __half2float(y[i])));
  ok &= std::fabs(*r - expected) < 1e-3f * expected;
  std::printf("dot %g, expected %g\n", *r, expected);

  for (int i = 0; i < 64; ++i) in[i] = (i - 32) * 3.0f;
  elementwise<<<1, 64>>>(in, r);
  CUDA_TRY(cudaDeviceSynchronize());
  for (int i = 0; i < 64; ++i) {
    float v = in[i] * 1.75f + 0.5f;
    if (v > 100 || v < -100) v = -in[i];
    v = std::fmax(v, std::sqrt(std::fabs(in[i])));
    if (std::fabs(r[i] - v) > 0.01f * std::fabs(v) + 0.01f) std::printf("%d: %g, not %g\n", i, r[i], v), ok = false;
  }

  __nv_bfloat16* b;
  CUDA_TRY(cudaMallocManaged(&b, 32 * sizeof(*b)));
  for (int i = 0; i < 32; ++i) b[i] = __float2bfloat16(1.0f + i * 0.125f);
  scale<__nv_bfloat16><<<1, 32>>>(b, __float2bfloat16(3.0f), r);
  CUDA_TRY(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i) ok &= std::fabs(r[i] - 3 * (1 + i * 0.125f)) <= r[i] / 256;
  scale<half><<<1, 32>>>(x, half(4.0f), r);
  CUDA_TRY(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i) ok &= r[i] == float(i);

  for (void* p : {(void*)x, (void*)y, (void*)r, (void*)in, (void*)b}) CUDA_TRY(cudaFree(p));
  std::puts(ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
