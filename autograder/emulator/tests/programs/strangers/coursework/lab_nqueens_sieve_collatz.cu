// Lab: three integer problems: N queens with bit masks and a prefix per thread, a sieve with bits and atomicAnd,
// the longest Collatz sequence by atomicMax of packed pairs. Expected: "queens 724", "primes 1229", "collatz 6171"
#include "gputk.h"
#include <cstdint>

__device__ int solve(unsigned cols, unsigned d1, unsigned d2, unsigned all) {
  if (cols == all) return 1;
  int count = 0;
  for (unsigned free = all & ~(cols | d1 | d2); free; free &= free - 1) {
    unsigned bit = free & -free;
    count += solve(cols | bit, (d1 | bit) << 1, (d2 | bit) >> 1, all);
  }
  return count;
}

__global__ void queens(int n, unsigned long long *total) {
  // thread: columns of the first three rows
  unsigned all = (1u << n) - 1;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n * n * n; i += gridDim.x * blockDim.x) {
    unsigned cols = 0, d1 = 0, d2 = 0;
    bool possible = true;
    for (int r = 0, k = i; r < 3; r++, k /= n) {
      unsigned bit = 1u << (k % n);
      if ((cols | d1 | d2) & bit) { possible = false; break; }
      cols |= bit;
      d1 = (d1 | bit) << 1;
      d2 = (d2 | bit) >> 1;
    }
    if (!possible) continue;
    int found = solve(cols, d1, d2, all);
    if (found) atomicAdd(total, (unsigned long long)found);
  }
}

__global__ void sieve(uint32_t *bits, int limit) {
  int p = 2 + blockIdx.x * blockDim.x + threadIdx.x;
  if (p * p > limit) return;
  for (int q = 2; q * q <= p; q++) if (p % q == 0) return;
  for (int m = p * p; m <= limit; m += p) atomicAnd(&bits[m / 32], ~(1u << (m % 32)));
}
__global__ void countBits(const uint32_t *bits, int words, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int mine = i < words ? __popc(bits[i]) : 0;
  for (int d = 16; d; d >>= 1) mine += __shfl_down_sync(~0, mine, d);
  if (!(threadIdx.x % 32)) atomicAdd(count, mine);
}

__global__ void collatz(int limit, unsigned long long *best) {
  int start = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (start > limit) return;
  unsigned steps = 0;
  for (unsigned long long n = start; n != 1; ++steps) n = n & 1 ? 3 * n + 1 : n >> 1;
  atomicMax(best, (unsigned long long)steps << 32 | (0xffffffffu - start));
}

int main() {
  unsigned long long *d, h[2] = {0, 0};
  int *count, primes = 0, limit = 10000, words = limit / 32 + 1;
  uint32_t *bits;
  gpuErrchk(cudaMalloc(&d, sizeof h)); gpuErrchk(cudaMalloc(&bits, words * 4)); gpuErrchk(cudaMalloc(&count, 4));
  gpuErrchk(cudaMemset(d, 0, sizeof h)); gpuErrchk(cudaMemset(bits, 0xff, words * 4)); gpuErrchk(cudaMemset(count, 0, 4));
  uint32_t first = ~3u, last = limit % 32 == 31 ? ~0u : (1u << (limit % 32 + 1)) - 1;
  gpuErrchk(cudaMemcpy(bits, &first, 4, cudaMemcpyHostToDevice));
  gpuErrchk(cudaMemcpy(bits + words - 1, &last, 4, cudaMemcpyHostToDevice));
  queens<<<4, 128>>>(10, d);
  sieve<<<1, 128>>>(bits, limit);
  countBits<<<(words + 127) / 128, 128>>>(bits, words, count);
  collatz<<<(10000 + 255) / 256, 256>>>(10000, d + 1);
  gpuErrchk(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  gpuErrchk(cudaMemcpy(&primes, count, 4, cudaMemcpyDeviceToHost));
  unsigned start = 0xffffffffu - (unsigned)h[1];
  printf("queens %llu\nprimes %d\ncollatz %u\n", h[0], primes, start);
  cudaFree(d); cudaFree(bits); cudaFree(count);
  return report("lab", h[0] == 724 && primes == 1229 && start == 6171 && h[1] >> 32 == 261);
}
