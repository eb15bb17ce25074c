// A tail's own tail comes before the next tail of the parent (T4): 10 11 14 13 12.
#include "../marks.h"

__global__ void leaf(int number, int microseconds) {
  linger(microseconds);
  mark(number);
}

__global__ void a() {
  mark(11);
  leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(13, 0);
  leaf<<<1, 1, 0, cudaStreamFireAndForget>>>(14, 200);
  if (cudaGetLastError() != cudaSuccess) mark(-1);
}

__global__ void parent() {
  mark(10);
  a<<<1, 1, 0, cudaStreamTailLaunch>>>();
  leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(12, 0);
  if (cudaGetLastError() != cudaSuccess) mark(-1);
}

int main() {
  parent<<<1, 1>>>();
  EXPECT_EQ(cudaGetLastError(), 0);
  expect_marks({10, 11, 14, 13, 12});
  return failures();
}
