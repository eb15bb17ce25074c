// What the programs of this folder share: host threads that give work to devices.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "../expect.h"

/// Fills `count` ints.
__global__ inline void fill(int* data, int count, int value) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < static_cast<unsigned>(count)) data[i] = value;
}

/// Adds to each of `count` ints.
__global__ inline void add(int* data, int count, int value) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < static_cast<unsigned>(count)) data[i] += value;
}

/// A card loads a kernel when it is first launched, and waits for host functions that run then. So
/// kernels are launched once before one that waits for the host.
inline void load_kernels() {
  fill<<<1, 1>>>(nullptr, 0, 0);
  add<<<1, 1>>>(nullptr, 0, 0);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

/// Runs `body(i)` for each i below `count`, each on a thread of its own, and waits for all of them.
template <class Body>
void on_threads(int count, Body body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) threads.emplace_back(body, i);
  for (std::thread& thread : threads) thread.join();
}

/// What `data[0]` holds on the device.
inline int value_of(const int* data) {
  int value = 0;
  EXPECT_EQ(cudaMemcpy(&value, data, sizeof value, cudaMemcpyDefault), cudaSuccess);
  return value;
}
