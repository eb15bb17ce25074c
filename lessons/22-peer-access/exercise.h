// What the exercise and its checks agree on: three functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of a device met. 1 <= devices <= 8, and so many there are.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Each device makes n numbers, 1000 * device + i, and reads those of the device to its left, the one
/// before it in a ring: numbers[d * n + i]. possible[d] is 1 if CUDA says that d may use the memory of
/// its left neighbor, or if that is d itself; direct[d] is 1 if it did so, and 0 if it got a copy.
int read_left(int* numbers, int* direct, int* possible, int devices, int n);

/// A field of devices * rows rows of `width` cells, each device working on `rows` of them, takes
/// `steps` steps. In each, every cell becomes 0.25f * (up + down) + 0.5f * cell, of the cells above
/// and below it and itself; above the first row lies the last one. The result has the same bits for
/// any number of devices. allow_peers: 0 as if no device could use another's memory. rows >= 2.
int relax_ring(float* field, int devices, int rows, int width, int steps, int allow_peers);

/// The same, with the exchange of rows at the same time as the work on rows that do not need it.
int relax_overlapped(float* field, int devices, int rows, int width, int steps, int allow_peers);

#ifdef __cplusplus
}
#endif
