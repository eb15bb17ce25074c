// Threads that leave their kernel in the midst of a function, by PTX exit. Those that stay meet at
// a barrier without them.
#include <cstdio>

constexpr int kBlocks = 4, kThreads = 96, kEvery = 3;

#define CUDA_TRY(call)                                       \
  do {                                                       \
    if (const cudaError_t e = (call)) {                      \
      std::printf("%s: %s\n", #call, cudaGetErrorString(e)); \
      return 1;                                              \
    }                                                        \
  } while (0)

__device__ __noinline__ void leave_if(bool leaves, int* left) {
  if (!leaves) return;
  atomicAdd(left, 1);
  asm volatile("exit;");
}

__global__ void halve_in_steps(int* left, int* stayed, int* sums) {
  __shared__ int sum;
  if (threadIdx.x == 1) sum = 0;
  __syncthreads();
  leave_if(threadIdx.x % kEvery == 0, left);
  atomicAdd(&sum, static_cast<int>(threadIdx.x));
  __syncthreads();
  atomicAdd(stayed, 1);
  if (threadIdx.x == 1) sums[blockIdx.x] = sum;
}

int main() {
  int *counts = nullptr, host[2 + kBlocks] = {}, sum = 0, stay = 0;
  CUDA_TRY(cudaMalloc(&counts, sizeof host));
  CUDA_TRY(cudaMemset(counts, 0, sizeof host));
  halve_in_steps<<<kBlocks, kThreads>>>(counts, counts + 1, counts + 2);
  CUDA_TRY(cudaGetLastError());
  CUDA_TRY(cudaMemcpy(host, counts, sizeof host, cudaMemcpyDeviceToHost));
  CUDA_TRY(cudaFree(counts));
  for (int i = 0; i < kThreads; ++i) {
    if (i % kEvery == 0) continue;
    ++stay;
    sum += i;
  }
  bool ok = host[0] == kBlocks * (kThreads - stay) && host[1] == kBlocks * stay;
  for (int b = 0; b < kBlocks; ++b) ok &= host[2 + b] == sum;
  std::puts(ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
