// What exercises are given: checked calls, memory that frees itself, the first error of the device.
//
//     int fill_then_double(int* result, int n) {
//       DeviceArray<int> data;
//       TRY(data.allocate(n));
//       TRY(clear_error());
//       fill<<<1, 256>>>(data.data, n);
//       TRY(cudaGetLastError());
//       TRY(data.copy_to(result, n));
//       return read_error();
//     }
#pragma once

#include <cuda_runtime.h>

/// Makes the function return if a call returns an error.
///
/// For host code, in functions that return `cudaError_t` or `int`.
/// @param call  an expression that gives a `cudaError_t`, evaluated once
#define TRY(call)                                   \
  do {                                              \
    const cudaError_t try_error = (call);           \
    if (try_error != cudaSuccess) return try_error; \
  } while (0)

/// Device memory that frees itself, so TRY() may leave a function anywhere. It cannot be copied.
/// @tparam T  type of the elements
template <typename T>
struct DeviceArray {
  T* data = nullptr;  ///< what kernels get; null before allocate() and copy_of()

  /// Allocates nothing.
  DeviceArray() = default;
  DeviceArray(const DeviceArray&) = delete;
  /// Frees the memory, which waits for the device.
  ~DeviceArray() { cudaFree(data); }

  /// Allocates memory. Call it once.
  /// @param n  number of elements; less than 1 counts as 1
  /// @return the error of cudaMalloc
  cudaError_t allocate(int n) { return cudaMalloc(&data, sizeof(T) * (n > 0 ? n : 1)); }
  /// Allocates memory and copies elements from the host to it. Call it once.
  /// @param values  n elements in host memory
  /// @param n  number of elements
  /// @return the first error of the allocation and the copy
  cudaError_t copy_of(const T* values, int n) {
    TRY(allocate(n));
    return cudaMemcpy(data, values, sizeof(T) * n, cudaMemcpyHostToDevice);
  }
  /// Copies elements to the host, after the earlier work in the NULL stream.
  /// @param values  room for n elements in host memory
  /// @param n  number of elements, at most as many as were allocated
  /// @return the error of the copy, or of a grid that ran before it
  cudaError_t copy_to(T* values, int n) const {
    return cudaMemcpy(values, data, sizeof(T) * n, cudaMemcpyDeviceToHost);
  }
};

/// Mapped host memory, in which kernels work, too. It frees itself, and it cannot be copied.
struct MappedInts {
  int* host = nullptr;    ///< for host code
  int* device = nullptr;  ///< the same memory for kernels

  /// Allocates nothing.
  MappedInts() = default;
  MappedInts(const MappedInts&) = delete;
  /// Frees the memory.
  ~MappedInts() { cudaFreeHost(host); }

  /// Allocates memory. Call it once.
  /// @param n  number of elements, 1 or more
  /// @return the first CUDA error
  cudaError_t allocate(int n) {
    TRY(cudaHostAlloc(&host, sizeof(int) * n, cudaHostAllocMapped));
    return cudaHostGetDevicePointer(&device, host, 0);
  }
};

/// The first error that a thread of the device met; 0 if none did.
///
/// A launch or call that fails on the device reports its error only to the thread that made it (R3,
/// R7). So keep_error() keeps it here, where the host can read it.
__device__ int first_error;

/// Keeps an error for the host, unless another one was kept before. Any thread may call it.
/// @param error  what a launch or call returned; cudaSuccess changes nothing
__device__ inline void keep_error(cudaError_t error) {
  if (error != cudaSuccess) atomicCAS(&first_error, cudaSuccess, error);
}

/// Tests on the device whether no error has been kept. Any thread may call it.
/// @return true if first_error is 0
__device__ inline bool no_error_yet() { return atomicAdd(&first_error, 0) == cudaSuccess; }

/// Sets first_error to 0 and waits until that is done. The host calls it before it launches.
///
/// cudaMemcpyToSymbol may return before the value has arrived (D6), and a kernel in a non-blocking
/// stream would not wait for it.
/// @return the first error of the copy
inline cudaError_t clear_error() {
  const int none = cudaSuccess;
  TRY(cudaMemcpyToSymbol(first_error, &none, sizeof(none)));
  return cudaStreamSynchronize(nullptr);
}

/// Reads first_error, after the earlier work in the NULL stream. The host calls it after its grids.
/// @return the first error of the device, or of the copy; 0 if there is none
inline cudaError_t read_error() {
  int error = cudaSuccess;
  TRY(cudaMemcpyFromSymbol(&error, first_error, sizeof(error)));
  return static_cast<cudaError_t>(error);
}

/// Numbers the threads of a grid with one dimension.
/// @return `blockIdx.x * blockDim.x + threadIdx.x`
__device__ inline int thread_in_grid() { return blockIdx.x * blockDim.x + threadIdx.x; }
