// Lesson 24 with fewer atomics: a warp's lanes add up by shuffles first, and one lane of each warp
// adds to shared memory, 4 atomics per block instead of 128. A branch appends to the list, as in
// C++, and the last block resets the counter. Longer than the reference's text; but atomics on one
// word run one after another, and here there are fewer of them.

// begin: registers
// Which lane of its warp the thread is. Written for you: %0 is `value`, "r" a register of 32 bits,
// "=" says that the instruction writes it; and in a text with operands a register's own % is %%.
__device__ unsigned lane() {
  unsigned value = 0;
  asm("mov.u32 %0, %%laneid;" : "=r"(value));
  return value;
}

// Named in PTX by one name, in C++ by another; a register declared in braces is local to its asm.
__device__ unsigned lanes_below() {
  unsigned value;
  asm("{ .reg .b32 mask; mov.u32 mask, %%lanemask_lt; mov.b32 %0, mask; }" : "=r"(value));
  return value;
}
__device__ unsigned multiprocessor() {
  unsigned value;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(value));  // may change (N6), so it is read each time
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

// before: __global__ void sum_blocks
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

  // begin: last-block
  const int warp_sum = sum_of_warp(i < n ? numbers[i] : 0);
  if (lane() == 0)
    asm volatile("red.shared.add.s32 [%0], %1;"
                 :
                 : "l"(__cvta_generic_to_shared(&block_sum)), "r"(warp_sum)
                 : "memory");
  asm volatile("bar.sync 0;" : : : "memory");
  if (threadIdx.x == kBlock - 1) {  // any one thread may do it
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
