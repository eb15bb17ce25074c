// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Sizes that the functions below have in common.
enum {
  kPointerKinds = 8,   ///< kinds of pointers
  kTileHeights = 128,  ///< heights in a tile
  kFineOfHeight = 8,   ///< fine heights for each of them
  kNoMemory = -1,      ///< the sum of a block for which the heap had no room
};

/// Says which pointers a child may be given.
///
/// Kinds: 0 a local array, 1 a shared array, 2 memory of the host's cudaMalloc, 3 a `__device__`
/// variable, 4 a `__constant__` variable (for reading), 5 a `__managed__` variable, 6 mapped host
/// memory, 7 memory of the device heap.
/// @param[out] answers  kPointerKinds elements: 1 if a child may be given a pointer to kind
///   order[i], else 0
/// @param order  kPointerKinds elements: the kinds, in the order of the answers
int which_pointers(int* answers, const int* order);

/// Evaluates polynomials: one thread finds the coefficients of a curve, and its child grid the
/// points.
///
/// Curve k has the coefficients `c[j] = (k * (j + 3) + j) % 7 - 3` for j = 0 … 3. Its child writes
/// `rows[k * points + x] = c[0] + c[1] * x + c[2] * x² + c[3] * x³` for x = 0 … points - 1.
/// @param[out] rows  curves * points elements
/// @param curves  number of curves
/// @param points  points per curve, at most 800
int curves_of(int* rows, int curves, int points);

/// Computes tiles of heights in shared memory, and refines each by a child grid of its block.
///
/// With g counted through all tiles,
///
///     height(g) = (rough(g) + rough(g + 1) + rough(g + 2)) / 3,  rough(g) = 3 * (37 * g % 101)
///
/// For i = 0 … 1023 of a tile, left = i / 8 and right = left + 1, or left for the last height:
///
///     fine[1024 * tile + i] = height(left) * (8 - i % 8) + height(right) * (i % 8)
///
/// @param[out] fine  1024 elements per tile
/// @param tiles  number of tiles and of blocks
int refine_terrain(int* fine, int tiles);

/// Adds up products of samples, in memory of the device heap.
///
/// Block b allocates room for its records on the heap and fills it with samples. A child grid adds
/// up `sums[b] = Σ sample(i) * sample(sizes[b] - 1 - i)`, where `sample(i) = (7 * i + b) % 10`. A
/// round leaves nothing on the heap.
/// @param[out] sums  for each block the sum of the last round; kNoMemory if the heap had no room
/// @param sizes  for each block its number of records, 1 or more
/// @param blocks  number of blocks, at most 500
/// @param rounds  how often all is done, one round after another
int sums_of_products(int* sums, const int* sizes, int blocks, int rounds);

#ifdef __cplusplus
}
#endif
