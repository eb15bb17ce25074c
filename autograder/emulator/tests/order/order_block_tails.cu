// A tail waits for all blocks of its grid, not for the one that launched it (T2). The card's order was
// 0 1 2 100 102 101: the order among tails of different blocks is free (T3).
#include "../marks.h"

__global__ void leaf(int number) { mark(number); }

__global__ void parent() {
  leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(100 + static_cast<int>(blockIdx.x));
  if (cudaGetLastError() != cudaSuccess) mark(-1);
  linger((static_cast<int>(blockIdx.x) + 1) * 100);
  mark(static_cast<int>(blockIdx.x));
}

int main() {
  parent<<<3, 1>>>();
  EXPECT_EQ(cudaGetLastError(), 0);
  const std::vector<int> order = taken_marks();
  EXPECT_EQ(order.size(), 6);
  expect_before(order, {0, 1, 2}, {100, 101, 102});
  return failures();
}
