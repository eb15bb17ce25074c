// One thread calls the runtime, what the call hands back goes to shared memory, and behind a
// barrier the whole block uses it: the calls' results are writes of the calling thread (M2).
#include "../expect.h"

constexpr int kThreads = 100;

__device__ int sums[kThreads];
__device__ int refused;

__device__ void count_refusal(cudaError_t error) {
  if (error != cudaSuccess) atomicAdd(&refused, 1);
}

__global__ void copy_mirrored(const int* from) {
  sums[threadIdx.x] = from[kThreads - 1 - threadIdx.x];
}

__global__ void give_back(int* memory) { cudaFree(memory); }

__global__ void parent() {
  __shared__ int* memory;
  __shared__ cudaStream_t stream;
  __shared__ cudaEvent_t event;
  __shared__ int device, warp;
  __shared__ size_t limit;
  if (threadIdx.x == 0) {
    count_refusal(cudaMalloc(&memory, sizeof(int) * kThreads));
    count_refusal(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    count_refusal(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    count_refusal(cudaGetDevice(&device));
    count_refusal(cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device));
    count_refusal(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  }
  __syncthreads();
  memory[threadIdx.x] = static_cast<int>(threadIdx.x) + device + warp + (limit > 0 ? 1 : 0);
  __syncthreads();
  if (threadIdx.x != kThreads - 1) return;
  copy_mirrored<<<1, kThreads, 0, stream>>>(memory);
  count_refusal(cudaGetLastError());
  count_refusal(cudaEventRecord(event, stream));
  give_back<<<1, 1, 0, stream>>>(memory);
  count_refusal(cudaGetLastError());
  count_refusal(cudaEventDestroy(event));
  count_refusal(cudaStreamDestroy(stream));
}

int main() {
  parent<<<1, kThreads>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  int result[kThreads], errors = -1;
  EXPECT_EQ(cudaMemcpyFromSymbol(result, sums, sizeof result), 0);
  EXPECT_EQ(cudaMemcpyFromSymbol(&errors, refused, sizeof errors), 0);
  EXPECT_EQ(errors, 0);
  for (int i = 0; i < kThreads; ++i) EXPECT_EQ(result[i], kThreads - 1 - i + 33);
  return failures();
}
