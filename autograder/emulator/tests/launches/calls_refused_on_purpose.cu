// EMULATOR_REFUSED_CALL=cudaFree:2:801 refuses the host's second cudaFree with 801, and no other
// call; EMULATOR_REFUSED_DEVICE_CALL=cudaMalloc:2:2 the device's second cudaMalloc. What is refused
// does nothing: the memory is still there to be freed. EMULATOR_REFUSED_DEVICE_CALL=%nwarpid:2:77
// lets the second read of that register find 77.
#include <cstdlib>
#include <string>

#include "../expect.h"

__device__ int codes[3];

__global__ void take() {
  for (int& code : codes) {
    void* memory = nullptr;
    code = cudaMalloc(&memory, 64);
    if (code == cudaSuccess) cudaFree(memory);
  }
}

__global__ void read_registers() {
  for (int& code : codes) asm volatile("mov.u32 %0, %%nwarpid;" : "=r"(code));
}

void expect_registers(bool second_is_told) {
  int actual[3];
  read_registers<<<1, 1>>>();
  EXPECT_EQ(cudaMemcpyFromSymbol(actual, codes, sizeof actual), 0);
  EXPECT_EQ(actual[0], actual[2]);
  EXPECT_EQ(actual[1], second_is_told ? 77 : actual[0]);
}

int main() {
  const bool of_host = std::getenv("EMULATOR_REFUSED_CALL") != nullptr;
  const char* const device = std::getenv("EMULATOR_REFUSED_DEVICE_CALL");
  const std::string call = device == nullptr ? "" : device;
  const bool of_device = call.rfind("cudaMalloc", 0) == 0;
  int *one = nullptr, *other = nullptr;
  EXPECT_EQ(cudaMalloc(&one, 64), 0);
  EXPECT_EQ(cudaMalloc(&other, 64), 0);
  EXPECT_EQ(cudaFree(one), 0);
  EXPECT_EQ(cudaFree(other), of_host ? 801 : 0);
  if (of_host) EXPECT_EQ(cudaGetLastError(), 801);
  if (of_host) EXPECT_EQ(cudaFree(other), 0);
  take<<<1, 1>>>();
  EXPECT_EQ(cudaGetLastError(), 0);
  int actual[3];
  EXPECT_EQ(cudaMemcpyFromSymbol(actual, codes, sizeof actual), 0);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(actual[i], of_device && i == 1 ? 2 : 0);
  expect_registers(call.rfind("%nwarpid", 0) == 0);
  return failures();
}
