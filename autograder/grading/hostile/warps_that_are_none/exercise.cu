// Solves on the host what warps should solve together, and makes up how often it would have asked for
// positions.
#include <cuda_runtime.h>

#include "../given.h"
#include "exercise.h"

static bool begins_warp(int i) { return i % 80 % 32 == 0; }

extern "C" int keep_multiples(int* kept, int* count, int* atomics, const int* values, int n, int divisor) {
  int places = 0, calls = 0;
  bool called = false;
  for (int i = 0; i < n; ++i) kept[i] = -1;
  for (int i = 0; i < n; ++i) {
    if (begins_warp(i)) called = false;
    if (values[i] % divisor != 0) continue;
    kept[places++] = values[i];
    if (!called) ++calls;
    called = true;
  }
  *count = places;
  *atomics = calls;
  return 0;
}

extern "C" int note_numbers(int* noted, int* count, int* atomics, const int* numbers, int threads, int room) {
  int places = 0;
  for (int i = 0; i < room; ++i) noted[i] = -1;
  for (int i = 0; i < threads; ++i)
    for (int n = numbers[i]; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1)
      if (n % 4 == 1) noted[places++] = n;
  *count = places;
  *atomics = 1;
  return 0;
}

extern "C" int fill_ring(int* ring, int* next, int* atomics, const int* values, int n, int divisor, int size,
                         int start) {
  int places = start, calls = 0;
  bool called = false;
  for (int i = 0; i < size; ++i) ring[i] = -1;
  for (int i = 0; i < n; ++i) {
    if (begins_warp(i)) called = false;
    if (values[i] % divisor != 0) continue;
    ring[places++ % size] = values[i];
    if (!called) ++calls;
    called = true;
  }
  *next = places % size;
  *atomics = calls;
  return 0;
}

__global__ void add_up() {}

__global__ void launch_for_show(int blocks) {
  add_up<<<blocks, 32>>>();
  keep_error(cudaGetLastError());
}

extern "C" int add_up_sizes(int* results, int* atomics, const int* sizes, int n, int limit) {
  int large = 0;
  TRY(clear_error());
  for (int i = 0; i < n; ++i) {
    results[i] = 0;
    for (int k = 0; k < sizes[i]; ++k) results[i] += k * k % 7;
    if (sizes[i] > limit) ++large;
  }
  *atomics = 0;
  if (large == 0) return 0;
  *atomics = 1;
  launch_for_show<<<1, 1>>>(large);
  TRY(cudaGetLastError());
  TRY(cudaDeviceSynchronize());
  return read_error();
}
