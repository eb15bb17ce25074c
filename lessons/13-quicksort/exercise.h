// What the exercise and its checks agree on: six functions that the host calls.
//
// Floats are in the order of `before`: numbers by `<`, from -infinity to infinity, and after all
// of them what is not a number. -0 and 0 are equal, and so are all NaNs: equal values may come in
// any order. Sorting only moves values: each comes back with its bits, as often as it came. Arrays
// are host memory of the caller. Every function returns 0, or the first CUDA error that the host or
// a launching thread of the device met; a launch that is refused is no such error where it is
// counted.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Sorts on the host, by recursive calls.
/// @param[in,out] values  n elements
/// @param n  number of values, 0 to 65536
int sort_serially(float* values, int n);

/// Sorts on the device, with one thread and one grid per part of more than 128 values.
///
/// It needs all of the 2,048 slots for pending grids.
/// @param[in,out] values  n elements
/// @param n  number of values, 0 to 65536
int sort_plainly(float* values, int n);

/// Compares pairs of values, in the order that this page describes.
/// @param[out] answers  answers[i] is 1 if a[i] comes before b[i], else 0
/// @param a  n elements
/// @param b  n elements
/// @param n  number of pairs, 0 or more
int compare_arrays(int* answers, const float* a, const float* b, int n);

/// Sorts with one block and no child.
/// @param[in,out] values  n elements
/// @param n  number of values, 0 to 65536
int sort_in_one_block(float* values, int n);

/// Moves values that come before a pivot to the front and those that come after it to the end.
///
/// Those equal to it are in between.
/// @param[in,out] values  n elements
/// @param[out] less  becomes the index of the first value that does not come before the pivot
/// @param[out] more  becomes the index after the last value that does not come after it
/// @param n  number of values, 0 or more
/// @param pivot  the value to compare with
int split_in_three(float* values, int* less, int* more, int n, float pivot);

/// Sorts by quicksort, with one grid per part that is worth it.
/// @param[in,out] values  n elements
/// @param[out] refused  becomes the number of parts that got no grid because the launch was refused
/// @param n  number of values, 0 to 65536
/// @param deepest  largest number of generations of children, 0 or more
/// @param pool  how many grids may be pending, 32 or more
int sort_by_grids(float* values, int* refused, int n, int deepest, int pool);

#ifdef __cplusplus
}
#endif
