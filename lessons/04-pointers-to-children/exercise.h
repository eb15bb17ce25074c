// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum {
  kPointerKinds = 8,
  kTileHeights = 128,  ///< heights in a tile
  kFineOfHeight = 8,   ///< fine heights for each of them
  kNoMemory = -1,      ///< the sum of a block for which the heap had no room
};

/// answers[i] is 1 if a child may be given a pointer to order[i]: 0 a local array, 1 a shared
/// array, 2 memory of the host's cudaMalloc, 3 a __device__ variable, 4 a __constant__ variable
/// (for reading), 5 a __managed__ variable, 6 mapped host memory, 7 memory of the device heap; else
/// 0. `answers` and `order` have kPointerKinds elements.
int which_pointers(int* answers, const int* order);

/// Curve k has the coefficients c[j] = (k * (j + 3) + j) % 7 - 3 for j = 0 … 3. For each curve one
/// thread finds them and launches a child grid, which writes
///   rows[k * points + x] = c[0] + c[1] * x + c[2] * x² + c[3] * x³ for x = 0 … points - 1.
/// points <= 800.
int curves_of(int* rows, int curves, int points);

/// Each of `tiles` blocks computes a tile of kTileHeights heights in shared memory,
///   height(g) = (rough(g) + rough(g + 1) + rough(g + 2)) / 3, rough(g) = 3 * (37 * g % 101),
/// g counted through all tiles; a child grid of the block refines it. For i = 0 … 1023 of a tile,
/// left = i / 8 and right = left + 1, or left for the last height:
///   fine[1024 * tile + i] = height(left) * (8 - i % 8) + height(right) * (i % 8).
int refine_terrain(int* fine, int tiles);

/// Block b takes room for sizes[b] records from the device heap, fills it with samples, and a child
/// grid adds up sums[b] = Σ sample(i) * sample(sizes[b] - 1 - i), sample(i) = (7 * i + b) % 10.
/// sums[b] is kNoMemory if there is no room. Done `rounds` times, one after another; `sums` holds
/// those of the last. A round leaves nothing on the heap. sizes[b] >= 1, blocks <= 500.
int sums_of_products(int* sums, const int* sizes, int blocks, int rounds);

#ifdef __cplusplus
}
#endif
