// Children use shared memory in each of its forms; the size of the dynamic part comes with the
// launch (K13). What one block leaves there the next does not find as its own (M9).
#include "../counts.h"

enum { kWrong, kRefused };

__shared__ int at_file_scope[32];
extern __shared__ int dynamic_ints[];

__global__ void child(int ints) {
  __shared__ int inside[32];
  const unsigned i = threadIdx.x;
  at_file_scope[i] = static_cast<int>(i);
  inside[i] = static_cast<int>(100 + i);
  for (unsigned k = i; k < static_cast<unsigned>(ints); k += blockDim.x)
    dynamic_ints[k] = static_cast<int>(1000 * (blockIdx.x + 1) + k);
  __syncthreads();
  const unsigned mirror = 31 - i;
  if (at_file_scope[mirror] != static_cast<int>(mirror)) count(kWrong);
  if (inside[mirror] != static_cast<int>(100 + mirror)) count(kWrong);
  if (ints > 0 && dynamic_ints[ints - 1] != static_cast<int>(1000 * (blockIdx.x + 1)) + ints - 1)
    count(kWrong);
}

__global__ void parent() {
  for (int ints : {0, 1, 32, 12000 - 64}) {
    child<<<4, 32, ints * sizeof(int)>>>(ints);
    count_failure(kRefused);
  }
}

int main() {
  parent<<<1, 1>>>();
  EXPECT_EQ(taken(kWrong), 0);
  EXPECT_EQ(taken(kRefused), 0);
  return failures();
}
