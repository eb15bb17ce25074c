// Launches that may start before the kernel ahead of them in the stream is complete: programmatic
// dependent launch.
#pragma once

#include <cuda_runtime.h>

#include "../expect.h"

/// cudaLaunchKernelEx(Early(blocks, threads).get(), kernel, arguments …)
class Early {
 public:
  Early(dim3 grid, dim3 block, cudaStream_t stream = nullptr, int allowed = 1) {
    attribute_.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute_.val.programmaticStreamSerializationAllowed = allowed;
    config_.gridDim = grid;
    config_.blockDim = block;
    config_.stream = stream;
  }
  /// Good as long as this object.
  const cudaLaunchConfig_t* get() {
    config_.attrs = &attribute_;
    config_.numAttrs = 1;
    return &config_;
  }

 private:
  cudaLaunchAttribute attribute_{};
  cudaLaunchConfig_t config_{};
};

/// Long enough on a card for a grid that may start to do so.
__device__ inline void pass_time(int microseconds = 300) {
  for (int i = 0; i < microseconds; ++i) __nanosleep(1000);
}

/// `count` ints of the device that are 0.
inline int* zeros(int count) {
  int* device = nullptr;
  EXPECT_EQ(cudaMalloc(&device, count * sizeof(int)), cudaSuccess);
  EXPECT_EQ(cudaMemset(device, 0, count * sizeof(int)), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  return device;
}

/// What is there when all that was launched before is complete.
inline std::vector<int> values(const int* device, int count) {
  std::vector<int> host(count, -1);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(host.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost),
            cudaSuccess);
  return host;
}

/// How many of them are not what `expected(i)` says.
template <class Expected>
int wrong_values(const int* device, int count, const Expected& expected) {
  int wrong = 0;
  const std::vector<int> found = values(device, count);
  for (int i = 0; i < count; ++i) wrong += found[i] != expected(i);
  return wrong;
}
