// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller, and all sizes are 1 or more. Every function
// returns 0, or the first CUDA error that the host or a launching thread of the device met.
#pragma once

/// What try_memory() tries with memory; each is an index of its table.
enum Attempt {
  kHostFreesItsOwn = 0,     ///< the host frees what the host's cudaMalloc gave
  kHostCopiesFromHeap = 1,  ///< the host copies from what the device's cudaMalloc gave
  kHostFreesHeap = 2,       ///< the host frees what the device's cudaMalloc gave
  kDeviceFreesHeap = 3,     ///< a later kernel frees it, with the device's cudaFree
  kDeviceFreesMalloced = 4  ///< a kernel frees with cudaFree what the device's malloc gave
};

static const int kAttempts = 5;  ///< how many there are

#ifdef __cplusplus
extern "C" {
#endif

/// Launches a tree of two levels, with a pool that is large enough for it.
///
/// Each of `roots` threads launches a branch, a grid of one block. Each of its threads launches a
/// leaf, a grid of 2 blocks with 32 threads, and every thread of a leaf adds 1 to the leaf's
/// element.
/// @param[out] leaves  roots * branches elements
/// @param[out] pool  becomes the number of slots for pending grids: enough for all of this, at most
///   twice as many; but never less than 32, the least that a device has
/// @param roots  number of threads that launch branches
/// @param branches  threads per branch
int grow_tree(int* leaves, int* pool, int roots, int branches);

/// Fills buffers on the device heap, which is made large enough for all of them at once.
///
/// Each child grid allocates a buffer and fills it. A later kernel adds up what is in each, and
/// frees it.
/// @param[out] sums  for each buffer the sum of what is in it
/// @param[out] heap  becomes the size of the heap in bytes: enough for all buffers, at most twice
///   that and 4 MB
/// @param buffers  number of buffers and of child grids
/// @param kilobytes  size of each, in units of 1024 bytes
int fill_buffers(int* sums, long long* heap, int buffers, int kilobytes);

/// Reverses each tile of an array, by a child grid of one block that holds the tile in shared
/// memory.
///
/// `reversed[t * tile + i] = values[t * tile + tile - 1 - i]`
/// @param[out] reversed  tiles * tile elements
/// @param values  tiles * tile elements
/// @param tiles  number of tiles
/// @param tile  values per tile, at most 16384, which is 64 KB
int reverse_tiles(int* reversed, const int* values, int tiles, int tile);

/// Tries what host and device may do with each other's memory. All memory is free again at the end.
/// @param[out] codes  kAttempts elements: what CUDA answers to each Attempt
int try_memory(int* codes);

#ifdef __cplusplus
}
#endif
