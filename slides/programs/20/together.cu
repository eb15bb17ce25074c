// The same at the same time: all devices have all of their work before the host waits (D5).
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

// `values` is pinned.
void square_on_devices(int* values) {
  int* data[kDevices];
  cudaStream_t s[kDevices];
  for (int d = 0; d < kDevices; ++d) {
    cudaSetDevice(d);
    cudaStreamCreate(&s[d]);
    cudaMalloc(&data[d], kBytes);
    cudaMemcpyAsync(data[d], values + d * kPart, kBytes, cudaMemcpyHostToDevice, s[d]);
    square_all<<<1, 1, 0, s[d]>>>(data[d]);
    cudaMemcpyAsync(values + d * kPart, data[d], kBytes, cudaMemcpyDeviceToHost, s[d]);
  }
  for (int d = 0; d < kDevices; ++d) {
    cudaStreamSynchronize(s[d]);
    cudaFree(data[d]);
    cudaStreamDestroy(s[d]);
  }
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
