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

  // begin: append
  unsigned voters = 0, first = 0;
  asm volatile(
      "{\n\t"
      ".reg .pred p;\n\t"
      "setp.ne.u32 p, %1, 0;\n\t"
      "vote.sync.ballot.b32 %0, p, 0xffffffff;\n\t"
      "}"
      : "=r"(voters)
      : "r"(static_cast<unsigned>(wanted)));
  if (voters == 0) return;  // the same for all lanes
  const unsigned leader = __ffs(voters) - 1;
  if (lane() == leader)
    asm volatile("atom.global.add.u32 %0, [%1], %2;"
                 : "=r"(first)
                 : "l"(count), "r"(__popc(voters))
                 : "memory");
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
               : "=r"(first)
               : "r"(first), "r"(leader));
  const unsigned slot = first + __popc(voters & lanes_below());
  asm volatile(
      "{\n\t"
      ".reg .pred p;\n\t"
      "setp.ne.u32 p, %2, 0;\n\t"
      "@p st.global.s32 [%0], %1;\n\t"
      "}" ::"l"(kept + slot),
      "r"(number), "r"(static_cast<unsigned>(wanted))
      : "memory");
  // end: append

  // begin: last-block
  const unsigned sum_address = static_cast<unsigned>(__cvta_generic_to_shared(&block_sum));
  if (i < n)
    asm volatile("red.shared.add.s32 [%0], %1;" ::"r"(sum_address), "r"(numbers[i]) : "memory");
  asm volatile("bar.sync 0;" ::: "memory");
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
