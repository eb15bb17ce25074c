// Lesson 24 with less to queue for: a warp's lanes add up by shuffles first, and one lane of each
// warp adds to shared memory, 4 atomics a block instead of 128. The list is appended to by a
// branch, as C++ has it, and the counter is added to and set back by the last block. Longer than
// the reference's text; atomics on one word go one after another, and here are fewer of them.
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

// Named in PTX by one name, in C++ by another; a register declared in braces is of the asm alone.
__device__ unsigned lanes_below() {
  unsigned value;
  asm("{ .reg .b32 mask; mov.u32 mask, %%lanemask_lt; mov.b32 %0, mask; }" : "=r"(value));
  return value;
}
__device__ unsigned multiprocessor() {
  unsigned value;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(value));  // may change (N6), so it is asked each time
  return value;
}
__device__ unsigned multiprocessors() {
  unsigned value;
  asm("mov.u32 %0, %%nsmid;" : "=r"(value));
  return value;
}
__device__ unsigned dynamic_shared() {
  unsigned value;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(value));
  return value;
}
__device__ unsigned all_shared() {
  unsigned value;
  asm("mov.u32 %0, %%total_smem_size;" : "=r"(value));
  return value;
}
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
  unsigned wanting = 0, place = 0, leader = 0;
  asm volatile(
      "{\n\t"
      ".reg .pred p;\n\t"
      "setp.ne.u32 p, %1, 0;\n\t"
      "vote.sync.ballot.b32 %0, p, -1;\n\t"
      "}"
      : "=r"(wanting)
      : "r"(wanted ? 1 : 0));
  asm("{ .reg .b32 r; brev.b32 r, %1; clz.b32 %0, r; }"
      : "=r"(leader)
      : "r"(wanting));  // 32 if none, which a shuffle takes for lane 0
  if (wanted && (wanting & lanes_below()) == 0)
    asm volatile("atom.relaxed.gpu.global.add.u32 %0, [%1], %2;"
                 : "=r"(place)
                 : "l"(count), "r"(__popc(wanting))
                 : "memory");
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
               : "=r"(place)
               : "r"(place), "r"(leader));
  if (wanted) {
    int* const at = kept + place + __popc(wanting & lanes_below());
    asm volatile("st.global.b32 [%0], %1;" : : "l"(at), "r"(number) : "memory");
  }
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

// In lane 0: the sum of the `value`s of the warp's 32 lanes.
__device__ int sum_of_warp(int value) {
  for (int far = 16; far > 0; far /= 2) {
    int other = 0;
    asm volatile("shfl.sync.down.b32 %0, %1, %2, 0x1f, 0xffffffff;"
                 : "=r"(other)
                 : "r"(value), "r"(far));
    value += other;
  }
  return value;
}

__global__ void sum_blocks(int* sum, int* parts, unsigned* arrived, const int* numbers, int n,
                           int run) {
  __shared__ int block_sum;
  const int i = thread_in_grid();
  if (threadIdx.x == 0) block_sum = 0;
  __syncthreads();
  // begin: last-block
  const int warp_sum = sum_of_warp(i < n ? numbers[i] : 0);
  if (lane() == 0)
    asm volatile("red.shared.add.s32 [%0], %1;"
                 :
                 : "l"(__cvta_generic_to_shared(&block_sum)), "r"(warp_sum)
                 : "memory");
  asm volatile("bar.sync 0;" : : : "memory");
  if (threadIdx.x == kBlock - 1) {  // any one thread will do
    unsigned before = 0;
    asm volatile(
        "st.global.s32 [%1], %2;\n\t"
        "atom.acq_rel.gpu.global.add.u32 %0, [%3], 1;"
        : "=r"(before)
        : "l"(&parts[blockIdx.x]), "r"(block_sum), "l"(arrived)
        : "memory");
    if (before + 1 == gridDim.x) {
      asm volatile("st.global.u32 [%0], 0;" : : "l"(arrived) : "memory");  // all have counted
      add_up<<<1, 1, 0, cudaStreamFireAndForget>>>(sum, parts, gridDim.x, run);
      keep_error(cudaGetLastError());
    }
  }
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
