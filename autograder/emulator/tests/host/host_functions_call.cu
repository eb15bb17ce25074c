// A host function of a stream may not call CUDA: each call in it answers 800 and does nothing. What
// is told of it is a warning, and the host's own last error stays as it is.
#include <cuda_runtime.h>

#include "../expect.h"

__device__ int counter;
__global__ void count() { ++counter; }

struct Seen {
  int* memory = nullptr;
  int* not_allocated = nullptr;
  cudaStream_t stream = nullptr;
  cudaError_t allocates = cudaSuccess, copies = cudaSuccess, sets = cudaSuccess,
              records = cudaSuccess, waits = cudaSuccess, launches = cudaSuccess;
};

void calls(void* argument) {
  Seen& seen = *static_cast<Seen*>(argument);
  int value = 7;
  seen.allocates = cudaMalloc(&seen.not_allocated, 4);
  seen.copies = cudaMemcpy(seen.memory, &value, sizeof value, cudaMemcpyHostToDevice);
  seen.sets = cudaMemsetAsync(seen.memory, 1, 4, seen.stream);
  seen.records = cudaStreamSynchronize(seen.stream);
  seen.waits = cudaDeviceSynchronize();
  count<<<1, 1, 0, seen.stream>>>();
}
void calls_in_old_style(cudaStream_t, cudaError_t status, void* argument) {
  EXPECT_EQ(status, cudaSuccess);
  calls(argument);
}

void expect_nothing_done(const Seen& seen) {
  for (cudaError_t error : {seen.allocates, seen.copies, seen.sets, seen.records, seen.waits})
    EXPECT_EQ(error, cudaErrorNotPermitted);
  EXPECT(seen.not_allocated == nullptr);
  int word = 0, counted = 0;
  EXPECT_EQ(cudaMemcpy(&word, seen.memory, sizeof word, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(word, 0);
  EXPECT_EQ(cudaMemcpyFromSymbol(&counted, counter, sizeof counted), cudaSuccess);
  EXPECT_EQ(counted, 0);
}

int main() {
  Seen seen;
  EXPECT_EQ(cudaMalloc(&seen.memory, 4), cudaSuccess);
  EXPECT_EQ(cudaMemset(seen.memory, 0, 4), cudaSuccess);
  EXPECT_EQ(cudaStreamCreate(&seen.stream), cudaSuccess);
  EXPECT_EQ(cudaLaunchHostFunc(seen.stream, calls, &seen), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(seen.stream), cudaSuccess);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  expect_nothing_done(seen);

  EXPECT_EQ(cudaStreamAddCallback(seen.stream, calls_in_old_style, &seen, 0), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(seen.stream), cudaSuccess);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  expect_nothing_done(seen);

  EXPECT_EQ(cudaStreamDestroy(seen.stream), cudaSuccess);
  EXPECT_EQ(cudaFree(seen.memory), cudaSuccess);
  return failures();
}
