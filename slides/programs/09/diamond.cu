// Four grids: b and c after a, d after both, and b and c side by side. Two streams and two events.
#include <cuda_runtime.h>

__device__ void work_for(int microseconds) {
  for (int i = 0; i < microseconds; i += 10) __nanosleep(10000);
}

__global__ void a() { work_for(100); }
__global__ void b() { work_for(200); }
__global__ void c() { work_for(150); }
__global__ void d() { work_for(100); }

__device__ void check(cudaError_t error) {
  if (error != cudaSuccess) __trap();
}

struct Arrows {
  cudaStream_t left, right;
  cudaEvent_t forked, joined;
};

__device__ void start_diamond(const Arrows& with) {
  a<<<1, 32, 0, with.left>>>();
  check(cudaGetLastError());
  check(cudaEventRecord(with.forked, with.left));
  b<<<1, 32, 0, with.left>>>();
  check(cudaGetLastError());

  check(cudaStreamWaitEvent(with.right, with.forked, 0));
  c<<<1, 32, 0, with.right>>>();
  check(cudaGetLastError());
  check(cudaEventRecord(with.joined, with.right));

  check(cudaStreamWaitEvent(with.left, with.joined, 0));
  d<<<1, 32, 0, with.left>>>();
  check(cudaGetLastError());
}

__global__ void parent() {
  Arrows with;
  check(cudaStreamCreateWithFlags(&with.left, cudaStreamNonBlocking));
  check(cudaStreamCreateWithFlags(&with.right, cudaStreamNonBlocking));
  // [create]
  check(cudaEventCreateWithFlags(&with.forked, cudaEventDisableTiming));
  check(cudaEventCreateWithFlags(&with.joined, cudaEventDisableTiming));
  // [create]
  start_diamond(with);
  // [destroy]
  check(cudaEventDestroy(with.forked));
  check(cudaEventDestroy(with.joined));
  // [destroy]
  check(cudaStreamDestroy(with.left));
  check(cudaStreamDestroy(with.right));
}

int main() {
  parent<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
