// The last error is the thread's own (R1): others of the block and the host read 0 (R3). Peeking keeps
// it, getting clears it (R2). API calls that fail leave it, too (R7), and good calls do not clear it.
#include "../expect.h"

__device__ int codes[8];
__device__ int others;

__global__ void child() {}

__global__ void parent() {
  if (threadIdx.x == 0) {
    child<<<1, 0>>>();
    codes[0] = cudaPeekAtLastError();
    codes[1] = cudaPeekAtLastError();
    codes[2] = cudaGetLastError();
    codes[3] = cudaGetLastError();
    void* memory;
    codes[4] = cudaMalloc(&memory, 100000000);
    child<<<1, 1>>>();
    codes[5] = cudaGetLastError();
    child<<<1, 0>>>();
  }
  __syncthreads();
  if (threadIdx.x != 0) atomicAdd(&others, cudaPeekAtLastError());
  __syncthreads();
  if (threadIdx.x == 0) codes[6] = cudaGetLastError();
}

int main() {
  parent<<<1, 64>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  EXPECT_EQ(cudaGetLastError(), 0);
  int actual[8], of_others = 0;
  cudaMemcpyFromSymbol(actual, codes, sizeof actual);
  cudaMemcpyFromSymbol(&of_others, others, sizeof of_others);
  const int expected[8] = {9, 9, 9, 0, 2, 2, 9, 0};
  for (int i = 0; i < 8; ++i) EXPECT_EQ(actual[i], expected[i]);
  EXPECT_EQ(of_others, 0);
  return failures();
}
