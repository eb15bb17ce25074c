// Host memory that kernels use in place: mapped allocations with cudaHostGetDevicePointer, and a
// vector's storage registered for a while. A histogram is counted from the one into the other.
#include <cuda_runtime.h>

#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))
static void HandleError(cudaError_t err, const char* file, int line) {
  if (err != cudaSuccess) {
    printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
    exit(EXIT_FAILURE);
  }
}

typedef unsigned char byte;
const int kBins = 256;

__global__ void histo(const byte* buffer, long size, unsigned int* bins) {
  __shared__ unsigned int temp[kBins];
  for (int i = threadIdx.x; i < kBins; i += blockDim.x) temp[i] = 0;
  __syncthreads();
  long i = threadIdx.x + (long)blockIdx.x * blockDim.x;
  const long stride = (long)blockDim.x * gridDim.x;
  while (i < size) {
    atomicAdd(&temp[buffer[i]], 1u);
    i += stride;
  }
  __syncthreads();
  for (int b = threadIdx.x; b < kBins; b += blockDim.x)
    if (temp[b]) atomicAdd(&bins[b], temp[b]);
}

__global__ void saxpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

int main() {
  cudaDeviceProp prop;
  HANDLE_ERROR(cudaGetDeviceProperties(&prop, 0));
  if (prop.canMapHostMemory != 1) {
    printf("cannot map host memory\n");
    return 1;
  }
  HANDLE_ERROR(cudaSetDeviceFlags(cudaDeviceMapHost));

  const long size = 9001;
  byte *text, *d_text;
  unsigned *bins, *d_bins;
  HANDLE_ERROR(cudaHostAlloc((void**)&text, size, cudaHostAllocMapped | cudaHostAllocWriteCombined));
  HANDLE_ERROR(cudaHostAlloc((void**)&bins, kBins * sizeof(unsigned), cudaHostAllocMapped));
  uint32_t seed = 12345;
  std::vector<unsigned> expected(kBins);
  for (long i = 0; i < size; i++) {
    seed = seed * 1664525u + 1013904223u;
    text[i] = seed >> 24;
    expected[seed >> 24]++;
  }
  memset(bins, 0, kBins * sizeof(unsigned));
  HANDLE_ERROR(cudaHostGetDevicePointer((void**)&d_text, text, 0));
  HANDLE_ERROR(cudaHostGetDevicePointer((void**)&d_bins, bins, 0));
  histo<<<prop.multiProcessorCount > 8 ? 8 : prop.multiProcessorCount, 256>>>(d_text, size, d_bins);
  HANDLE_ERROR(cudaDeviceSynchronize());
  const bool counted = memcmp(bins, expected.data(), kBins * sizeof(unsigned)) == 0;

  const int n = 500;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; i++) x[i] = i, y[i] = 1;
  float *d_x, *d_y;
  HANDLE_ERROR(cudaHostRegister(x.data(), n * sizeof(float), cudaHostRegisterMapped));
  HANDLE_ERROR(cudaHostRegister(y.data(), n * sizeof(float), cudaHostRegisterMapped | cudaHostRegisterPortable));
  HANDLE_ERROR(cudaHostGetDevicePointer((void**)&d_x, x.data(), 0));
  HANDLE_ERROR(cudaHostGetDevicePointer((void**)&d_y, y.data(), 0));
  saxpy<<<(n + 63) / 64, 64>>>(n, 2.0f, d_x, d_y);
  HANDLE_ERROR(cudaGetLastError());
  HANDLE_ERROR(cudaDeviceSynchronize());
  HANDLE_ERROR(cudaHostUnregister(x.data()));
  HANDLE_ERROR(cudaHostUnregister(y.data()));
  bool scaled = true;
  for (int i = 0; i < n; i++) scaled &= y[i] == 2.0f * i + 1;

  HANDLE_ERROR(cudaFreeHost(text));
  HANDLE_ERROR(cudaFreeHost(bins));
  printf("histogram %s, saxpy %s\n", counted ? "right" : "wrong", scaled ? "right" : "wrong");
  printf("%s\n", counted && scaled ? "PASSED" : "FAILED");
  return !(counted && scaled);
}
