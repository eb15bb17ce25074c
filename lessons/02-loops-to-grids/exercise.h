// What the exercise and its checks agree on: three functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Adds its own gain to each range of an array.
///
/// Thread r launches one child grid for range r, with one thread per element. It adds `gains[r]` to
/// the elements starts[r] … ends[r] - 1. Ranges do not overlap.
/// @param[in,out] values  n elements
/// @param n  number of values
/// @param starts  for each range the index of its first element
/// @param ends  for each range the index after its last; starts[r] <= ends[r], equal for an empty
///   range
/// @param gains  for each range what is added
/// @param ranges  number of ranges, 1 to 2000
int raise_all(int* values, int n, const int* starts, const int* ends, const int* gains, int ranges);

/// Multiplies a sparse matrix by a vector: y = matrix * x.
///
/// Each row with `threshold` or more entries gets a child grid, launched by thread r, with one
/// thread per entry. Shorter and empty rows get none. All sums fit into an int.
/// @param[out] y  `rows` elements
/// @param row_begin  row r has the entries row_begin[r] … row_begin[r + 1] - 1; rows + 1 elements
/// @param columns  for each entry its column
/// @param entries  for each entry its value
/// @param rows  number of rows
/// @param x  `width` elements
/// @param width  number of columns
/// @param threshold  entries from which on a row gets a child grid, 0 or more
int multiply(int* y, const int* row_begin, const int* columns, const int* entries, int rows,
             const int* x, int width, int threshold);

/// Counts steps in child grids, from a loop in each of several threads.
///
/// In each round a thread launches one child grid with one thread per step, which counts 1; between
/// two rounds the thread itself adds 5. At most 2000 rounds of all threads together.
/// @param[out] total  becomes `threads * (rounds * steps + 5 * (rounds - 1))`
/// @param threads  number of threads that launch
/// @param rounds  rounds per thread, 1 or more
/// @param steps  steps per round, 0 or more
int count_in_rounds(unsigned long long* total, int threads, int rounds, int steps);

#ifdef __cplusplus
}
#endif
