// FFT: Stockham radix 2 with float2 operators, forward and back; tested with a known tone and a naive DFT.
// Expected output: "tone: PASSED", "round trip: PASSED", "naive: PASSED"
#include "gputk.h"
#include <complex>
#include <cmath>
#include <vector>

typedef float2 cplx;
static __device__ __host__ inline cplx operator+(cplx a, cplx b) { return make_float2(a.x + b.x, a.y + b.y); }
static __device__ __host__ inline cplx operator-(const cplx &a, const cplx &b) { return make_float2(a.x - b.x, a.y - b.y); }
static __device__ __host__ inline cplx operator*(cplx a, cplx b) { cplx c; c.x = a.x * b.x - a.y * b.y; c.y = a.x * b.y + a.y * b.x; return c; }
static __device__ __host__ inline cplx operator*(float s, cplx a) { return {s * a.x, s * a.y}; }

template <int SIGN>
__global__ void fftStep(const cplx *__restrict__ in, cplx *__restrict__ out, int n, int p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;  // n / 2 threads
  if (i >= n / 2) return;
  const int k = i & (p - 1);
  float s, c;
  sincospif(SIGN * (float)k / (float)p, &s, &c);
  const cplx a = in[i], b = make_float2(c, s) * in[i + n / 2];
  const int j = ((i - k) << 1) + k;
  out[j] = a + b;
  out[j + p] = a - b;
}

// whole transform in one block, in shared memory
template <unsigned N>
__global__ void fftShared(const cplx *in, cplx *out) {
  __shared__ cplx buffer[2][N];
  const unsigned t = threadIdx.x;
  in += blockIdx.x * N; out += blockIdx.x * N;
  buffer[0][t] = in[t];
  buffer[0][t + N / 2] = in[t + N / 2];
  int now = 0;
#pragma unroll
  for (unsigned p = 1; p < N; p <<= 1, now ^= 1) {
    __syncthreads();
    unsigned k = t & (p - 1);
    float s, c;
    __sincosf(-(float)M_PI * k / p, &s, &c);
    cplx a = buffer[now][t], b = make_float2(c, s) * buffer[now][t + N / 2];
    unsigned j = ((t - k) << 1) + k;
    buffer[now ^ 1][j] = a + b;
    buffer[now ^ 1][j + p] = a - b;
  }
  __syncthreads();
  out[t] = buffer[now][t];
  out[t + N / 2] = buffer[now][t + N / 2];
}

__global__ void scale(cplx *x, float by, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = by * x[i]; }

template <int SIGN> cplx *fft(cplx *a, cplx *b, int n) {
  for (int p = 1; p < n; p *= 2) { fftStep<SIGN><<<(n / 2 + 127) / 128, 128>>>(a, b, n, p); std::swap(a, b); }
  return a;
}

int main() {
  const int n = 1024, tone = 37;
  std::vector<cplx> x(n), y(n);
  for (int i = 0; i < n; i++) x[i] = {(float)cos(2 * M_PI * tone * i / n), 0.f};
  cplx *a, *b;
  gpuErrchk(cudaMalloc(&a, n * sizeof(cplx)));
  gpuErrchk(cudaMalloc(&b, n * sizeof(cplx)));
  gpuErrchk(cudaMemcpy(a, &x[0], n * sizeof(cplx), cudaMemcpyHostToDevice));
  cplx *forward = fft<-1>(a, b, n);
  gpuErrchk(cudaMemcpy(&y[0], forward, n * sizeof(cplx), cudaMemcpyDeviceToHost));
  bool ok = true;
  for (int i = 0; i < n; i++) ok = ok && std::hypot(y[i].x - (i == tone || i == n - tone ? n / 2 : 0), y[i].y) < 0.02f;
  int failed = report("tone", ok);
  cplx *back = fft<1>(forward, forward == a ? b : a, n);
  scale<<<(n + 255) / 256, 256>>>(back, 1.0f / n, n);
  gpuErrchk(cudaMemcpy(&y[0], back, n * sizeof(cplx), cudaMemcpyDeviceToHost));
  ok = true;
  for (int i = 0; i < n; i++) ok = ok && std::hypot(y[i].x - x[i].x, y[i].y - x[i].y) < 1e-5f;
  failed += report("round trip", ok);
  Rng rng(2);
  for (auto &v : x) v = {rng.unit(), rng.unit()};
  gpuErrchk(cudaMemcpy(a, &x[0], n * sizeof(cplx), cudaMemcpyHostToDevice));
  fftShared<256><<<n / 256, 128>>>(a, b);
  gpuErrchk(cudaMemcpy(&y[0], b, n * sizeof(cplx), cudaMemcpyDeviceToHost));
  ok = true;
  for (int batch = 0; batch < n / 256; batch++)
    for (int k = 0; k < 256; k += 5) {
      std::complex<double> s = 0;
      for (int i = 0; i < 256; i++) s += std::complex<double>(x[batch * 256 + i].x, x[batch * 256 + i].y) * std::polar(1.0, -2 * M_PI * k * i / 256);
      ok = ok && std::abs(s - std::complex<double>(y[batch * 256 + k].x, y[batch * 256 + k].y)) < 1e-2;
    }
  failed += report("naive", ok);
  cudaFree(a); cudaFree(b);
  return failed;
}
