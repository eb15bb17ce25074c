// Several grids at once after a grid: one tail that fires them (T7). The next grid of the stream
// waits for all of it (T5), and the tail finds what its parent's blocks left in global memory (T8,
// T11).
#include "../marks.h"

__device__ int partial[4];

__global__ void leaf(int number) { mark(number + partial[number]); }

__global__ void fires() {
  for (int i = 0; i < 4; ++i) leaf<<<1, 1, 0, cudaStreamFireAndForget>>>(i);
  if (cudaGetLastError() != cudaSuccess) mark(-1);
}

__global__ void parent() {
  partial[blockIdx.x] = 100;
  if (blockIdx.x == 0) fires<<<1, 1, 0, cudaStreamTailLaunch>>>();
  if (cudaGetLastError() != cudaSuccess) mark(-1);
}

__global__ void next() { mark(200); }

int main() {
  parent<<<4, 1>>>();
  next<<<1, 1>>>();
  const std::vector<int> order = taken_marks();
  EXPECT_EQ(order.size(), 5);
  expect_before(order, {100, 101, 102, 103}, {200});
  return failures();
}
