// What the exercise and its checks agree on: four functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Each of `parents` threads launches one child grid of one block with `children` threads.
/// Thread c of parent p's child writes records[p * children + c] = 1000 * p + c.
/// `records` has parents * children elements; 1 <= children <= 1000.
int record_families(int* records, int parents, int children);

/// Of n threads only every k-th (0, k, 2k, …) launches a child grid of one block with k threads.
/// The child launched by thread f writes owner[e] = f for its elements e = f … f + k - 1, as far as
/// they are below n. `owner` has n elements; 1 <= k <= 1024.
int claim_groups(int* owner, int n, int k);

/// For each row r one thread, perhaps the same for several rows, launches a child grid of one block with widths[r] threads, which
/// writes table[r * pitch + c] = r + 1 for c < widths[r]. codes[r] is what CUDA said to that
/// launch: 0, or an error such as 9 for a width that no block can have. `table` has rows * pitch
/// elements, -1 where no child wrote; every width that can be launched is at most `pitch`.
int fill_rows(int* table, int* codes, const int* widths, int rows, int pitch);

/// One grid of one block with `branches` threads is level 0. Each thread of each grid launches one
/// grid of the same shape for the next level, down to `last_level` and no further. grids[l] becomes
/// the number of grids that ran at level l; `grids` has last_level + 2 elements, the last of which
/// must stay 0.
int count_levels(int* grids, int branches, int last_level);

#ifdef __cplusplus
}
#endif
