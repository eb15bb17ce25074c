// Everything asynchronous, pinned memory, and still in turn: the array frees itself at the end of
// each turn of the loop, and cudaFree waits for the device (D7).
#include <cuda_runtime.h>

constexpr int kDevices = 2, kPart = 64, kBytes = kPart * sizeof(int);

__global__ void square(int* values) {
  for (int i = 0; i < 12; ++i) __nanosleep(10000);  // 120 µs
  values[threadIdx.x] *= values[threadIdx.x];
}

__global__ void square_all(int* values) {
  square<<<1, kPart>>>(values);
  if (cudaGetLastError() != cudaSuccess) __trap();
}

struct DeviceArray {
  int* data = nullptr;

  DeviceArray() { cudaMalloc(&data, kBytes); }
  ~DeviceArray() { cudaFree(data); }
};

void wait_for_all() {
  for (int d = 0; d < kDevices; ++d) {
    cudaSetDevice(d);
    cudaDeviceSynchronize();
  }
}

void square_on_devices(int* values) {
  for (int d = 0; d < kDevices; ++d) {
    int* const part = values + d * kPart;
    cudaSetDevice(d);
    DeviceArray array;  // frees itself
    cudaMemcpyAsync(array.data, part, kBytes, cudaMemcpyHostToDevice);
    square_all<<<1, 1>>>(array.data);
    cudaMemcpyAsync(part, array.data, kBytes, cudaMemcpyDeviceToHost);
  }
  wait_for_all();
}

int main() {
  int* values;
  cudaMallocHost(&values, kDevices * kBytes);
  for (int i = 0; i < kDevices * kPart; ++i) values[i] = i;
  square_on_devices(values);
  const bool right = values[100] == 10000;
  cudaFreeHost(values);
  return right ? cudaGetLastError() : 1;
}
