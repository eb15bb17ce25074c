// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller, and all sizes are 1 or more. Every function
// returns 0, or the first CUDA error that the host or a launching thread of the device met.
#pragma once

/// What is tried with memory in try_memory; each is a place in its table.
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

/// Each of `roots` threads launches a branch, a grid of one block with `branches` threads; each of
/// these launches a leaf, a grid of 2 blocks with 32 threads, every thread of which adds 1 to the
/// leaf's element of `leaves` (roots * branches elements). *pool becomes the number of slots for
/// pending grids: enough for all of this, at most twice as many; but never less than 32, the least
/// that a device has.
int grow_tree(int* leaves, int* pool, int roots, int branches);

/// Each of `buffers` child grids takes a buffer of `kilobytes` * 1024 bytes from the device heap
/// and fills it; a later kernel adds up what is in each, into sums[i], and frees it. *heap becomes
/// the size of the heap in bytes: enough for all buffers at once, at most twice that and 4 MB.
int fill_buffers(int* sums, long long* heap, int buffers, int kilobytes);

/// Reverses `tiles` tiles of `tile` values each, every tile by a child grid of one block that holds
/// the tile in its shared memory: reversed[t * tile + i] = values[t * tile + tile - 1 - i].
/// tile <= 16384, which is 64 KB.
int reverse_tiles(int* reversed, const int* values, int tiles, int tile);

/// codes[a] is what CUDA answers to the attempt a. All memory is free again at the end.
int try_memory(int* codes);

#ifdef __cplusplus
}
#endif
