// Memory of the device heap lives until it is freed, by any thread of any later grid (H5), the tail
// and the next launch of the host included. malloc, new and cudaMalloc share one heap of 8 MB (H1,
// H2).
#include "../counts.h"

enum { kWrong };

constexpr int kThreads = 64;

__device__ int* kept[kThreads];

__global__ void allocate() {
  const unsigned i = threadIdx.x;
  if (i % 3 == 0) kept[i] = static_cast<int*>(malloc(sizeof(int)));
  if (i % 3 == 1) kept[i] = new int;
  if (i % 3 == 2 && cudaMalloc(&kept[i], sizeof(int)) != cudaSuccess) count(kWrong);
  if (reinterpret_cast<unsigned long long>(kept[i]) % 16 != 0) count(kWrong);
  *kept[i] = static_cast<int>(i);
}

__global__ void check_and_free() {
  const unsigned i = kThreads - 1 - threadIdx.x;  // another thread's
  if (*kept[i] != static_cast<int>(i)) count(kWrong);
  if (i % 3 == 0) free(kept[i]);
  if (i % 3 == 1) delete kept[i];
  if (i % 3 == 2 && cudaFree(kept[i]) != cudaSuccess) count(kWrong);
}

/// 7 MB in one piece, and again: what is freed can be had again.
__global__ void again() {
  for (int i = 0; i < 5; ++i) {
    void* p = malloc(7 << 20);
    if (!p) count(kWrong);
    if (malloc(2 << 20)) count(kWrong);
    free(p);
  }
}

int main() {
  again<<<1, 1>>>();
  for (int i = 0; i < 3; ++i) {
    allocate<<<1, kThreads>>>();
    check_and_free<<<1, kThreads>>>();
  }
  EXPECT_EQ(taken(kWrong), 0);
  return failures();
}
