// The next grid in a stream waits for its predecessor's children and tails (T5): 30 31 33 32 34.
#include "../marks.h"

__global__ void leaf(int number, int microseconds) {
  linger(microseconds);
  mark(number);
}

__global__ void a() {
  mark(31);
  leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(32, 0);
  leaf<<<1, 1, 0, cudaStreamFireAndForget>>>(33, 200);
  if (cudaGetLastError() != cudaSuccess) mark(-1);
}

__global__ void parent() {
  mark(30);
  a<<<1, 1>>>();
  leaf<<<1, 1>>>(34, 0);
  if (cudaGetLastError() != cudaSuccess) mark(-1);
}

int main() {
  parent<<<1, 1>>>();
  EXPECT_EQ(cudaGetLastError(), 0);
  expect_marks({30, 31, 33, 32, 34});
  return failures();
}
