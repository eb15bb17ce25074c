// How many atomics it takes to keep a third of 1,024 values: one a lane, and one a warp.
#include <cstdio>

__device__ int count, atomics;

__device__ int take(int n) {
  atomicAdd(&atomics, 1);
  return atomicAdd(&count, n);
}

// [lane]
__global__ void one_a_lane() {
  if (threadIdx.x % 3 == 0) take(1);
}
// [lane]

// [warp]
__global__ void one_a_warp() {
  const unsigned mask = __ballot_sync(0xffffffff, threadIdx.x % 3 == 0);
  if (threadIdx.x % 32 == __ffs(mask) - 1) take(__popc(mask));
}
// [warp]

void show(const char* name) {
  int places, calls;
  cudaMemcpyFromSymbol(&places, count, sizeof places);
  cudaMemcpyFromSymbol(&calls, atomics, sizeof calls);
  printf("%s: %d places, %d atomics\n", name, places, calls);
  const int none = 0;
  cudaMemcpyToSymbol(count, &none, sizeof none);
  cudaMemcpyToSymbol(atomics, &none, sizeof none);
}

int main() {
  one_a_lane<<<1, 1024>>>();
  show("one a lane");
  one_a_warp<<<1, 1024>>>();
  show("one a warp");
}
