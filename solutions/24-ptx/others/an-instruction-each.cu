// Lesson 24 with a function for each instruction, named by what it does; the rest is C++, which the
// compiler understands. A lane that wants no place leaves before the shuffle, so its mask is the
// lanes that stay. The counter counts down, with the other atomic that wraps. Longer than the
// reference, but easier to read.

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

// before: // Appends `number` to `
// The lanes of the warp that vote yes; all of its lanes must vote.
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

// The `value` of lane `from`, one of `lanes`.
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

  // begin: append
  const unsigned voters = votes_of(wanted);
  if (!wanted) return;  // the others are the voters, and go on together by their mask
  const unsigned rank = __popc(voters & lanes_below());
  const unsigned first = rank == 0 ? take(count, __popc(voters)) : 0;
  store(kept + told_by(voters, __ffs(voters) - 1, first) + rank, number);
  // end: append

// before: __global__ void sum_blocks
__device__ void add_shared(int* place, int value) {
  asm volatile("red.shared.add.s32 [%0], %1;" ::"l"(__cvta_generic_to_shared(place)), "r"(value)
               : "memory");
}

__device__ void meet() { asm volatile("bar.sync 0;" ::: "memory"); }

// Counts 0, most, most - 1 … 1 and again 0; returns what was there. Releases the thread's stores,
// and acquires those of the threads before it.
__device__ unsigned count_down(unsigned* counter, unsigned most) {
  unsigned before = 0;
  asm volatile("atom.global.acq_rel.gpu.dec.u32 %0, [%1], %2;"
               : "=r"(before)
               : "l"(counter), "r"(most)
               : "memory");
  return before;
}

  // begin: last-block
  if (i < n) add_shared(&block_sum, numbers[i]);
  meet();
  if (threadIdx.x != 0) return;
  store(parts + blockIdx.x, block_sum);
  const unsigned last = gridDim.x > 1 ? 1 : 0;  // the old value for the last block, which leaves 0
  if (count_down(arrived, gridDim.x - 1) != last) return;
  add_up<<<1, 1>>>(sum, parts, gridDim.x, run);
  keep_error(cudaGetLastError());
  // end: last-block
