// Plain reads that only hint at what an atomic then decides: no race, as everybody writes it.
#include "../expect.h"

constexpr int kThreads = 256, kBlocks = 8, kAll = kThreads * kBlocks;

__device__ int largest, claimed, winner = -1;
__device__ double sum;

// A double's addition on cards that have none.
__device__ double add(double* address, double value) {
  auto* word = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *word, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed,
                    __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__global__ void decide() {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > largest) atomicMax(&largest, i);
  if (claimed == 0 && atomicExch(&claimed, 1) == 0) winner = i;
  add(&sum, 0.5);
}

template <class T>
T read(const T& symbol) {
  T value{};
  EXPECT_EQ(cudaMemcpyFromSymbol(&value, symbol, sizeof value), 0);
  return value;
}

int main() {
  decide<<<kBlocks, kThreads>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  EXPECT_EQ(read(largest), kAll - 1);
  EXPECT_EQ(read(claimed), 1);
  EXPECT(read(winner) >= 0);
  EXPECT_EQ(read(sum), kAll * 0.5);
  return failures();
}
