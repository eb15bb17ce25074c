// An event behind a grid waits for that grid's tails, too (N4): 1 2 3.
#include "../marks.h"

__device__ int codes[6];

__global__ void leaf(int number) { mark(number); }

__global__ void first() {
  mark(1);
  leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(2);
  if (cudaGetLastError() != cudaSuccess) mark(-1);
}

__global__ void parent() {
  cudaStream_t a, b;
  cudaEvent_t done;
  codes[0] = cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  codes[1] = cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  codes[2] = cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  first<<<1, 1, 0, a>>>();
  codes[3] = cudaEventRecord(done, a);
  codes[4] = cudaStreamWaitEvent(b, done, 0);
  leaf<<<1, 1, 0, b>>>(3);
  codes[5] = cudaGetLastError();
}

int main() {
  parent<<<1, 1>>>();
  EXPECT_EQ(cudaGetLastError(), 0);
  expect_marks({1, 2, 3});
  int results[6];
  cudaMemcpyFromSymbol(results, codes, sizeof codes);
  for (int code : results) EXPECT_EQ(code, 0);
  return failures();
}
