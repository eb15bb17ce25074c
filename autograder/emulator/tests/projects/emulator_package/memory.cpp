#include <cuda_runtime.h>

int main() {
  int value = 5, back = 0;
  int* device = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&device), sizeof value);
  cudaMemcpy(device, &value, sizeof value, cudaMemcpyHostToDevice);
  cudaMemcpy(&back, device, sizeof back, cudaMemcpyDeviceToHost);
  cudaFree(device);
  return back == value ? 0 : 1;
}
