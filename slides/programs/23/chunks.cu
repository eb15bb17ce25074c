// Chunks in two alternating streams; the values are pinned, the results go to ordinary memory.
#include <cuda_runtime.h>

constexpr int kChunks = 6, kSize = 128, kBytes = kSize * sizeof(int);

__global__ void work_on(int* values) {
  for (int i = 0; i < 20; ++i) __nanosleep(10000);
  values[threadIdx.x] *= values[threadIdx.x];
}

int main() {
  int *values, *device;
  cudaStream_t streams[2];
  cudaMallocHost(&values, kChunks * kBytes);
  cudaMalloc(&device, kChunks * kBytes);
  for (cudaStream_t& s : streams) cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  for (int i = 0; i < kChunks * kSize; ++i) values[i] = i;
  // [chunks]
  int* const result = new int[kChunks * kSize];
  for (int c = 0; c < kChunks; ++c) {
    const cudaStream_t s = streams[c % 2];
    int* const there = device + c * kSize;
    cudaMemcpyAsync(there, values + c * kSize, kBytes, cudaMemcpyHostToDevice, s);
    work_on<<<1, kSize, 0, s>>>(there);
    cudaMemcpyAsync(result + c * kSize, there, kBytes, cudaMemcpyDeviceToHost, s);
  }
  cudaDeviceSynchronize();
  // [chunks]
  delete[] result;
  for (cudaStream_t s : streams) cudaStreamDestroy(s);
  cudaFree(device);
  cudaFreeHost(values);
}
