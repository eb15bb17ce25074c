// A sum of 16 M ints as the sample has it by default: 256 threads, two loads per thread, shared memory, warps.
// Expected: PASSED
#include "sample.h"

template <unsigned blockSize>
__global__ void reduce(const int *in, int *out, unsigned n) {
  __shared__ int s[blockSize];
  unsigned t = threadIdx.x, i = blockIdx.x * blockSize * 2 + t;
  int sum = i < n ? in[i] : 0;
  if (i + blockSize < n) sum += in[i + blockSize];
  s[t] = sum;
  __syncthreads();
#pragma unroll
  for (unsigned d = blockSize / 2; d >= 32; d /= 2) {
    if (t < d) s[t] = sum = sum + s[t + d];
    __syncthreads();
  }
  if (t < 32) {
    for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (t == 0) out[blockIdx.x] = sum;
  }
}

int main(int argc, char **argv) {
  unsigned n = argc > 1 ? std::atoi(argv[1]) : 1 << 24, seed = 1;
  std::vector<int> v(n);
  int want = 0;
  for (int &x : v) want += x = lcg(seed) >> 24;
  int *a = device(v), *b = device<int>((n + 511) / 512);
  int *in = a, *out = b;
  unsigned left = n;
  while (left > 1) {
    unsigned blocks = (left + 511) / 512;
    reduce<256><<<blocks, 256>>>(in, out, left);
    CK(cudaGetLastError());
    std::swap(in, out);
    left = blocks;
  }
  bool ok = host(in, 1)[0] == want;
  cudaFree(a);
  cudaFree(b);
  return finish(ok);
}
