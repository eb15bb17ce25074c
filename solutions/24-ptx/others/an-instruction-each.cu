// Lesson 24 with a function for each instruction, named by what it does; the rest is C++, which the
// compiler understands. Who does not want leaves before the shuffle, so its mask is those who stay.
// The counter counts down, by the other atomic that wraps. Longer than the reference, and read more
// easily.
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128;

// ---- Task 1: registers --------------------------------------------------------------------------

// begin: registers
// One text for all: only the register's name differs, and that must be a literal.
#define REGISTER(name)                                 \
  [] {                                                 \
    unsigned value;                                    \
    asm("mov.u32 %0, %%" #name ";" : "=r"(value) : :); \
    return value;                                      \
  }()

__device__ unsigned lane() { return REGISTER(laneid); }
__device__ unsigned lanes_below() { return REGISTER(lanemask_lt); }
__device__ unsigned multiprocessor() { return REGISTER(smid); }
__device__ unsigned multiprocessors() { return REGISTER(nsmid); }
__device__ unsigned dynamic_shared() { return REGISTER(dynamic_smem_size); }
__device__ unsigned all_shared() { return REGISTER(total_smem_size); }
// end: registers

// 400 bytes of shared memory are the kernel's own.
__global__ void record(Registers* records, int child_shared) {
  __shared__ int own[100];
  const int thread = threadIdx.x + threadIdx.y * blockDim.x;
  const int threads = blockDim.x * blockDim.y;
  if (thread < 100) own[thread] = thread;
  Registers& mine = records[blockIdx.x * threads + thread];
  mine = {lane(),           lanes_below(), multiprocessor(), multiprocessors(),
          dynamic_shared(), all_shared()};
  if (thread == 0 && own[0] == 0 && child_shared >= 0 && blockIdx.x == 0) {
    record<<<gridDim.x, blockDim, child_shared>>>(records + gridDim.x * threads, -1);
    keep_error(cudaGetLastError());
  }
}

extern "C" int read_registers(Registers* records, int blocks, int width, int height, int shared,
                              int child_shared) {
  const int all = 2 * blocks * width * height;
  DeviceArray<Registers> device;
  TRY(clear_error());
  TRY(device.allocate(all));
  TRY(cudaMemset(device.data, 0xff, sizeof(Registers) * all));
  record<<<blocks, dim3(width, height), shared>>>(device.data, child_shared);
  TRY(cudaGetLastError());
  TRY(device.copy_to(records, all));
  return read_error();
}

// ---- Task 2: votes and a predicate --------------------------------------------------------------

// The lanes of the warp that say yes; all of them vote.
__device__ unsigned votes_of(bool yes) {
  unsigned lanes = 0;
  asm volatile(
      "{ .reg .pred p;                            \n\t"
      "  setp.ne.s32 p, %1, 0;                    \n\t"
      "  vote.sync.ballot.b32 %0, p, 0xffffffff; }\n\t"
      : "=r"(lanes)
      : "r"(int{yes}));
  return lanes;
}

// What lane `from` of `lanes` has in `value`.
__device__ unsigned told_by(unsigned lanes, unsigned from, unsigned value) {
  asm volatile("shfl.sync.idx.b32 %0, %0, %1, 31, %2;" : "+r"(value) : "r"(from), "r"(lanes));
  return value;
}

__device__ unsigned take(int* counter, unsigned n) {
  unsigned before = 0;
  asm volatile("atom.global.add.u32 %0, [%1], %2;"
               : "=r"(before)
               : "l"(counter), "r"(n)
               : "memory");
  return before;
}

__device__ void store(int* place, int value) {
  asm volatile("st.global.s32 [%0], %1;" ::"l"(place), "r"(value) : "memory");
}

// Appends `number` to `kept` for each lane that has `wanted` set; all 32 lanes of the warp call it.
__device__ void append(int* kept, int* count, int number, bool wanted) {
  // begin: append
  const unsigned voters = votes_of(wanted);
  if (!wanted) return;  // the others are the voters, and go on together by their mask
  const unsigned rank = __popc(voters & lanes_below());
  const unsigned first = rank == 0 ? take(count, __popc(voters)) : 0;
  store(kept + told_by(voters, __ffs(voters) - 1, first) + rank, number);
  // end: append
}

__global__ void filter(int* kept, int* count, const int* numbers, int n, int divisor) {
  const int i = thread_in_grid();
  const int number = i < n ? numbers[i] : 1;
  append(kept, count, number, i < n && number % divisor == 0);
}

extern "C" int keep_multiples(int* kept, int* count, const int* numbers, int n, int divisor) {
  DeviceArray<int> device, found, input;
  TRY(input.copy_of(numbers, n));
  TRY(device.allocate(n));
  TRY(found.allocate(1));
  TRY(cudaMemset(device.data, 0x7f, sizeof(int) * n));
  TRY(cudaMemset(found.data, 0, sizeof(int)));
  filter<<<(n + kBlock - 1) / kBlock, kBlock>>>(device.data, found.data, input.data, n, divisor);
  TRY(cudaGetLastError());
  TRY(device.copy_to(kept, n));
  return found.copy_to(count, 1);
}

// ---- Task 3: the last block launches ------------------------------------------------------------

__global__ void add_up(int* sum, const int* parts, int count, int run) {
  int all = run;
  for (int i = 0; i < count; ++i) all += parts[i];
  *sum = all;
}

__device__ void add_shared(int* place, int value) {
  asm volatile("red.shared.add.s32 [%0], %1;" ::"l"(__cvta_generic_to_shared(place)), "r"(value)
               : "memory");
}

__device__ void meet() { asm volatile("bar.sync 0;" ::: "memory"); }

// Counts 0, most, most - 1 … 1 and again 0; returns what was there. Releases what the thread has
// stored, and acquires what those before it had.
__device__ unsigned count_down(unsigned* counter, unsigned most) {
  unsigned before = 0;
  asm volatile("atom.global.acq_rel.gpu.dec.u32 %0, [%1], %2;"
               : "=r"(before)
               : "l"(counter), "r"(most)
               : "memory");
  return before;
}

__global__ void sum_blocks(int* sum, int* parts, unsigned* arrived, const int* numbers, int n,
                           int run) {
  __shared__ int block_sum;
  const int i = thread_in_grid();
  if (threadIdx.x == 0) block_sum = 0;
  __syncthreads();
  // begin: last-block
  if (i < n) add_shared(&block_sum, numbers[i]);
  meet();
  if (threadIdx.x != 0) return;
  store(parts + blockIdx.x, block_sum);
  const unsigned last = gridDim.x > 1 ? 1 : 0;  // what the last block finds, and leaves a 0
  if (count_down(arrived, gridDim.x - 1) != last) return;
  add_up<<<1, 1>>>(sum, parts, gridDim.x, run);
  keep_error(cudaGetLastError());
  // end: last-block
}

extern "C" int sum_again(int* sums, const int* numbers, int n, int runs) {
  const int blocks = (n + kBlock - 1) / kBlock;
  DeviceArray<int> input, parts, results;
  DeviceArray<unsigned> arrived;
  TRY(clear_error());
  TRY(input.copy_of(numbers, n));
  TRY(parts.allocate(blocks));
  TRY(results.allocate(runs));
  TRY(arrived.allocate(1));
  TRY(cudaMemset(arrived.data, 0, sizeof(unsigned)));
  TRY(cudaMemset(results.data, 0x7f, sizeof(int) * runs));
  for (int run = 0; run < runs; ++run) {
    sum_blocks<<<blocks, kBlock>>>(results.data + run, parts.data, arrived.data, input.data, n,
                                   run);
    TRY(cudaGetLastError());
  }
  TRY(results.copy_to(sums, runs));
  return read_error();
}
