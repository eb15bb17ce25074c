// A program for several devices whose devices take turns: right, and no faster than one (D5).
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

void square_on_devices(int* values) {
  for (int d = 0; d < kDevices; ++d) {
    int *data, *part = values + d * kPart;
    cudaSetDevice(d);
    cudaMalloc(&data, kBytes);
    cudaMemcpy(data, part, kBytes, cudaMemcpyHostToDevice);
    square_all<<<1, 1>>>(data);
    cudaMemcpy(part, data, kBytes, cudaMemcpyDeviceToHost);
    cudaFree(data);
  }
}

int main() {
  static int values[kDevices * kPart];
  for (int i = 0; i < kDevices * kPart; ++i) values[i] = i;
  square_on_devices(values);
  return values[100] == 10000 ? cudaGetLastError() : 1;
}
