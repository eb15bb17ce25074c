// What the exercise and its checks agree on: three functions that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of a device met. 1 <= devices <= 8, and so many there
// are.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Makes numbers on each device of a ring, and reads those of the device to its left, the one
/// before it.
///
/// Each device makes n numbers, 1000 * device + i.
/// @param[out] numbers  numbers[d * n + i] is what device d read from its left neighbor
/// @param[out] direct  for each device 1 if it used that memory itself, 0 if it got a copy
/// @param[out] possible  for each device 1 if CUDA says that it may use the memory of its left
///   neighbor, or if that is itself
/// @param devices  number of devices, 1 to 8
/// @param n  numbers per device
int read_left(int* numbers, int* direct, int* possible, int devices, int n);

/// Relaxes a field that is divided among devices.
///
/// In each step, every cell becomes 0.25f * (up + down) + 0.5f * cell, of the cells above and below
/// it and itself; above the first row lies the last one. The result has the same bits for any
/// number of devices.
/// @param[in,out] field  devices * rows rows of `width` cells
/// @param devices  number of devices, 1 to 8
/// @param rows  rows per device, 2 or more
/// @param width  cells per row
/// @param steps  number of steps
/// @param allow_peers  0: as if no device could use another's memory
int relax_ring(float* field, int devices, int rows, int width, int steps, int allow_peers);

/// Relaxes a field as relax_ring() does, and exchanges rows while it works on rows that do not need
/// them.
/// @param[in,out] field  devices * rows rows of `width` cells
/// @param devices  number of devices, 1 to 8
/// @param rows  rows per device, 2 or more
/// @param width  cells per row
/// @param steps  number of steps
/// @param allow_peers  0: as if no device could use another's memory
int relax_overlapped(float* field, int devices, int rows, int width, int steps, int allow_peers);

#ifdef __cplusplus
}
#endif
