// What the stream functions answer in device code (S3, S4, S8).
#include "../codes.h"

__device__ int filled, copied;

__global__ void leaf() {}

__global__ void calls(cudaStream_t hosts) {
  cudaStream_t s, t;
  const auto garbage = reinterpret_cast<cudaStream_t>(0x123456);
  CODE(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), 0);
  CODE(cudaStreamCreateWithFlags(&t, 0), 0);  // the guide says an error
  CODE(cudaStreamDestroy(t), 0);
  CODE(cudaStreamCreateWithFlags(&t, 2), 1);
  CODE(cudaStreamCreateWithFlags(&t, 3), 1);
  CODE(cudaStreamCreateWithFlags(nullptr, cudaStreamNonBlocking), 1);
  CODE(cudaStreamDestroy(nullptr), 1);
  CODE(cudaStreamDestroy(cudaStreamPerThread), 1);
  CODE(cudaStreamDestroy(cudaStreamTailLaunch), 1);
  CODE(cudaStreamDestroy(garbage), 1);
  CODE(cudaStreamDestroy(hosts), 1);
  CODE(cudaMemsetAsync(&filled, 0, 4, hosts), 999);  // launches answer 1
  CODE(cudaMemsetAsync(&filled, 0, 4, garbage), 999);
  CODE(cudaMemcpyAsync(&filled, &copied, 4, cudaMemcpyDeviceToDevice, hosts), 999);
  CODE(cudaMemsetAsync(&filled, 0, 0, hosts), 0);
  CODE(cudaStreamDestroy(s), 0);
  CODE(cudaStreamDestroy(s), 0);  // as the card does
  leaf<<<1, 1, 0, s>>>();
  CODE(cudaGetLastError(), 0);
}

__global__ void many() {
  for (int i = 0; i < 20000; ++i) {
    cudaStream_t s;
    const cudaError_t error = cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    if (error != cudaSuccess) CODE(error, 0);
  }
}

int main() {
  cudaStream_t hosts;
  cudaStreamCreate(&hosts);
  calls<<<1, 1>>>(hosts);
  many<<<1, 1>>>();
  expect_codes(18);
  cudaStreamDestroy(hosts);
  return failures();
}
