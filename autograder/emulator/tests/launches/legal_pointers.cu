// What may be passed to a child (G4): memory of the host's cudaMalloc, __device__ and __managed__
// variables, __constant__ variables for reading, mapped host memory (M6), and the device heap.
// Parent and child share all of them (M1).
#include "../counts.h"

enum { kWrong, kRefused };

__device__ int variable;
__managed__ int managed;
__constant__ int constant = 7;

__global__ void add(int* p, const int* addend) { *p += *addend; }

__global__ void check_and_free(int* heap) {
  if (*heap != 12) count(kWrong);
  if (cudaFree(heap) != cudaSuccess) count(kWrong);
}

__global__ void parent(int* allocated, int* mapped) {
  auto* heap = static_cast<int*>(malloc(sizeof(int)));
  variable = managed = *allocated = *mapped = *heap = 5;
  for (int* p : {&variable, &managed, allocated, mapped, heap}) {
    add<<<1, 1>>>(p, &constant);
    count_failure(kRefused);
  }
  check_and_free<<<1, 1>>>(heap);
  count_failure(kRefused);
}

int main() {
  int *allocated, *on_host, *mapped, value = 0;
  cudaMalloc(&allocated, sizeof(int));
  EXPECT_EQ(cudaHostAlloc(&on_host, sizeof(int), cudaHostAllocMapped), 0);
  EXPECT_EQ(cudaHostGetDevicePointer(&mapped, on_host, 0), 0);
  parent<<<1, 1>>>(allocated, mapped);
  EXPECT_EQ(taken(kWrong), 0);
  EXPECT_EQ(taken(kRefused), 0);
  cudaMemcpyFromSymbol(&value, variable, sizeof value);
  EXPECT_EQ(value, 12);
  cudaMemcpy(&value, allocated, sizeof value, cudaMemcpyDeviceToHost);
  EXPECT_EQ(value, 12);
  EXPECT_EQ(managed, 12);
  EXPECT_EQ(*on_host, 12);
  cudaFree(allocated);
  cudaFreeHost(on_host);
  return failures();
}
