// What the exercise and its checks agree on: three functions that the host calls.
//
// All arrays are ordinary host memory of the caller, and all sizes are 1 or more. Every function
// returns 0, or the first CUDA error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Four grids over n numbers: a writes i, b and c each make something of it, d puts the two
/// together: result[i] = 3 * i - (n - i). b and c need a, d needs b and c; nothing else waits.
int diamond(int* result, int n);

/// Makes `rows` rows of `width` numbers, (37 * r + 11 * i) % 101, one grid each; then blends each
/// with its neighbors, one grid each: blended[r][i] = row r - 1 + 2 * row r + row r + 1, where
/// rows beyond the ends are the row itself. A row is blended when it and its neighbors are made,
/// and waits for no other. At most 64 rows of 1,024 numbers.
int blend_rows(int* blended, int rows, int width);

/// The edit distances of all beginnings of two sequences: table[i][j], in rows of m + 1, is the
/// least number of insertions, deletions and replacements that make the first j elements of `b` out
/// of the first i of `a`. Tiles of 16 x 16, one grid each; a tile needs those above and to the
/// left of it, and waits for no others. 1 <= n, m <= 128.
int edit_distances(int* table, const int* a, const int* b, int n, int m);

#ifdef __cplusplus
}
#endif
