// A tail that one block launches waits for what another block launches (T2): 201 200.
#include "../marks.h"

__global__ void leaf(int number, int microseconds) {
  linger(microseconds);
  mark(number);
}

__global__ void parent() {
  if (blockIdx.x == 0)
    leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(200, 0);
  else
    leaf<<<1, 1>>>(201, 500);
  if (cudaGetLastError() != cudaSuccess) mark(-1);
}

int main() {
  parent<<<2, 1>>>();
  EXPECT_EQ(cudaGetLastError(), 0);
  expect_marks({201, 200});
  return failures();
}
