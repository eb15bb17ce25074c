// What copies and fills answer in device code: device to device only, and never local, shared or
// constant memory (H6).
#include "../codes.h"

__device__ int from[64], to[64];
__constant__ int constant[8];

__global__ void calls(int* pinned, int* managed, int* device) {
  int local[4] = {};
  __shared__ int shared[4];
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  CODE(cudaMemcpyAsync(to, from, 16, cudaMemcpyDeviceToDevice, s), 0);
  CODE(cudaMemcpyAsync(to, from, 16, cudaMemcpyDefault, s), 0);
  CODE(cudaMemcpyAsync(to, from, 16, cudaMemcpyHostToDevice, s), 21);
  CODE(cudaMemcpyAsync(to, from, 16, cudaMemcpyDeviceToHost, s), 21);
  CODE(cudaMemcpyAsync(to, from, 16, cudaMemcpyHostToHost, s), 21);
  CODE(cudaMemcpyAsync(to, from, 16, static_cast<cudaMemcpyKind>(9), s), 21);
  CODE(cudaMemcpyAsync(to, from, 0, cudaMemcpyHostToDevice, s), 0);
  CODE(cudaMemcpyAsync(local, from, 16, cudaMemcpyDeviceToDevice, s), 1);
  CODE(cudaMemcpyAsync(to, local, 16, cudaMemcpyDefault, s), 1);
  CODE(cudaMemcpyAsync(local, from, 16, cudaMemcpyHostToDevice, s), 21);
  CODE(cudaMemcpyAsync(shared, from, 16, cudaMemcpyDefault, s), 1);
  CODE(cudaMemcpyAsync(to, constant, 16, cudaMemcpyDeviceToDevice, s), 1);
  CODE(cudaMemcpyAsync(to, nullptr, 16, cudaMemcpyDeviceToDevice, s), 1);
  CODE(cudaMemcpyAsync(pinned, from, 16, cudaMemcpyDefault, s), 0);
  CODE(cudaMemcpyAsync(managed, from, 16, cudaMemcpyDeviceToDevice, s), 0);
  CODE(cudaMemcpyAsync(device, from, 16, cudaMemcpyDeviceToDevice, cudaStreamTailLaunch), 0);
  CODE(cudaMemcpyAsync(device + 4, from, 16, cudaMemcpyDeviceToDevice, cudaStreamFireAndForget), 0);
  CODE(cudaMemcpyAsync(device + 8, from, 16, cudaMemcpyDeviceToDevice, cudaStreamPerThread), 0);
  CODE(cudaMemcpyAsync(device + 12, from, 16, cudaMemcpyDeviceToDevice, nullptr), 0);
  CODE(cudaMemsetAsync(to + 32, 0, 16, s), 0);
  CODE(cudaMemsetAsync(shared, 0, 16, s), 1);
  CODE(cudaMemsetAsync(local, 0, 16, s), 1);
  CODE(cudaMemsetAsync(nullptr, 0, 16, s), 1);
  CODE(cudaMemset2DAsync(to + 40, 4, 0, 8, 2, s), 1);
  CODE(cudaMemset2DAsync(to + 40, 8, 0, 8, 2, s), 0);
  CODE(cudaMemcpy2DAsync(to + 48, 4, from, 8, 8, 2, cudaMemcpyDeviceToDevice, s), 12);
  CODE(cudaMemcpy2DAsync(to + 48, 8, from, 8, 8, 2, cudaMemcpyDeviceToDevice, s), 0);
  cudaStreamDestroy(s);
}

int main() {
  int values[64], result[64], *pinned, *managed, *device;
  for (int i = 0; i < 64; ++i) values[i] = i + 1;
  cudaMallocHost(&pinned, 64);
  cudaMallocManaged(&managed, 64);
  cudaMalloc(&device, 64);
  cudaMemcpyToSymbol(from, values, sizeof values);
  cudaMemset(device, 0xff, 64);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  calls<<<1, 1>>>(pinned, managed, device);
  expect_codes(27);
  cudaMemcpyFromSymbol(result, to, sizeof result);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(result[i], i + 1);
  for (int i = 32; i < 36; ++i) EXPECT_EQ(result[i], 0);
  for (int i = 48; i < 52; ++i) EXPECT_EQ(result[i], i - 47);
  cudaMemcpy(result, device, 64, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 16; ++i) EXPECT_EQ(result[i], i % 4 + 1);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(pinned[i], i + 1);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(managed[i], i + 1);
  cudaFreeHost(pinned);
  cudaFree(managed);
  cudaFree(device);
  return failures();
}
