// Each device has its own copy of a variable (h200-facts 2), and the address that the host asks for
// belongs to the device that is current. Passing it to a kernel on another device is found (M10),
// and so is copying by it there; copying by name means the current device's.
#include <cstring>

#include "../expect.h"

__device__ int cells[8];

__global__ void set(int* p, int value) { *p = value; }
__global__ void set_by_name(int value) { cells[3] = value; }

// Device 1 reads its copy by name; the address was asked for on device 0 only.
int copy_on_the_other(bool by_name) {
  int *address, value = 0;
  cudaSetDevice(0);
  EXPECT_EQ(cudaGetSymbolAddress((void**)&address, cells), 0);
  cudaSetDevice(1);
  set_by_name<<<1, 1>>>(11);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  if (by_name)
    cudaMemcpyFromSymbol(&value, cells, sizeof value, 3 * sizeof value);
  else
    cudaMemcpy(&value, address + 3, sizeof value, cudaMemcpyDefault);
  EXPECT_EQ(value, by_name ? 11 : 0);
  return failures();
}

int main(int, char** argv) {
  int count = 0;
  cudaGetDeviceCount(&count);
  if (count < 2) return std::printf("needs two devices\n"), 0;
  if (std::strncmp(argv[1], "copies", 6) == 0)
    return copy_on_the_other(std::strcmp(argv[1], "copies_by_name") == 0);
  int* address[2];
  for (int device : {0, 1}) {
    cudaSetDevice(device);
    if (device == 0 || std::strcmp(argv[1], "asks_on_each") == 0)
      cudaGetSymbolAddress((void**)&address[device], cells);
    else
      address[device] = address[0];
    set_by_name<<<1, 1>>>(10 + device);
    EXPECT_EQ(cudaDeviceSynchronize(), 0);
  }
  for (int device : {0, 1}) {
    cudaSetDevice(device);
    set<<<1, 1>>>(address[device] + 2, 20 + device);
    EXPECT_EQ(cudaDeviceSynchronize(), 0);
  }
  for (int device : {0, 1}) {
    cudaSetDevice(device);
    int host[8];
    cudaMemcpyFromSymbol(host, cells, sizeof host);
    EXPECT_EQ(host[2], 20 + device);
    EXPECT_EQ(host[3], 10 + device);
  }
  return failures();
}
