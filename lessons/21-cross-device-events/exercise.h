// What the exercise and its checks agree on: four functions that the host calls.
//
// Arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA error
// that the host or a launching thread of a device met. All use devices 0 … devices - 1, at most 8.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Runs two kernels on each of two devices, with dependencies between the devices.
///
/// k1 and k2 run on device `here`, k3 and k4 on device `there`. k1's child makes 3 * i + 7, k2
/// doubles that, k3 makes i * i % 1000, and k4 subtracts it from k1's. k2 and k4 wait for k1, k4
/// for k3; nothing else waits.
/// @param[out] doubled  `doubled[i] = 2 * (3 * i + 7)`; n elements
/// @param[out] result  `result[i] = 3 * i + 7 - i * i % 1000`; n elements
/// @param n  number of elements
/// @param here  device of k1 and k2
/// @param there  device of k3 and k4
int four_kernels(int* doubled, int* result, int n, int here, int there);

/// Runs a graph of grids over several devices. At most 64 nodes.
///
/// Node i is a grid of cost[i] blocks. It waits for the nodes that it needs, with all that these
/// wait for, and for nothing else.
/// @param[out] heaviest  for each node its cost, plus the largest `heaviest` among those that it
///   needs
/// @param[out] ran_on  for each node the device that it ran on
/// @param device  for each node the device that it should run on
/// @param cost  for each node its number of blocks
/// @param first  nodes + 1 elements: node i needs needed[first[i]] … needed[first[i + 1] - 1]
/// @param needed  numbers of nodes; node i needs only nodes below i
/// @param nodes  number of nodes
/// @param devices  number of devices, at most 8
int run_graph(int* heaviest, int* ran_on, const int* device, const int* cost, const int* first,
              const int* needed, int nodes, int devices);

/// Plays a game in rounds, in which each device needs the values of all devices of the round
/// before.
///
/// Device d begins with d + 1. In each round its value becomes (d + the sum of (k + 1) * value[k])
/// % 1009, with the values of all devices k at the end of the round before. A device begins a round
/// when all have ended the one before.
/// @param[out] values  for each device its value after the last round
/// @param rounds  number of rounds
/// @param devices  number of devices, at most 8
int play_rounds(int* values, int rounds, int devices);

/// Measures how long each device is busy, by its own events. All devices work at the same time.
/// @param[out] milliseconds  for each device how long it was busy
/// @param naps  for each device its work, in units of 10 microseconds
/// @param devices  number of devices, at most 8
int time_devices(float* milliseconds, const int* naps, int devices);

#ifdef __cplusplus
}
#endif
