// Bitonic sort of 256 K keys: shared memory up to 1024, global merges above. Expected: PASSED
#include "sample.h"
#define SHARED 1024

__device__ inline void comparator(unsigned &a, unsigned &b, unsigned dir) {
  if ((a > b) == dir) { unsigned t = a; a = b; b = t; }
}
__global__ void bitonicSortShared(unsigned *key) {
  __shared__ unsigned s[SHARED];
  key += blockIdx.x * SHARED + threadIdx.x;
  s[threadIdx.x] = key[0];
  s[threadIdx.x + SHARED / 2] = key[SHARED / 2];
  for (unsigned size = 2; size < SHARED; size <<= 1) {
    unsigned ddd = (threadIdx.x & (size / 2)) != 0;
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      comparator(s[pos], s[pos + stride], !ddd);
    }
  }
  unsigned ddd = blockIdx.x & 1;
  for (unsigned stride = SHARED / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    comparator(s[pos], s[pos + stride], !ddd);
  }
  __syncthreads();
  key[0] = s[threadIdx.x];
  key[SHARED / 2] = s[threadIdx.x + SHARED / 2];
}
__global__ void bitonicMergeGlobal(unsigned *key, unsigned n, unsigned size, unsigned stride) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned c = i & (n / 2 - 1), ddd = !(c & (size / 2));
  unsigned pos = 2 * i - (i & (stride - 1));
  unsigned a = key[pos], b = key[pos + stride];
  comparator(a, b, ddd);
  key[pos] = a;
  key[pos + stride] = b;
}
__global__ void bitonicMergeShared(unsigned *key, unsigned n, unsigned size) {
  __shared__ unsigned s[SHARED];
  key += blockIdx.x * SHARED + threadIdx.x;
  s[threadIdx.x] = key[0];
  s[threadIdx.x + SHARED / 2] = key[SHARED / 2];
  unsigned c = (blockIdx.x * blockDim.x + threadIdx.x) & (n / 2 - 1), ddd = !(c & (size / 2));
  for (unsigned stride = SHARED / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    comparator(s[pos], s[pos + stride], ddd);
  }
  __syncthreads();
  key[0] = s[threadIdx.x];
  key[SHARED / 2] = s[threadIdx.x + SHARED / 2];
}
int main(int argc, char **argv) {
  const unsigned n = argc > 1 ? std::atoi(argv[1]) : 1 << 18;
  std::vector<unsigned> v(n);
  unsigned seed = 2;
  for (auto &x : v) x = lcg(seed) >> 3;
  unsigned *d = device(v);
  bitonicSortShared<<<n / SHARED, SHARED / 2>>>(d);
  for (unsigned size = 2 * SHARED; size <= n; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1)
      if (stride >= SHARED) bitonicMergeGlobal<<<n / 512, 256>>>(d, n, size, stride);
      else { bitonicMergeShared<<<n / SHARED, SHARED / 2>>>(d, n, size); break; }
  CK(cudaGetLastError());
  auto got = host(d, n);
  std::sort(v.begin(), v.end());
  cudaFree(d);
  return finish(got == v);
}
