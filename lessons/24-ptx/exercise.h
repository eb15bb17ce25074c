// What the exercise and its checks agree on: three functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// What one thread read. Shared memory is in bytes, of its block.
struct Registers {
  unsigned lane;            // %laneid: its place in its warp
  unsigned lanes_below;     // %lanemask_lt: a bit for each lane before it
  unsigned multiprocessor;  // %smid: where its block runs
  unsigned multiprocessors; // %nsmid: one more than the largest %smid
  unsigned dynamic_shared;  // %dynamic_smem_size: what the launch asked for
  unsigned all_shared;      // %total_smem_size: with what the kernel declares, rounded up
};

/// Two grids write what their threads see, width * height threads in each of `blocks` blocks: first
/// one that the host launches with `shared` bytes, then its child with `child_shared`. Thread (x, y)
/// of a block counts as x + y * width; records come block after block, the parent's before the
/// child's. 1 <= width * height <= 256.
int read_registers(struct Registers* records, int blocks, int width, int height, int shared,
                   int child_shared);

/// Keeps the multiples of `divisor` among n numbers: they come into `kept` in any order, their
/// number into *count. A warp needs one atomic at most. `kept` has room for n.
int keep_multiples(int* kept, int* count, const int* numbers, int n, int divisor);

/// sums[r] = sum of the n numbers plus r, for each run r < runs, one launch of the host a run and all
/// with the same counter: the last block to arrive launches a child that adds up what the blocks
/// have found. 1 <= n, runs <= 16.
int sum_again(int* sums, const int* numbers, int n, int runs);

#ifdef __cplusplus
}
#endif
