// Lesson 24: a few lines of PTX, the GPU's assembly language, between lines of C++.
//
// nvcc translates every kernel into PTX. `asm` puts PTX instructions into a function: for registers
// that C++ has no name for, and for memory accesses that say exactly what they order.
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128;

// ---- Task 1: registers --------------------------------------------------------------------------

// begin: registers
// Which lane of its warp the thread is. Written for you: %0 is `value`, "r" a register of 32 bits,
// "=" says that the instruction writes it; and in a text with operands a register's own % is %%.
__device__ unsigned lane() {
  unsigned value = 0;
  asm("mov.u32 %0, %%laneid;" : "=r"(value));
  return value;
}

// TODO(registers): let each function return the register named here, by one asm. Must hold for blocks
// of any shape, and in the child as in the parent.
__device__ unsigned lanes_below() { return 0; }      // %lanemask_lt
__device__ unsigned multiprocessor() { return 0; }   // %smid
__device__ unsigned multiprocessors() { return 0; }  // %nsmid
__device__ unsigned dynamic_shared() { return 0; }   // %dynamic_smem_size
__device__ unsigned all_shared() { return 0; }       // %total_smem_size
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

// Appends `number` to `kept` for each lane that has `wanted` set; all 32 lanes of the warp call it.
__device__ void append(int* kept, int* count, int number, bool wanted) {
  // begin: append
  // TODO(append): for each lane with `wanted` set, write `number` into its own place of `kept`,
  // and count them in *count, with one atomic for the whole warp: vote.sync.ballot.b32 tells which
  // lanes those are, atom.global.add.u32 by the first reserves the places, shfl.sync.idx.b32 tells
  // all where these begin. Must hold when no lane wants, or lane 0 does not. An asm that stores,
  // counts, fences or is a barrier is volatile and clobbers "memory".
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

__global__ void sum_blocks(int* sum, int* parts, unsigned* arrived, const int* numbers, int n,
                           int run) {
  __shared__ int block_sum;
  const int i = thread_in_grid();
  if (threadIdx.x == 0) block_sum = 0;
  __syncthreads();
  // begin: last-block
  // TODO(last-block): add the block's numbers into block_sum with red.shared.add.s32, and let all
  // threads meet at bar.sync 0. Then one thread stores block_sum into parts[blockIdx.x] and counts
  // the block in *arrived, with an atom that releases what was stored and acquires what others
  // stored (acq_rel, scope gpu). The last block to arrive launches add_up<<<1, 1>>> over gridDim.x
  // parts. Check the launch. The counter must be 0 again for the next run: atom…inc wraps. Here, too,
  // every asm is volatile and clobbers "memory".
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
