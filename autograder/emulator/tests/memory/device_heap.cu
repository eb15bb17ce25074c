// The device heap: 8 MB, of which 7 MB can be had in one piece and 8 MB cannot (H2, H3); malloc,
// new and cudaMalloc are one (H1); the host can do nothing with its memory (H4).
#include "../codes.h"

__device__ void* kept;

__global__ void calls(void* hosts) {
  void* p = nullptr;
  CODE(cudaMalloc(&p, 7 << 20), 0);
  CODE(cudaFree(p), 0);
  CODE(cudaMalloc(&p, 8 << 20), 2);
  CODE(cudaMalloc(&p, 100000000), 2);
  p = malloc(8 << 20);
  CODE(p == nullptr ? cudaSuccess : cudaErrorUnknown, 0);
  p = new char[8 << 20];  // device code has no exceptions to throw
  CODE(p == nullptr ? cudaSuccess : cudaErrorUnknown, 0);
  CODE(cudaMalloc(&p, 0), 1);
  CODE(cudaFree(nullptr), 0);
  p = malloc(100);
  CODE(cudaFree(p), 0);
  CODE(cudaMalloc(&p, 100), 0);
  free(p);
  CODE(cudaMalloc(&kept, 64), 0);
  CODE(cudaFree(hosts), 0);  // the card does not mind, and does nothing
}

__global__ void free_kept() { CODE(cudaFree(kept), 0); }

int main() {
  void* hosts;
  cudaMalloc(&hosts, 4 << 20);
  calls<<<1, 1>>>(hosts);
  expect_codes(12);
  void* heap = nullptr;
  char bytes[64] = {};
  cudaMemcpyFromSymbol(&heap, kept, sizeof heap);
  EXPECT_EQ(cudaMemcpy(bytes, heap, 64, cudaMemcpyDeviceToHost), 1);
  EXPECT_EQ(cudaMemcpy(heap, bytes, 64, cudaMemcpyHostToDevice), 1);
  EXPECT_EQ(cudaFree(heap), 1);
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20), 1);  // a kernel has used it
  free_kept<<<1, 1>>>();
  expect_codes(13);
  EXPECT_EQ(cudaFree(hosts), 0);
  return failures();
}
