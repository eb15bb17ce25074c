// Twenty steps in two buffers, each of which triggers first and then waits: a heat equation, compared
// with a serial version. `careless`: every step reads one value before it waits.
#include <cmath>

#include "../modes.h"
#include "early.h"

constexpr int kBlocks = 5, kThreads = 64, kCount = kBlocks * kThreads, kSteps = 20;

__device__ int smoothed(const int* from, int i) {
  const int left = i > 0 ? from[i - 1] : 0, right = i + 1 < kCount ? from[i + 1] : 0;
  return (left + 2 * from[i] + right) / 4;
}

__global__ void step(const int* from, int* to) {
  cudaTriggerProgrammaticLaunchCompletion();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  cudaGridDependencySynchronize();
  to[i] = smoothed(from, i);
}

__global__ void careless_step(const int* from, int* to) {
  cudaTriggerProgrammaticLaunchCompletion();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int own = from[i];
  cudaGridDependencySynchronize();
  to[i] = own + smoothed(from, i);
}

std::vector<int> start() {
  std::vector<int> values(kCount);
  for (int i = 0; i < kCount; ++i) values[i] = i * 7919 % 1000;
  return values;
}

std::vector<int> serial() {
  std::vector<int> from = start(), to(kCount);
  for (int s = 0; s < kSteps; ++s) {
    for (int i = 0; i < kCount; ++i) {
      const int left = i > 0 ? from[i - 1] : 0, right = i + 1 < kCount ? from[i + 1] : 0;
      to[i] = (left + 2 * from[i] + right) / 4;
    }
    std::swap(from, to);
  }
  return from;
}

template <class Kernel>
std::vector<int> on_device(Kernel* kernel) {
  int *from = zeros(kCount), *to = zeros(kCount);
  const std::vector<int> first = start();
  EXPECT_EQ(cudaMemcpy(from, first.data(), kCount * sizeof(int), cudaMemcpyHostToDevice),
            cudaSuccess);
  for (int s = 0; s < kSteps; ++s) {
    EXPECT_EQ(cudaLaunchKernelEx(Early(kBlocks, kThreads).get(), kernel,
                                 static_cast<const int*>(from), to),
              cudaSuccess);
    std::swap(from, to);
  }
  return values(from, kCount);
}

int main(int count, char** arguments) {
  return run_mode(count, arguments,
                  {{"right", [] { EXPECT(on_device(step) == serial()); }},
                   {"careless", [] { on_device(careless_step); }}});
}
