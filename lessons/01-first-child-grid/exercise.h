// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Launches one child grid per thread, each of one block.
///
/// Thread c of parent p's child writes `records[p * children + c] = 1000 * p + c`.
/// @param[out] records  parents * children elements
/// @param parents  number of threads that launch
/// @param children  threads per child grid, 1 to 1000
int record_families(int* records, int parents, int children);

/// Launches child grids from every k-th of n threads: 0, k, 2k, …
///
/// The child of thread f is one block of k threads. It writes `owner[e] = f` for its elements e,
/// which are f … f + k - 1, as far as they are below n.
/// @param[out] owner  n elements
/// @param n  number of threads and of elements
/// @param k  distance of launching threads, and threads per child grid, 1 to 1024
int claim_groups(int* owner, int n, int k);

/// Launches one child grid per row, of one block with one thread per element that it fills.
///
/// Row r's child writes `table[r * pitch + c] = r + 1` for c < widths[r]. One thread launches it,
/// perhaps the same for several rows.
/// @param[out] table  rows * pitch elements; -1 where no child wrote
/// @param[out] codes  for each row the error code of its launch: 0, or an error such as 9 for a
///   width that no block can have
/// @param widths  for each row the number of threads of its child; at most `pitch` if a block can
///   have so many
/// @param rows  number of rows
/// @param pitch  elements between the beginnings of two rows
int fill_rows(int* table, int* codes, const int* widths, int rows, int pitch);

/// Launches a tree of grids and counts the grids at each level.
///
/// Level 0 is one grid of one block. Each thread of each grid launches one grid of the same shape
/// for the next level, down to `last_level` and no further.
/// @param[out] grids  for each level l the number of grids that ran there; last_level + 2 elements,
///   the last of which must stay 0
/// @param branches  threads per grid
/// @param last_level  the deepest level
int count_levels(int* grids, int branches, int last_level);

#ifdef __cplusplus
}
#endif
