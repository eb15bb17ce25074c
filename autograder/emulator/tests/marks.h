// Markers: kernels write numbers into one list, in the order in which they get to it.
#pragma once

#include <algorithm>

#include "expect.h"

__device__ int marks[4096];
__device__ int mark_count;

__device__ inline void mark(int number) { marks[atomicAdd(&mark_count, 1)] = number; }

/// Takes about so long, so that on a card orders show that are not enforced.
__device__ inline void linger(int microseconds) {
  for (int i = 0; i < microseconds; ++i) __nanosleep(1000);
}

/// The list so far; waits for the device.
inline std::vector<int> taken_marks() {
  int count = 0;
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  cudaMemcpyFromSymbol(&count, mark_count, sizeof count);
  std::vector<int> list(static_cast<size_t>(count));
  if (count > 0) cudaMemcpyFromSymbol(list.data(), marks, list.size() * sizeof(int));
  return list;
}

inline void expect_marks(const std::vector<int>& expected) {
  const std::vector<int> actual = taken_marks();
  if (actual == expected) return;
  std::printf("marks: %s\nexpected: %s\n", text(actual).c_str(), text(expected).c_str());
  ++failures();
}

/// Where a number stands in the list; the list's length when it does not.
inline size_t place_of(const std::vector<int>& list, int number) {
  return static_cast<size_t>(std::find(list.begin(), list.end(), number) - list.begin());
}

/// Every one of `first` stands before every one of `then`.
inline void expect_before(const std::vector<int>& list, const std::vector<int>& first,
                          const std::vector<int>& then) {
  for (int a : first)
    for (int b : then) {
      if (place_of(list, a) < place_of(list, b) && place_of(list, b) < list.size()) continue;
      std::printf("%d does not come before %d in: %s\n", a, b, text(list).c_str());
      ++failures();
    }
}
