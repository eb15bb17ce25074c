// What the exercise and its checks agree on: three functions that the host calls.
//
// Each makes device `current` the current one, calls the exercise's part, and writes into
// *current_after which device is current then. Arrays are ordinary host memory of the caller. Every
// function returns 0, or the first CUDA error that the host or a launching thread of a device met.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum { kMostDevices = 8 };

/// What one launch told.
struct Whereabouts {
  int current;       ///< the device that was current, as cudaGetDevice says
  int launch_error;  ///< the host's last error after the launch
  int parent_on;     ///< the device that the launched grid ran on
  int child_on;      ///< the device that its child ran on
};

/// Launches into a stream of each device, once with each device current. told[c * kMostDevices + s]
/// is what the launch told that was made into the stream of device s with device c current. The
/// rest of `told`, an array of kMostDevices * kMostDevices, is -1. *devices is how many devices
/// there are, at most kMostDevices. A launch that fails is noted in `told` and ends nothing.
int survey(struct Whereabouts* told, int* devices, int current, int* current_after);

/// counts[i] is how many perfect shuffles bring a deck of decks[i] cards, an even number, back into
/// its first order. Device d of the first `devices` ones computes a part of them, and all of these
/// devices work at the same time. 1 <= n; a part may be empty.
int shuffle_counts(int* counts, const int* decks, int n, int devices, int current,
                   int* current_after);

/// *points is how many points with integer coordinates lie in a circle of this radius round (0, 0),
/// those on the circle included. Each of the first `devices` devices counts some of the rows, and
/// all of them work at the same time. 1 <= radius.
int lattice_points(long long* points, int radius, int devices, int current, int* current_after);

#ifdef __cplusplus
}
#endif
