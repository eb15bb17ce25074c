// Threads that read what is their own, and threads that look up what others have: threads_test.cpp
// counts.
#include <cuda_runtime.h>

#include "threads.h"

__global__ void copy(int* to, const int* from) { to[threadIdx.x] = from[threadIdx.x]; }

__global__ void take(WayToKnow way, int* result, int* values, int* zeros) {
  __shared__ int shared[64];
  const int i = threadIdx.x, n = blockDim.x;
  int sum = 0;
  switch (way) {
    case kEachItsOwn:
      sum = values[i] + values[i];
      break;
    case kOneReadsAll:
      for (int k = 0; i == 0 && k < n; ++k) sum += values[k];
      break;
    case kAllReadOne:
      sum = values[0];
      break;
    case kAllReadAll:
    case kAllReadACopyOfAll:
      for (int k = 0; k < n; ++k) sum += values[k];
      break;
    case kWhatItHasWritten:
      values[i] = i;
      __syncthreads();
      for (int k = 0; k < n; ++k) sum += values[k];
      break;
    case kWhatAMemsetHas:
      for (int k = 0; k < n; ++k) sum += zeros[k];
      break;
    case kInSharedMemory:
      shared[i] = values[i];
      __syncthreads();
      for (int k = 0; k < n; ++k) sum += shared[k];
      break;
    case kByAtomicsOnOneWord:
      atomicAdd(&zeros[0], values[i]);
      break;
    case kByAtomicsOnWordsOfTheirOwn:
      atomicAdd(&zeros[i], values[i]);
      break;
    case kByAVote:
      sum = __ballot_sync(0xffffffff, values[i] % 2);
      break;
    case kByAVoteAboutNothing:
      sum = __ballot_sync(0xffffffff, 1);
      break;
    case kByAMatch:
      sum = __match_any_sync(0xffffffff, values[i] % 2);
      break;
    case kByAShuffle:
      sum = __shfl_sync(0xffffffff, values[i] % 2, 0);
      break;
    case kOneWritesAll:
      for (int k = 0; i == 0 && k < n; ++k) zeros[k] = 1;
      break;
  }
  result[i] = sum;
}

extern "C" void know_by(WayToKnow way, int* result, const int* values, int n) {
  const size_t bytes = sizeof(int) * n;
  int *given, *copied, *zeros, *results;
  for (int** each : {&given, &copied, &zeros, &results}) cudaMalloc(each, bytes);
  cudaMemcpy(given, values, bytes, cudaMemcpyHostToDevice);
  cudaMemset(zeros, 0, bytes);
  if (way == kAllReadACopyOfAll) copy<<<1, n>>>(copied, given);
  take<<<1, n>>>(way, results, way == kAllReadACopyOfAll ? copied : given, zeros);
  cudaMemcpy(result, results, bytes, cudaMemcpyDeviceToHost);
  for (int* each : {given, copied, zeros, results}) cudaFree(each);
}
