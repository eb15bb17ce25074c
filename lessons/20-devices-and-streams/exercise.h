// What the exercise and its checks agree on: three functions that the host calls.
//
// Each makes device `current` the current one, calls the exercise's part, and writes into
// *current_after which device is current then. Arrays are ordinary host memory of the caller. Every
// function returns 0, or the first CUDA error that the host or a launching thread of a device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// The size of a survey.
enum {
  kMostDevices = 8  ///< a survey has room for so many devices
};

/// What one launch reported.
struct LaunchResult {
  int current;       ///< the device that was current, as cudaGetDevice says
  int launch_error;  ///< the host's last error after the launch
  int parent_on;     ///< the device that the launched grid ran on
  int child_on;      ///< the device that its child ran on
};

/// Launches into a stream of each device, once with each device current.
///
/// A launch that fails is noted and ends nothing.
/// @param[out] table  table[c * kMostDevices + s] is what the launch into the stream of device s
///   reported, with device c current; the rest of kMostDevices * kMostDevices elements is -1
/// @param[out] devices  becomes the number of devices, at most kMostDevices
/// @param current  the device that is made current before
/// @param[out] current_after  becomes the device that is current afterwards
int survey(struct LaunchResult* table, int* devices, int current, int* current_after);

/// Counts the perfect shuffles that bring decks back into their first order.
///
/// Each device computes a part of the counts, and all of them work at the same time. A part may be
/// empty.
/// @param[out] counts  n elements
/// @param decks  for each deck its number of cards, an even number
/// @param n  number of decks, 1 or more
/// @param devices  how many devices work, from device 0 on
/// @param current  the device that is made current before
/// @param[out] current_after  becomes the device that is current afterwards
int shuffle_counts(int* counts, const int* decks, int n, int devices, int current,
                   int* current_after);

/// Counts the points with integer coordinates in a circle around (0, 0), those on the circle
/// included.
///
/// Each device counts some of the rows, and all of them work at the same time.
/// @param[out] points  becomes their number
/// @param radius  of the circle, 1 or more
/// @param devices  how many devices work, from device 0 on
/// @param current  the device that is made current before
/// @param[out] current_after  becomes the device that is current afterwards
int lattice_points(long long* points, int radius, int devices, int current, int* current_after);

#ifdef __cplusplus
}
#endif
