// An event recorded twice: who called cudaStreamWaitEvent in between waits for the first (E8).
#include <cuda_runtime.h>

__device__ void work_for(int microseconds) {
  for (int i = 0; i < microseconds; i += 10) __nanosleep(10000);
}

__global__ void first() { work_for(100); }
__global__ void second() { work_for(200); }
__global__ void third() { work_for(100); }

__device__ void check(cudaError_t error) {
  if (error != cudaSuccess) __trap();
}

__device__ void start(cudaStream_t s, cudaStream_t t, cudaEvent_t e) {
  // [twice]
  first<<<1, 32, 0, s>>>();
  check(cudaGetLastError());
  check(cudaEventRecord(e, s));
  check(cudaStreamWaitEvent(t, e, 0));

  second<<<1, 32, 0, s>>>();
  check(cudaGetLastError());
  check(cudaEventRecord(e, s));
  third<<<1, 32, 0, t>>>();
  check(cudaGetLastError());
  // [twice]
}

__global__ void parent() {
  cudaStream_t s, t;
  cudaEvent_t e;
  check(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  check(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  check(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
  start(s, t, e);
  check(cudaEventDestroy(e));
  check(cudaStreamDestroy(s));
  check(cudaStreamDestroy(t));
}

int main() {
  parent<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
