// What the exercise and its checks agree on: three functions that the host calls.
//
// All arrays are ordinary host memory of the caller, and all sizes are 1 or more. Every function
// returns 0, or the first CUDA error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Runs four grids with the dependencies of a diamond: b and c need a, d needs b and c.
///
/// a writes i, b and c each make something of it, d puts the two together:
/// `result[i] = 3 * i - (n - i)`. Nothing else waits.
/// @param[out] result  n elements
/// @param n  number of elements
int diamond(int* result, int n);

/// Makes rows of numbers and blends each with its neighbors, with one grid per row and step.
///
/// Row r has the numbers `(37 * r + 11 * i) % 101`. Blended, each number is the sum of the one
/// above it, twice itself, and the one below it, where a row beyond the ends is row r itself. A row
/// is blended when it and its neighbors are made, and waits for no other.
/// @param[out] blended  rows * width elements
/// @param rows  number of rows, at most 64
/// @param width  numbers per row, at most 1024
int blend_rows(int* blended, int rows, int width);

/// Finds the edit distances of all beginnings of two sequences, with one grid per tile of 16 x 16.
///
/// `table[i][j]` is the least number of insertions, deletions and replacements that make the first
/// j elements of `b` out of the first i of `a`. A tile needs those above and to the left of it, and
/// waits for no others.
/// @param[out] table  n + 1 rows of m + 1 elements
/// @param a  n elements
/// @param b  m elements
/// @param n  length of `a`, 1 to 128
/// @param m  length of `b`, 1 to 128
int edit_distances(int* table, const int* a, const int* b, int n, int m);

#ifdef __cplusplus
}
#endif
