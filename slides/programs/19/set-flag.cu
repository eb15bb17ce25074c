// 32 threads write one word without atomics: first all of them the same value, then a bit each (M12).
#include <cuda_runtime.h>

#include <cstdio>

__global__ void set_flag(unsigned* word, const int* votes) {
  if (votes[threadIdx.x]) *word = 1;
}

__global__ void set_bits(unsigned* word, const int* votes) {
  if (votes[threadIdx.x]) *word |= 1u << threadIdx.x;
}

unsigned word_after(void (*kernel)(unsigned*, const int*), unsigned* word, const int* votes) {
  unsigned value = 0;
  cudaMemset(word, 0, sizeof(unsigned));
  kernel<<<1, 32>>>(word, votes);
  cudaMemcpy(&value, word, sizeof(unsigned), cudaMemcpyDeviceToHost);
  return value;
}

int main() {
  int host[32], *votes = nullptr;
  unsigned* word = nullptr;
  for (int i = 0; i < 32; ++i) host[i] = i % 3 == 0;
  if (cudaMalloc(&votes, sizeof(host)) != cudaSuccess) return 1;
  if (cudaMalloc(&word, sizeof(unsigned)) != cudaSuccess) return 1;
  if (cudaMemcpy(votes, host, sizeof(host), cudaMemcpyHostToDevice) != cudaSuccess) return 1;
  printf("set_flag leaves %x\n", word_after(set_flag, word, votes));
  printf("set_bits leaves %x\n", word_after(set_bits, word, votes));
  cudaFree(votes);
  return cudaFree(word);
}
