// Assignment 4: sorts positions by scores, one bit at a time: predicate, scan, scatter.
// Expected output: "radix sort of 3000 pairs: PASSED"
#include "gputk.h"
#include <algorithm>
#include <vector>
#define BLOCK 256

__global__ void predicate(const unsigned *keys, unsigned *flags, unsigned n, unsigned bit, unsigned want) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) flags[i] = ((keys[i] >> bit) & 1u) == want;
}

__device__ unsigned warpInclusive(unsigned v) {
  for (int d = 1; d < 32; d += d) {
    unsigned o = __shfl_up_sync(~0u, v, d);
    if ((threadIdx.x & 31) >= d) v += o;
  }
  return v;
}

__global__ void scanBlocks(unsigned *data, unsigned *sums, unsigned n) {
  __shared__ unsigned warps[BLOCK / 32];
  unsigned i = blockIdx.x * BLOCK + threadIdx.x, own = i < n ? data[i] : 0;
  unsigned inclusive = warpInclusive(own);
  if (threadIdx.x % 32 == 31) warps[threadIdx.x / 32] = inclusive;
  __syncthreads();
  if (threadIdx.x < 32) {
    unsigned w = threadIdx.x < BLOCK / 32 ? warps[threadIdx.x] : 0;
    w = warpInclusive(w);
    if (threadIdx.x < BLOCK / 32) warps[threadIdx.x] = w;
  }
  __syncthreads();
  unsigned before = threadIdx.x >= 32 ? warps[threadIdx.x / 32 - 1] : 0;
  if (i < n) data[i] = before + inclusive - own;
  if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = before + inclusive;
}

__global__ void scanSums(unsigned *sums, unsigned n, unsigned *total) {
  unsigned run = 0;
  for (unsigned i = 0; i < n; i++) {
    unsigned s = sums[i];
    sums[i] = run;
    run += s;
  }
  *total = run;
}

__global__ void scatter(const unsigned *keys, const unsigned *vals, unsigned *keysOut, unsigned *valsOut, const unsigned *flags0,
                        const unsigned *sums0, const unsigned *zeros, unsigned n, unsigned bit) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned zerosBefore = flags0[i] + sums0[i / BLOCK];
  unsigned to = (keys[i] >> bit) & 1 ? *zeros + i - zerosBefore : zerosBefore;
  keysOut[to] = keys[i];
  valsOut[to] = vals[i];
}

int main() {
  const unsigned n = 3000, blocks = (n + BLOCK - 1) / BLOCK;
  std::vector<unsigned> k(n), v(n), gotK(n), gotV(n);
  Rng rng(3);
  for (unsigned i = 0; i < n; i++) k[i] = rng.next() >> 16, v[i] = i;
  unsigned *dk[2], *dv[2], *flags, *sums, *zeros;
  for (int i = 0; i < 2; i++) {
    gpuErrchk(cudaMalloc(&dk[i], n * sizeof(unsigned)));
    gpuErrchk(cudaMalloc(&dv[i], n * sizeof(unsigned)));
  }
  gpuErrchk(cudaMalloc(&flags, n * sizeof *flags));
  gpuErrchk(cudaMalloc(&sums, blocks * sizeof *sums));
  gpuErrchk(cudaMalloc(&zeros, sizeof *zeros));
  gpuErrchk(cudaMemcpy(dk[0], k.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  gpuErrchk(cudaMemcpy(dv[0], v.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  for (unsigned bit = 0; bit < 16; bit++) {
    predicate<<<blocks, BLOCK>>>(dk[0], flags, n, bit, 0);
    scanBlocks<<<blocks, BLOCK>>>(flags, sums, n);
    scanSums<<<1, 1>>>(sums, blocks, zeros);
    scatter<<<blocks, BLOCK>>>(dk[0], dv[0], dk[1], dv[1], flags, sums, zeros, n, bit);
    std::swap(dk[0], dk[1]);
    std::swap(dv[0], dv[1]);
  }
  gpuErrchk(cudaDeviceSynchronize());
  gpuErrchk(cudaMemcpy(gotK.data(), dk[0], n * sizeof(unsigned), cudaMemcpyDeviceToHost));
  gpuErrchk(cudaMemcpy(gotV.data(), dv[0], n * sizeof(unsigned), cudaMemcpyDeviceToHost));
  std::vector<unsigned> order(v);
  std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) { return k[a] < k[b]; });
  bool ok = gotV == order;
  for (unsigned i = 0; i < n; i++) ok = ok && gotK[i] == k[order[i]];
  for (int i = 0; i < 2; i++) { cudaFree(dk[i]); cudaFree(dv[i]); }
  cudaFree(flags); cudaFree(sums); cudaFree(zeros);
  return report("radix sort of 3000 pairs", ok);
}
