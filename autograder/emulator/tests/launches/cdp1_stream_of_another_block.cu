// In CDP1 streams belong to the block that made them: another block's launch into one is refused
// with error 1 (S3); in CDP2 any block of the grid may use it (order_cross_block_stream.cu).
#include "../expect.h"

__device__ cudaStream_t stream;
__device__ int is_there, code = -1;

__global__ void leaf() {}

__global__ void parent() {
  if (blockIdx.x == 0) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    __threadfence();
    atomicExch(&is_there, 1);
  } else {
    while (atomicAdd(&is_there, 0) == 0) {
    }
    __threadfence();
    leaf<<<1, 1, 0, stream>>>();
    code = cudaGetLastError();
  }
}

int main() {
  parent<<<2, 1>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int value = 0;
  cudaMemcpyFromSymbol(&value, code, sizeof value);
  EXPECT_EQ(value, 1);
  return failures();
}
