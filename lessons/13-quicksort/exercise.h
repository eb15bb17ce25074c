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

/// Sorts on the host, by recursive calls. 0 <= n <= 65536.
int sort_serially(float* values, int n);

/// The same on the device, with one thread and one grid per part of more than 128 values. Needs
/// all of the 2,048 slots for pending grids. 0 <= n <= 65536.
int sort_plainly(float* values, int n);

/// answers[i] is 1 if a[i] comes before b[i], else 0. 0 <= n.
int ask_before(int* answers, const float* a, const float* b, int n);

/// Sorts with one block and no child. 0 <= n <= 65536.
int sort_in_one_block(float* values, int n);

/// Moves the values that come before `pivot` to the front and those that come after it to the
/// end; those equal to it are in between. *less is the index of the first value that does not come
/// before the pivot, *more the index after the last that does not come after it. 0 <= n.
int split_in_three(float* values, int* less, int* more, int n, float pivot);

/// Sorts by quicksort, with one grid per part that is worth it, down to `deepest` generations of
/// children at most. `pool` is how many grids may be pending; *refused is how many parts should
/// have had their own grid but got none because the launch was refused. 0 <= n <= 65536, 0 <=
/// deepest, 32 <= pool.
int sort_by_grids(float* values, int* refused, int n, int deepest, int pool);

#ifdef __cplusplus
}
#endif
