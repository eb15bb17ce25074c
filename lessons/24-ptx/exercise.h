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
  unsigned lane;             ///< %laneid: its place in its warp
  unsigned lanes_below;      ///< %lanemask_lt: a bit for each lane before it
  unsigned multiprocessor;   ///< %smid: where its block runs
  unsigned multiprocessors;  ///< %nsmid: one more than the largest %smid
  unsigned dynamic_shared;   ///< %dynamic_smem_size: what the launch asked for
  unsigned all_shared;       ///< %total_smem_size: with what the kernel declares, rounded up
};

/// Lets two grids write what their threads see: one that the host launches, then its child.
///
/// Thread (x, y) of a block counts as x + y * width. Records come block after block, the parent's
/// before the child's.
/// @param[out] records  2 * blocks * width * height elements
/// @param blocks  blocks per grid
/// @param width  threads per block in x
/// @param height  threads per block in y; width * height is 1 to 256
/// @param shared  bytes of dynamic shared memory of the parent
/// @param child_shared  bytes of dynamic shared memory of the child
int read_registers(struct Registers* records, int blocks, int width, int height, int shared,
                   int child_shared);

/// Keeps the multiples of a number. A warp needs one atomic at most.
/// @param[out] kept  room for n; the multiples, in any order
/// @param[out] count  becomes their number
/// @param numbers  n elements
/// @param n  number of numbers
/// @param divisor  what must divide a number
int keep_multiples(int* kept, int* count, const int* numbers, int n, int divisor);

/// Adds up numbers in several runs, with one launch of the host per run and all with the same
/// counter.
///
/// The last block to arrive launches a child that adds up what the blocks have found.
/// @param[out] sums  `sums[r]` is the sum of the numbers plus r
/// @param numbers  n elements
/// @param n  number of numbers, 1 or more
/// @param runs  number of runs, at most 16
int sum_again(int* sums, const int* numbers, int n, int runs);

#ifdef __cplusplus
}
#endif
