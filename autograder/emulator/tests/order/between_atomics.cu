// An atomic operation is indivisible, two of them are not: others come in between. On a card they
// do, and so they must under random schedules.
#include "../expect.h"

constexpr int kThreads = 64, kBlocks = 4;

__global__ void look_then_count(int* counter, int* overtaken) {
  const int seen = atomicAdd(counter, 0);
  if (atomicAdd(counter, 1) != seen) atomicAdd(overtaken, 1);
}

int main() {
  int* numbers = nullptr;
  cudaMalloc(&numbers, 2 * sizeof(int));
  cudaMemset(numbers, 0, 2 * sizeof(int));
  look_then_count<<<kBlocks, kThreads>>>(numbers, numbers + 1);
  int results[2];
  EXPECT_EQ(cudaMemcpy(results, numbers, sizeof results, cudaMemcpyDeviceToHost), 0);
  EXPECT_EQ(results[0], kBlocks * kThreads);
  EXPECT(results[1] > 0);
  cudaFree(numbers);
  return failures();
}
