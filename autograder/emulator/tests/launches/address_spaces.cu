// __isGlobal tells whether a pointer may be passed to a child; __isShared, __isLocal and
// __isConstant tell the other kinds (G5).
#include "../expect.h"

__device__ int variable;
__constant__ int constant;
__device__ unsigned kinds[6];

__device__ unsigned kind(const void* p) {
  return __isGlobal(p) * 1u + __isShared(p) * 10u + __isLocal(p) * 100u + __isConstant(p) * 1000u;
}

__global__ void ask(const int* allocated) {
  __shared__ int shared;
  int local = static_cast<int>(threadIdx.x);
  shared = local;
  void* heap = malloc(4);
  const void* const pointers[] = {&variable, allocated, heap, &shared, &local, &constant};
  for (int i = 0; i < 6; ++i) kinds[i] = kind(pointers[i]);
  free(heap);
}

int main() {
  int* allocated;
  unsigned actual[6];
  cudaMalloc(&allocated, 4);
  ask<<<1, 1>>>(allocated);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  cudaMemcpyFromSymbol(actual, kinds, sizeof actual);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(actual[i], 1);
  EXPECT_EQ(actual[3], 10);
  EXPECT_EQ(actual[4], 100);
  EXPECT_EQ(actual[5] / 1000, 1);  // a constant's generic address may count as global, too
  cudaFree(allocated);
  return failures();
}
