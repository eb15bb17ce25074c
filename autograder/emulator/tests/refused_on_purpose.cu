// EMULATOR_REFUSED_LAUNCH=3 refuses the device's third launch as a full pool does, and no other; a
// program that is run without it has all its launches. The host's launches do not count.
#include <cstdlib>

#include "expect.h"

constexpr int kLaunches = 5;

__device__ int codes[kLaunches];
__device__ int children;

__global__ void child() { atomicAdd(&children, 1); }

__global__ void parent() {
  for (int i = 0; i < kLaunches; ++i) {
    child<<<1, 1>>>();
    codes[i] = cudaGetLastError();
  }
}

int main() {
  const char* setting = std::getenv("EMULATOR_REFUSED_LAUNCH");
  const int refused = setting == nullptr ? 0 : std::atoi(setting);
  child<<<1, 1>>>();
  parent<<<1, 1>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int actual[kLaunches], ran;
  cudaMemcpyFromSymbol(actual, codes, sizeof actual);
  cudaMemcpyFromSymbol(&ran, children, sizeof ran);
  for (int i = 0; i < kLaunches; ++i) EXPECT_EQ(actual[i], i + 1 == refused ? 69 : 0);
  EXPECT_EQ(ran, 1 + kLaunches - (refused > 0 ? 1 : 0));
  return failures();
}
