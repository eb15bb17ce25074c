// What the exercise and its checks agree on: three functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Adds gains[r] to values[starts[r]] … values[ends[r] - 1], for each of `ranges` ranges. Ranges do
/// not overlap; starts[r] <= ends[r], and a range with both equal is empty. Thread r launches one
/// child grid for range r, with one thread for each of its elements. `values` has n elements;
/// 1 <= ranges <= 2000.
int raise_all(int* values, int n, const int* starts, const int* ends, const int* gains, int ranges);

/// y = matrix * x for a sparse matrix of `rows` rows and `width` columns. Row r has the entries
/// row_begin[r] … row_begin[r + 1] - 1; entry e is entries[e] and is in column columns[e].
/// Each row with `threshold` or more entries gets a child grid, launched by thread r, with one
/// thread per entry; shorter and empty rows do not. All sums fit into an int; threshold >= 0.
int multiply(int* y, const int* row_begin, const int* columns, const int* entries, int rows,
             const int* x, int width, int threshold);

/// Each of K = `threads` threads runs M = `rounds` rounds. A round counts N = `steps` steps, all of
/// them in one child grid with one thread per step; between two rounds the thread itself adds 5.
/// *total becomes K * (N * M + 5 * (M - 1)). K * M <= 2000, M >= 1, N >= 0.
int count_in_rounds(unsigned long long* total, int threads, int rounds, int steps);

#ifdef __cplusplus
}
#endif
