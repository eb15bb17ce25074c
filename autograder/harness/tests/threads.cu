// Threads that read what is their own, and threads that look up what others have: threads_test.cpp
// counts.
#include <cuda_runtime.h>

#include "threads.h"

__global__ void copy(int* to, const int* from) { to[threadIdx.x] = from[threadIdx.x]; }

__managed__ int meeting[64];

__global__ void take(WayToKnow way, int* result, int* values, int* zeros,
                     cudaTextureObject_t texture) {
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
    case kThroughATexture:
      sum = tex1Dfetch<int>(texture, i);
      break;
    case kOneAlsoPastTheTexture:
      sum = tex1Dfetch<int>(texture, i) + (i == 0 ? values[1] : 0);
      break;
    case kByLdg:
      sum = __ldg(&values[i]);
      break;
    case kIntoManagedMemory:
      meeting[i] = values[i];
      break;
  }
  result[i] = sum;
}

cudaTextureObject_t texture_of(int* values, size_t bytes) {
  cudaResourceDesc memory{};
  memory.resType = cudaResourceTypeLinear;
  memory.res.linear.devPtr = values;
  memory.res.linear.desc = cudaCreateChannelDesc<int>();
  memory.res.linear.sizeInBytes = bytes;
  cudaTextureDesc reads{};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &memory, &reads, nullptr);
  return texture;
}

extern "C" void know_by(WayToKnow way, int* result, const int* values, int n) {
  const size_t bytes = sizeof(int) * n;
  int *given, *copied, *zeros, *results;
  for (int** each : {&given, &copied, &zeros, &results}) cudaMalloc(each, bytes);
  cudaMemcpy(given, values, bytes, cudaMemcpyHostToDevice);
  cudaMemset(zeros, 0, bytes);
  if (way == kAllReadACopyOfAll) copy<<<1, n>>>(copied, given);
  const cudaTextureObject_t texture = texture_of(given, bytes);
  take<<<1, n>>>(way, results, way == kAllReadACopyOfAll ? copied : given, zeros, texture);
  cudaMemcpy(result, results, bytes, cudaMemcpyDeviceToHost);
  cudaDestroyTextureObject(texture);
  for (int* each : {given, copied, zeros, results}) cudaFree(each);
}
