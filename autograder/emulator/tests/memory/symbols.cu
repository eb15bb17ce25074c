// __device__ and __constant__ variables by name, and what wrong parts of them answer.
#include "../expect.h"

__device__ int variable[10];
__constant__ int constant[10];
__managed__ int managed_variable;

__global__ void add() {
  variable[threadIdx.x] += constant[threadIdx.x];
  if (threadIdx.x == 0) managed_variable += 1;
}

int main() {
  int values[11] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, result[11] = {};
  EXPECT_EQ(cudaMemcpyToSymbol(variable, values, 40), 0);
  EXPECT_EQ(cudaMemcpyToSymbol(constant, values, 40), 0);
  managed_variable = 5;
  add<<<1, 10>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  EXPECT_EQ(managed_variable, 6);
  EXPECT_EQ(cudaMemcpyFromSymbol(result, variable, 40), 0);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(result[i], 2 * i);
  EXPECT_EQ(cudaMemcpyFromSymbol(result, variable, 4, 8), 0);
  EXPECT_EQ(result[0], 4);

  EXPECT_EQ(cudaMemcpyToSymbol(variable, values, 41), 1);
  EXPECT_EQ(cudaMemcpyToSymbol(variable, values, 4, 40), 1);
  EXPECT_EQ(cudaMemcpyFromSymbol(result, constant, 44), 1);
  EXPECT_EQ(cudaMemcpyToSymbol(result, values, 4), 13);
  EXPECT_EQ(cudaMemcpyToSymbol(variable, values, 4, 0, cudaMemcpyDeviceToHost), 21);
  EXPECT_EQ(cudaMemcpyFromSymbol(result, variable, 4, 0, cudaMemcpyHostToDevice), 21);
  EXPECT_EQ(cudaMemcpyToSymbol(variable, values, 4, 0, cudaMemcpyDeviceToDevice), 1);

  void* address = nullptr;
  size_t size = 0;
  EXPECT_EQ(cudaGetSymbolAddress(&address, variable), 0);
  EXPECT_EQ(cudaMemset(address, 0, 40), 0);
  EXPECT_EQ(cudaMemcpyFromSymbol(result, variable, 40), 0);
  EXPECT_EQ(result[9], 0);
  EXPECT_EQ(cudaGetSymbolAddress(&address, result), 13);
  EXPECT_EQ(cudaGetSymbolSize(&size, variable), 0);
  EXPECT_EQ(size, 40);
  return failures();
}
