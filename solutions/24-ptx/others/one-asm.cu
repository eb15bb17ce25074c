// Lesson 24 with one asm for a whole job: vote, atomic, shuffle and store are in one text, with its
// own registers, and predicates replace branches. The compiler cannot move anything in between; nor
// can it help: ptxas finds a typing error, and cannot name the line of C++.

// begin: registers
// Which lane of its warp the thread is. Written for you: %0 is `value`, "r" a register of 32 bits,
// "=" says that the instruction writes it; and in a text with operands a register's own % is %%.
__device__ unsigned lane() {
  unsigned value = 0;
  asm("mov.u32 %0, %%laneid;" : "=r"(value));
  return value;
}

// The others differ in two names.
#define FUNCTION_THAT_READS(name, register_name)                    \
  __device__ unsigned name() {                                      \
    unsigned value = 0;                                             \
    asm volatile("mov.u32 %0, %%" register_name ";" : "=r"(value)); \
    return value;                                                   \
  }
FUNCTION_THAT_READS(lanes_below, "lanemask_lt")
FUNCTION_THAT_READS(multiprocessor, "smid")
FUNCTION_THAT_READS(multiprocessors, "nsmid")
FUNCTION_THAT_READS(dynamic_shared, "dynamic_smem_size")
FUNCTION_THAT_READS(all_shared, "total_smem_size")
#undef FUNCTION_THAT_READS
// end: registers

  // begin: append
  // The leader is the highest lane that wants. If none does, that is lane -1: no lane adds or
  // stores, and the shuffle, which takes five bits of it, reads from lane 31. A place is 4 bytes.
  asm volatile(
      "{\n\t"
      ".reg .pred wants, leads;\n\t"
      ".reg .u32 voters, leader, me, first, rank;\n\t"
      ".reg .u64 place;\n\t"
      "setp.ne.u32 wants, %3, 0;\n\t"
      "vote.sync.ballot.b32 voters, wants, 0xffffffff;\n\t"
      "clz.b32 leader, voters;\n\t"
      "sub.s32 leader, 31, leader;\n\t"
      "mov.u32 me, %%laneid;\n\t"
      "setp.eq.u32 leads, me, leader;\n\t"
      "popc.b32 first, voters;\n\t"
      "@leads atom.global.add.u32 first, [%1], first;\n\t"
      "shfl.sync.idx.b32 first, first, leader, 0x1f, 0xffffffff;\n\t"
      "mov.u32 rank, %%lanemask_lt;\n\t"
      "and.b32 rank, rank, voters;\n\t"
      "popc.b32 rank, rank;\n\t"
      "add.u32 first, first, rank;\n\t"
      "mul.wide.u32 place, first, 4;\n\t"
      "add.u64 place, place, %0;\n\t"
      "@wants st.global.s32 [place], %2;\n\t"
      "}" ::"l"(kept),
      "l"(count), "r"(number), "r"(static_cast<unsigned>(wanted))
      : "memory");
  // end: append

  // begin: last-block
  unsigned before = 0;
  asm volatile(
      "{\n\t"
      ".reg .pred in_range, first;\n\t"
      ".reg .s32 number, all;\n\t"
      "setp.lt.s32 in_range, %3, %4;\n\t"
      "@in_range ld.global.s32 number, [%2];\n\t"
      "@in_range red.shared.add.s32 [%1], number;\n\t"
      "bar.sync 0;\n\t"
      "setp.eq.u32 first, %5, 0;\n\t"
      "@first ld.shared.s32 all, [%1];\n\t"
      "@first st.global.s32 [%6], all;\n\t"
      "@first atom.acq_rel.gpu.global.inc.u32 %0, [%7], %8;\n\t"
      "}"
      : "+r"(before)
      : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&block_sum))), "l"(numbers + i), "r"(i),
        "r"(n), "r"(threadIdx.x), "l"(parts + blockIdx.x), "l"(arrived), "r"(gridDim.x - 1)
      : "memory");
  if (threadIdx.x == 0 && before == gridDim.x - 1) {
    add_up<<<1, 1>>>(sum, parts, gridDim.x, run);
    keep_error(cudaGetLastError());
  }
  // end: last-block
