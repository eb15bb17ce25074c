// An argument with a copy constructor of its own may be passed by the host, not by device code
// (G7): nvcc refuses to compile that, so this is no program for a card.
#include "../expect.h"

struct Counted {
  int value;
  __host__ __device__ explicit Counted(int v) : value(v) {}
  __host__ __device__ Counted(const Counted& other) : value(other.value + 1) {}
};

__device__ int seen;

__global__ void child(Counted counted) { seen = counted.value; }

__global__ void parent() {
  child<<<1, 1>>>(Counted(1));
  cudaGetLastError();
}

int main() {
  child<<<1, 1>>>(Counted(1));
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int value = 0;
  cudaMemcpyFromSymbol(&value, seen, sizeof value);
  EXPECT(value > 1);
  parent<<<1, 1>>>();
  cudaDeviceSynchronize();
  return failures();
}
