// Pi by throwing points, as examples of cuRAND do it: one kernel starts a generator per thread,
// another takes each thread's numbers and puts the generator back, so that a second launch goes on.
#include <curand_kernel.h>

#include "../../expect.h"

constexpr int kThreads = 4096, kPoints = 16;

__global__ void start(curandState* states) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(2024, i, 0, &states[i]);
}

__global__ void throw_points(curandState* states, unsigned long long* hits) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState state = states[i];
  unsigned long long mine = 0;
  for (int point = 0; point < kPoints; ++point) {
    const float x = curand_uniform(&state);
    const float y = curand_uniform(&state);
    mine += x * x + y * y <= 1.0f;
  }
  states[i] = state;
  atomicAdd(hits, mine);
}

int main() {
  curandState* states;
  unsigned long long* hits;
  cudaMalloc(&states, kThreads * sizeof *states);
  cudaMallocManaged(&hits, sizeof *hits);
  *hits = 0;
  start<<<kThreads / 256, 256>>>(states);
  throw_points<<<kThreads / 256, 256>>>(states, hits);
  cudaDeviceSynchronize();
  EXPECT_EQ(*hits, 51432);
  throw_points<<<kThreads / 256, 256>>>(states, hits);
  cudaDeviceSynchronize();
  EXPECT_EQ(*hits, 102853);
  cudaFree(hits);
  cudaFree(states);
  return failures();
}
