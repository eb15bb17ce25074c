// EMULATOR_REFUSED_LAUNCH=3 refuses the device's third launch as a full pool does, and no other; a
// program that is run without it has all its launches. EMULATOR_REFUSED_HOST_LAUNCH=2 does the same
// to the host's second, with error 701. Neither counts the other's. After a colon stands another
// error, as in 3:9.
#include <cstdlib>
#include <cstring>

#include "../expect.h"

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

int number_in(const char* variable) {
  const char* setting = std::getenv(variable);
  return setting == nullptr ? 0 : std::atoi(setting);
}

// Behind the colon, if there is one.
int error_in(const char* variable, int usual) {
  const char* setting = std::getenv(variable);
  const char* colon = setting == nullptr ? nullptr : std::strchr(setting, ':');
  return colon == nullptr ? usual : std::atoi(colon + 1);
}

int main() {
  const int refused = number_in("EMULATOR_REFUSED_LAUNCH");
  const int refused_of_host = number_in("EMULATOR_REFUSED_HOST_LAUNCH");
  const int error = error_in("EMULATOR_REFUSED_LAUNCH", 69);
  const int error_of_host = error_in("EMULATOR_REFUSED_HOST_LAUNCH", 701);
  parent<<<1, 1>>>();
  EXPECT_EQ(cudaGetLastError(), 0);
  child<<<1, 1>>>();
  EXPECT_EQ(cudaGetLastError(), refused_of_host == 2 ? error_of_host : 0);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int actual[kLaunches], ran;
  cudaMemcpyFromSymbol(actual, codes, sizeof actual);
  cudaMemcpyFromSymbol(&ran, children, sizeof ran);
  for (int i = 0; i < kLaunches; ++i) EXPECT_EQ(actual[i], i + 1 == refused ? error : 0);
  EXPECT_EQ(ran, 1 + kLaunches - (refused > 0 ? 1 : 0) - (refused_of_host > 0 ? 1 : 0));
  return failures();
}
