// A kernel may be launched through a pointer, from a table of pointers in device memory, as a
// template, from an unnamed namespace, and from another source file (K10); and it may launch itself
// (K9).
#include "../counts.h"

__global__ void from_elsewhere(int* out);  // indirect_launches_elsewhere.cu

__global__ void one(int* out) { atomicAdd(out, 1); }
__global__ void ten(int* out) { atomicAdd(out, 10); }

template <int kValue>
__global__ void adds(int* out) {
  atomicAdd(out, kValue);
}

namespace {
__global__ void unseen(int* out) { atomicAdd(out, 1000); }
}  // namespace

static __global__ void internal(int* out) { atomicAdd(out, 10000); }

__global__ void itself(int* out, int levels) {
  atomicAdd(out, 100000);
  if (levels == 1) return;
  itself<<<1, 1>>>(out, levels - 1);
  count_failure(0);
}

using Kernel = void (*)(int*);
__device__ Kernel table[2] = {one, ten};

__global__ void parent(int* out) {
  Kernel pointer = one;
  pointer<<<1, 1>>>(out);
  for (Kernel each : table) each<<<1, 1>>>(out);
  adds<100><<<1, 1>>>(out);
  unseen<<<1, 1>>>(out);
  internal<<<1, 1>>>(out);
  itself<<<1, 1>>>(out, 3);
  from_elsewhere<<<1, 1>>>(out);
  count_failure(0);
}

int main() {
  int *out, sum = 0;
  cudaMalloc(&out, sizeof *out);
  cudaMemset(out, 0, sizeof *out);
  parent<<<1, 1>>>(out);
  EXPECT_EQ(cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost), 0);
  EXPECT_EQ(sum, 1 + 1 + 10 + 100 + 1000 + 10000 + 300000 + 1000000);
  EXPECT_EQ(taken(0), 0);
  cudaFree(out);
  return failures();
}
