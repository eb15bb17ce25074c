// Grids that read what other grids have written, and grids that only seem to: reads_test.cpp counts
// the words.
#include <cuda_runtime.h>

#include <vector>

#include "reads.h"

constexpr int kBlock = 64;

struct Six {
  int part[6];
};

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void make(int* made, int n) {
  if (thread() < n) made[thread()] = 1;
}

__global__ void take(int* result, const int* made, int n) {
  if (thread() < n) result[thread()] = made[thread()];
}

__global__ void take_bytes(int* result, const char* made, int n) {
  if (thread() < n) result[thread()] = made[4 * thread()] + made[4 * thread() + 1];
}

__global__ void take_structs(int* result, const Six* made, int n) {
  if (thread() >= n / 6) return;
  const Six mine = made[thread()];
  for (int i = 0; i < 6; ++i) result[6 * thread() + i] = mine.part[i];
}

__global__ void take_away(int* result, int* made, int n) {
  if (thread() < n) result[thread()] = atomicExch(&made[thread()], 0);
}

__global__ void hand_on(int* made, int from, int n) {
  if (thread() < n) made[thread() + 1] = made[thread()] + from;
}

__global__ void take_own(int* result, int n) {
  if (thread() >= n) return;
  result[thread()] = 1;
  __syncthreads();
  const int others = result[thread() ^ 1];
  __syncthreads();
  result[thread()] += others;
}

__global__ void take_first(int* result, const int* made, int n) {
  if (thread() < n) result[thread()] = made[0];
}

__global__ void take_none(int* result, int n) {
  if (thread() < n) result[thread()] = 1;
}

// By one block.
__global__ void make_and_launch(int* result, int* made, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) made[i] = 1;
  __syncthreads();
  if (threadIdx.x == 0) take<<<(n + kBlock - 1) / kBlock, kBlock>>>(result, made, n);
}

__global__ void launch(int* result, const int* made, int n) {
  take<<<(n + kBlock - 1) / kBlock, kBlock>>>(result, made, n);
}

// By the thread that launches, and read there or in a copy.
__global__ void make_alone_and_launch(int* result, int* made, int* copied, int n) {
  if (threadIdx.x != 0) return;
  for (int i = 0; i < n; ++i) made[i] = 1;
  if (copied) cudaMemcpyAsync(copied, made, sizeof(int) * n, cudaMemcpyDeviceToDevice);
  take<<<(n + kBlock - 1) / kBlock, kBlock>>>(result, copied ? copied : made, n);
}

// By all blocks; what launches follows them.
__global__ void make_and_tail(int* result, int* made, int n) {
  if (thread() < n) made[thread()] = 1;
  if (thread() == 0) launch<<<1, 1, 0, cudaStreamTailLaunch>>>(result, made, n);
}

extern "C" void read_by(WayToRead way, int* result, int n) {
  const int blocks = (n + kBlock - 1) / kBlock;
  const size_t bytes = sizeof(int) * (n + 1);
  int *made, *copied, *results;
  cudaMalloc(&made, bytes);
  cudaMalloc(&copied, bytes);
  cudaMalloc(&results, bytes);
  cudaMemset(made, 0, bytes);
  cudaMemset(results, 0, bytes);
  if (way != kWhatTheHostMade) make<<<blocks, kBlock>>>(made, n);
  switch (way) {
    case kWords:
      take<<<blocks, kBlock>>>(results, made, n);
      break;
    case kBytes:
      take_bytes<<<blocks, kBlock>>>(results, reinterpret_cast<char*>(made), n);
      break;
    case kStructs:
      take_structs<<<blocks, kBlock>>>(results, reinterpret_cast<Six*>(made), n);
      break;
    case kACopy:
      cudaMemcpyAsync(copied, made, bytes, cudaMemcpyDeviceToDevice);
      take<<<blocks, kBlock>>>(results, copied, n);
      break;
    case kAtomics:
      take_away<<<blocks, kBlock>>>(results, made, n);
      break;
    case kByTheNextOfItsKind:
      hand_on<<<1, 1>>>(made, 1, 1);
      hand_on<<<1, 1>>>(made + 1, 1, 1);
      break;
    case kItselfOnly:
      take_own<<<blocks, kBlock>>>(results, n);
      break;
    case kOneWordOften:
      take_first<<<blocks, kBlock>>>(results, made, n);
      take_first<<<blocks, kBlock>>>(results, made, n);
      break;
    case kNothingOfIt:
      take_none<<<blocks, kBlock>>>(results, n);
      break;
    case kByItsChild:
      make_and_launch<<<1, kBlock>>>(results, made, n);
      break;
    case kByAnothersChild:
      launch<<<1, 1>>>(results, made, n);
      break;
    case kByTheLaunchingThread:
      make_alone_and_launch<<<1, kBlock>>>(results, made, nullptr, n);
      break;
    case kByItsCopy:
      make_alone_and_launch<<<1, kBlock>>>(results, made, copied, n);
      break;
    case kByAllBlocks:
      make_and_tail<<<blocks, kBlock>>>(results, made, n);
      break;
    case kWhatTheHostMade: {
      const std::vector<int> by_host(n, 1);
      cudaMemcpy(made, by_host.data(), sizeof(int) * n, cudaMemcpyHostToDevice);
      take<<<blocks, kBlock>>>(results, made, n);
      break;
    }
  }
  cudaMemcpy(result, results, sizeof(int) * n, cudaMemcpyDeviceToHost);
  for (int* each : {made, copied, results}) cudaFree(each);
}
