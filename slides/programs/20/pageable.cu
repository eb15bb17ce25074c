// Asynchronous by name: the target is pageable, and the copy waits for the kernel before it (D6).
#include <cuda_runtime.h>

#include <vector>

__global__ void work(int* data) {
  for (int i = 0; i < 2000; ++i) __nanosleep(10000);  // 20 ms
  *data = 1;
}

int main() {
  int* data;
  cudaStream_t s;
  cudaMalloc(&data, sizeof(int));
  cudaStreamCreate(&s);
  // [copy]
  std::vector<int> result(1);
  work<<<1, 1, 0, s>>>(data);
  cudaMemcpyAsync(result.data(), data, sizeof(int), cudaMemcpyDeviceToHost, s);
  // [copy]
  cudaStreamDestroy(s);
  return result[0] - 1 + cudaFree(data);
}
