// Option pricing by Monte Carlo, in C: hand-written xoroshiro and Philox generators, Box-Muller,
// constants in a struct, a histogram of the normal deviates.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define gpuErrchk(ans) \
  { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true) {
  if (code != cudaSuccess) {
    fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
    if (abort) exit(code);
  }
}
typedef struct {
  uint64_t s[2];
} rng_t;
__host__ __device__ static inline uint64_t rotl(const uint64_t x, int k) {
  return (x << k) | (x >> (64 - k));
}
__host__ __device__ uint64_t next(rng_t *r) {
  const uint64_t s0 = r->s[0];
  uint64_t s1 = r->s[1];
  const uint64_t result = s0 + s1;
  s1 ^= s0;
  r->s[0] = rotl(s0, 24) ^ s1 ^ (s1 << 16);
  r->s[1] = rotl(s1, 37);
  return result;
}
__host__ __device__ double uniform(rng_t *r) {
  return ((next(r) >> 11) + 0.5) * (1.0 / 9007199254740992.0);
}
__host__ __device__ uint4 philox(uint4 ctr, uint2 key) {
  for (int i = 0; i < 10; ++i) {
    uint64_t p0 = (uint64_t)0xD2511F53u * ctr.x, p1 = (uint64_t)0xCD9E8D57u * ctr.z;
#ifdef __CUDA_ARCH__
    uint32_t hi0 = __umulhi(0xD2511F53u, ctr.x);
#else
    uint32_t hi0 = p0 >> 32;
#endif
    ctr = make_uint4((uint32_t)(p1 >> 32) ^ ctr.y ^ key.x, (uint32_t)p1, hi0 ^ ctr.w ^ key.y,
                     (uint32_t)p0);
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  return ctr;
}
__constant__ double edges[9];
__constant__ struct { float S, K, r, sigma, T; } opt;
static __device__ unsigned int histogram[8];
__global__ void init(rng_t *st, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    st[i].s[0] = 88172645463325252ull + i;
    st[i].s[1] = 0x9E3779B97F4A7C15ull * (i + 1);
    for (int k = 0; k < 8; ++k) next(&st[i]);
  }
}
__global__ void price(rng_t *st, double *sum, int paths) {
  __shared__ double part[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  rng_t local = st[i];
  double acc = 0;
  for (int p = 0; p < paths; ++p) {
    double u1 = uniform(&local), u2 = uniform(&local), z;
    double sn, cs;
    sincospi(2 * u2, &sn, &cs);
    z = sqrt(-2 * log(u1)) * cs;
    acc += fmax(0.0, opt.S * exp((opt.r - .5 * opt.sigma * opt.sigma) * opt.T +
                                 opt.sigma * sqrt((double)opt.T) * z) -
                         opt.K);
    int b = 0;
    while (b < 7 && z >= edges[b + 1]) ++b;
    atomicAdd(histogram + b, 1u);
  }
  st[i] = local;
  part[threadIdx.x] = acc;
  for (unsigned s = blockDim.x >> 1; s; s >>= 1) {
    __syncthreads();
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
  }
  if (!threadIdx.x) atomicAdd(sum, part[0]);
}
__global__ void phil(uint4 *o, uint2 key) {
  int i = threadIdx.x;
  o[i] = philox(make_uint4(i, 0, 0, 0), key);
}
int main(int argc, char *argv[]) {
  const int n = 512, paths = 20;
  rng_t *st;
  double *sum, h_sum = 0;
  double he[9] = {-1e9, -1.5, -1, -.5, 0, .5, 1, 1.5, HUGE_VAL};
  struct {
    float S, K, r, sigma, T;
  } ho = {100, 105, .03f, .2f, 1};
  gpuErrchk(cudaMemcpyToSymbol(edges, he, sizeof he));
  gpuErrchk(cudaMemcpyToSymbol(opt, &ho, sizeof ho));
  gpuErrchk(cudaMalloc((void **)&st, n * sizeof(rng_t)));
  gpuErrchk(cudaMalloc((void **)&sum, sizeof(double)));
  gpuErrchk(cudaMemset(sum, 0, 8));
  init<<<(n + 127) / 128, 128>>>(st, n);
  gpuErrchk(cudaPeekAtLastError());
  price<<<n / 128, 128>>>(st, sum, paths);
  gpuErrchk(cudaPeekAtLastError());
  gpuErrchk(cudaDeviceSynchronize());
  gpuErrchk(cudaMemcpy(&h_sum, sum, 8, cudaMemcpyDeviceToHost));
  double ref = 0;
  unsigned hist[8] = {0}, dh[8];
  for (int i = 0; i < n; ++i) {
    rng_t r;
    r.s[0] = 88172645463325252ull + i;
    r.s[1] = 0x9E3779B97F4A7C15ull * (i + 1);
    for (int k = 0; k < 8; ++k) next(&r);
    for (int p = 0; p < paths; ++p) {
      double u1 = uniform(&r), u2 = uniform(&r), z = sqrt(-2 * log(u1)) * cos(2 * M_PI * u2);
      ref += fmax(0.0, ho.S * exp((ho.r - .5 * ho.sigma * ho.sigma) * ho.T +
                                  ho.sigma * sqrt((double)ho.T) * z) -
                           ho.K);
      int b = 0;
      while (b < 7 && z >= he[b + 1]) ++b;
      hist[b]++;
    }
  }
  gpuErrchk(cudaMemcpyFromSymbol(dh, histogram, sizeof dh));
  int bad = fabs(ref - h_sum) > 1e-4 * ref;
  long d = 0;
  for (int i = 0; i < 8; ++i) d += labs((long)dh[i] - (long)hist[i]);
  bad += d > 4;
  uint4 *po;
  gpuErrchk(cudaMallocManaged((void **)&po, 64 * sizeof(uint4)));
  phil<<<1, 64>>>(po, make_uint2(7, 9));
  gpuErrchk(cudaDeviceSynchronize());
  for (int i = 0; i < 64; ++i) {
    uint4 e = philox(make_uint4(i, 0, 0, 0), make_uint2(7, 9));
    bad += e.x != po[i].x || e.w != po[i].w;
  }
  cudaFree(st);
  cudaFree(sum);
  cudaFree(po);
  printf("price %f ref %f bad %d\n", h_sum / (n * paths), ref / (n * paths), bad);
  return bad;
}
