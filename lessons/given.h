// What exercises are given: checked calls, memory that frees itself, the first error of the device.
#pragma once

#include <cuda_runtime.h>

// Leaves the function with the first error that a call of the host returns.
#define TRY(call)                                   \
  do {                                              \
    const cudaError_t try_error = (call);           \
    if (try_error != cudaSuccess) return try_error; \
  } while (0)

// Device memory that frees itself, so that TRY may leave a function anywhere.
template <typename T>
struct DeviceArray {
  T* data = nullptr;

  DeviceArray() = default;
  DeviceArray(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data); }

  cudaError_t allocate(int n) { return cudaMalloc(&data, sizeof(T) * (n > 0 ? n : 1)); }
  cudaError_t copy_of(const T* values, int n) {
    TRY(allocate(n));
    return cudaMemcpy(data, values, sizeof(T) * n, cudaMemcpyHostToDevice);
  }
  cudaError_t copy_to(T* values, int n) const {
    return cudaMemcpy(values, data, sizeof(T) * n, cudaMemcpyDeviceToHost);
  }
};

// Host memory in which kernels work; it frees itself, too.
struct MappedInts {
  int* host = nullptr;
  int* device = nullptr;

  MappedInts() = default;
  MappedInts(const MappedInts&) = delete;
  ~MappedInts() { cudaFreeHost(host); }

  cudaError_t allocate(int n) {
    TRY(cudaHostAlloc(&host, sizeof(int) * n, cudaHostAllocMapped));
    return cudaHostGetDevicePointer(&device, host, 0);
  }
};

// A launch or call that fails on the device tells only the thread that made it (R3, R7). So the
// first such error is kept here, where the host can read it.
__device__ int first_error;

__device__ inline void keep_error(cudaError_t error) {
  if (error != cudaSuccess) atomicCAS(&first_error, cudaSuccess, error);
}

__device__ inline bool no_error_yet() { return atomicAdd(&first_error, 0) == cudaSuccess; }

// cudaMemcpyToSymbol may return before the value has arrived (D6), and a kernel in a non-blocking
// stream would not wait for it.
inline cudaError_t clear_error() {
  const int none = cudaSuccess;
  TRY(cudaMemcpyToSymbol(first_error, &none, sizeof(none)));
  return cudaStreamSynchronize(nullptr);
}

inline cudaError_t read_error() {
  int error = cudaSuccess;
  TRY(cudaMemcpyFromSymbol(&error, first_error, sizeof(error)));
  return static_cast<cudaError_t>(error);
}

__device__ inline int thread_in_grid() { return blockIdx.x * blockDim.x + threadIdx.x; }
