// What the exercise and its checks agree on: four functions that the host calls.
//
// Arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA error
// that the host or a launching thread of a device met. All use devices 0 … devices - 1, at most 8.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// k1 and k2 on device `here`, k3 and k4 on device `there`. k1's child makes 3 * i + 7, k2 doubles
/// that, k3 makes i * i % 1000, and k4 subtracts it from k1's: doubled[i] = 2 * (3 * i + 7),
/// result[i] = 3 * i + 7 - i * i % 1000. k2 and k4 wait for k1, k4 for k3; nothing else waits.
int four_kernels(int* doubled, int* result, int n, int here, int there);

/// Runs `nodes` grids, each on the device it says: node i is a grid of cost[i] blocks on device
/// device[i], and needs the nodes needed[first[i]] … needed[first[i + 1] - 1], all of them below i.
/// heaviest[i] = cost[i] + the largest `heaviest` among those that it needs, or + 0 if it needs
/// none; ran_on[i] is the device that it ran on. A node waits for what it needs, with all that
/// these wait for, and for nothing else. At most 64 nodes.
int run_graph(int* heaviest, int* ran_on, const int* device, const int* cost, const int* first,
              const int* needed, int nodes, int devices);

/// A game in rounds. Device d begins with d + 1; in each round it makes of the values of all
/// devices, as they were at the end of the round before, (d + the sum of (k + 1) * value[k]) %
/// 1009. values[d] is device d's after the last round. A device begins a round when all have ended
/// the one before.
int play_rounds(int* values, int rounds, int devices);

/// Device d works for naps[d] * 10 microseconds, all devices at the same time. milliseconds[d] is
/// how long it was busy, measured by its own events.
int time_devices(float* milliseconds, const int* naps, int devices);

#ifdef __cplusplus
}
#endif
