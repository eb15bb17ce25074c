// Structs have bytes that no member is in. Copying whole structs takes them along, in kernels and
// back to the host, and is no use of something that was never written.
#include "../expect.h"

struct Spread {  // 7 bytes behind the first member, 4 behind the last
  char letter;
  double number;
  int index;
};

struct Long {
  double numbers[9];
  char letter;
  short index;
};

__device__ void set(Spread& s) {
  s.letter = 'a';
  s.number = 0.5;
  s.index = threadIdx.x;
}

__device__ void set(Long& s) {
  for (double& number : s.numbers) number = 0.5;
  s.letter = 'a';
  s.index = threadIdx.x;
}

template <class T>
__global__ void fill(T* to) {
  set(to[threadIdx.x]);
}

template <class T>
__device__ T next_letter(T one) {
  ++one.letter;
  return one;
}

template <class T>
__global__ void reverse(const T* from, T* to) {
  __shared__ T all[32];
  all[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  const T one = next_letter(all[31 - threadIdx.x]);
  to[threadIdx.x] = one;
}

template <class T>
void run() {
  T *from, *to, host[32];
  cudaMalloc(&from, sizeof host);
  cudaMalloc(&to, sizeof host);
  fill<<<1, 32>>>(from);
  reverse<<<1, 32>>>(from, to);
  reverse<<<1, 32>>>(to, from);
  EXPECT_EQ(cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost), 0);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(host[i].letter == 'b' && host[i].index == 31 - i, true);
  EXPECT_EQ(cudaMemcpy(host, from, sizeof host, cudaMemcpyDeviceToHost), 0);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(host[i].letter == 'c' && host[i].index == i, true);
  cudaFree(from);
  cudaFree(to);
}

int main() {
  run<Spread>();
  run<Long>();
  return failures();
}
