// A launch says nothing: one that fails is known only to who reads the launching thread's last
// error (K12, R3).
#include "../counts.h"

__global__ void child() { count(0); }

__global__ void parent() { child<<<1, 2048>>>(); }

int main() {
  parent<<<1, 1>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  EXPECT_EQ(cudaGetLastError(), 0);
  EXPECT_EQ(taken(0), 0);
  return failures();
}
