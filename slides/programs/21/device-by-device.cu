// Lecture 21: a mistake. All that device 1 does comes first, its wait included; at that moment the
// event has never been recorded, and use waits for nothing.
#include <cstdio>

__device__ void work_for(int microseconds) {
  for (int i = 0; i < microseconds; i += 10) __nanosleep(10000);
}

__global__ void fill(int* data) {
  work_for(50);
  data[threadIdx.x] = static_cast<int>(threadIdx.x);
}

__global__ void make(int* data) {
  fill<<<1, 32>>>(data);
  if (cudaGetLastError() != cudaSuccess) __trap();
}

__global__ void prepare(int* factor) {
  work_for(20);
  if (threadIdx.x == 0) *factor = 3;
}

__global__ void use(int* data, const int* factor) {
  work_for(30);
  data[threadIdx.x] *= *factor;
}

int main() {
  int* data;
  cudaMallocHost(&data, 33 * sizeof(int));  // pinned: both devices reach it
  int* const factor = data + 32;
  cudaStream_t s0, s1;
  cudaSetDevice(0);
  cudaStreamCreateWithFlags(&s0, cudaStreamNonBlocking);
  cudaSetDevice(1);
  cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);

  cudaEvent_t made;
  cudaSetDevice(0);
  cudaEventCreateWithFlags(&made, cudaEventDisableTiming);
  // [wrong]
  cudaSetDevice(1);
  prepare<<<1, 32, 0, s1>>>(factor);
  cudaStreamWaitEvent(s1, made, 0);
  use<<<1, 32, 0, s1>>>(data, factor);
  cudaSetDevice(0);
  make<<<1, 1, 0, s0>>>(data);
  cudaEventRecord(made, s0);
  // [wrong]

  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    cudaDeviceSynchronize();
  }
  std::printf("data[31] is %d\n", data[31]);
  cudaEventDestroy(made);
  cudaStreamDestroy(s0);
  cudaStreamDestroy(s1);
  cudaFreeHost(data);
}
