// The current device is each host thread's own. A new thread begins with device 0, whatever the
// others have set.
#include "host_threads.h"

void work(int device) {
  int current = -1, *data;
  EXPECT_EQ(cudaGetDevice(&current), cudaSuccess);
  EXPECT_EQ(current, 0);
  EXPECT_EQ(cudaSetDevice(device), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&data, 64 * sizeof(int)), cudaSuccess);
  fill<<<2, 32>>>(data, 64, 100 + device);
  std::this_thread::yield();
  add<<<2, 32>>>(data, 64, device);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaGetDevice(&current), cudaSuccess);
  EXPECT_EQ(current, device);
  cudaPointerAttributes attributes;
  EXPECT_EQ(cudaPointerGetAttributes(&attributes, data), cudaSuccess);
  EXPECT_EQ(attributes.device, device);
  EXPECT_EQ(value_of(data), 100 + 2 * device);
  EXPECT_EQ(cudaFree(data), cudaSuccess);
}

int main() {
  int devices = 0, current = -1;
  EXPECT_EQ(cudaGetDeviceCount(&devices), cudaSuccess);
  EXPECT_EQ(cudaSetDevice(devices - 1), cudaSuccess);
  on_threads(devices, work);
  EXPECT_EQ(cudaGetDevice(&current), cudaSuccess);
  EXPECT_EQ(current, devices - 1);
  return failures();
}
