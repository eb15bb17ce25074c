// An Asian option by 262,144 paths of 8 steps: xorshift per thread, Box-Muller, warp and block sums. The mean of
// the geometric average has a closed form. Expected: PASSED
#include "sample.h"
struct Xorshift {
  unsigned long long s;
  __device__ explicit Xorshift(unsigned long long seed) : s(seed * 0x9E3779B97F4A7C15ull + 1) { next(); next(); }
  __device__ unsigned next() { s ^= s << 13; s ^= s >> 7; s ^= s << 17; return s >> 32; }
  __device__ float uniform() { return (next() + 0.5f) * 2.3283064e-10f; }
};
__device__ float block_sum(float v) {
  static __shared__ float part[32];
  __syncthreads();
  for (int d = 16; d; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
  if (threadIdx.x < 32) for (int d = 16; d; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  return v;
}
__global__ void paths(double *sum, int per_thread, int steps, float drift, float vol) {
  Xorshift rng(blockIdx.x * blockDim.x + threadIdx.x + 1);
  float total = 0;
  for (int p = 0; p < per_thread; p++) {
    float logS = 0, logSum = 0;
    for (int t = 0; t < steps; t += 2) {
      float r = sqrtf(-2 * __logf(rng.uniform())), s, c;
      __sincosf(6.2831853f * rng.uniform(), &s, &c);
      logS += drift + vol * r * c;
      logSum += logS;
      logS += drift + vol * r * s;
      logSum += logS;
    }
    total += expf(logSum / steps);
  }
  float all = block_sum(total);
  if (threadIdx.x == 0) atomicAdd(sum, (double)all);
}
int main() {
  const int blocks = 128, threads = 256, per = 8, steps = 8;
  const double dt = 1.0 / steps, sigma = 0.2, r = 0.05, mu = (r - sigma * sigma / 2) * dt, vol = sigma * std::sqrt(dt);
  double *sum = device<double>(1);
  CK(cudaMemset(sum, 0, sizeof(double)));
  paths<<<blocks, threads>>>(sum, per, steps, mu, vol);
  double mean = host(sum, 1)[0] / (blocks * threads * per), m = 0, v = 0;
  for (int k = 1; k <= steps; k++) m += mu * (steps - k + 1) / steps, v += vol * vol * (steps - k + 1.0) * (steps - k + 1) / steps / steps;
  cudaFree(sum);
  return finish(std::fabs(mean - std::exp(m + v / 2)) < 2e-3);
}
