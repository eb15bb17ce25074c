// A stream that one block creates works in another block of the grid; what both launch into it runs in
// order (S3).
#include "../marks.h"

__device__ cudaStream_t shared_stream;
__device__ int is_there;

__global__ void leaf(int number, int microseconds) {
  linger(microseconds);
  mark(number);
}

__global__ void parent() {
  if (blockIdx.x == 0) {
    if (cudaStreamCreateWithFlags(&shared_stream, cudaStreamNonBlocking) != cudaSuccess) mark(-1);
    leaf<<<1, 1, 0, shared_stream>>>(1, 300);
    if (cudaGetLastError() != cudaSuccess) mark(-2);
    __threadfence();
    atomicExch(&is_there, 1);
  } else {
    while (atomicAdd(&is_there, 0) == 0) {
    }
    __threadfence();
    leaf<<<1, 1, 0, shared_stream>>>(2, 0);
    if (cudaGetLastError() != cudaSuccess) mark(-3);
  }
}

int main() {
  parent<<<2, 1>>>();
  EXPECT_EQ(cudaGetLastError(), 0);
  expect_marks({1, 2});
  return failures();
}
