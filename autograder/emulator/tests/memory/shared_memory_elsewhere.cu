// Shared memory outside of the function that uses it: variables of a namespace, which functions cast,
// measure, hand to templates and hide; and member functions of local classes (K13).
#include "../expect.h"

namespace arena {
namespace {
extern __shared__ unsigned char bytes[];
__shared__ int table[32];
__shared__ struct {
  int x, y;
} origin;

template <class T, int N>
__device__ int length(T (&)[N]) {
  return N;
}

template <class T>
__device__ T first(const T* of) {
  return of[0];
}

__device__ int hides() {
  int table[2] = {1, 2};
  auto lambda = [&] { return table[0] + table[1]; };
  return lambda();
}

__device__ int takes(int* table) { return table[1]; }

__global__ void carve(int* out) {
  const int t = threadIdx.x;
  double* doubles = (double*)bytes;
  int* ints = reinterpret_cast<int*>(bytes + 32 * sizeof(double));
  doubles[t] = t * 0.5;
  ints[t] = 2 * t;
  table[t] = 3 * t;
  if (t == 0) {
    origin.x = 7;
    origin.y = 8;
  }
  __syncthreads();
  const auto mirrored = [=](int i) { return table[31 - i]; };
  auto* start = table;
  out[t] = mirrored(t) + ints[31 - t] + static_cast<int>(2 * doubles[31 - t]);
  out[32 + t] = sizeof(table) / sizeof(table[0]) + length(table) + origin.x * origin.y +
                first(table + 1) + hides() + takes(start + 1) + decltype(origin.x)(1);
}
}  // namespace
}  // namespace arena

__device__ int elsewhere() { return arena::table[1]; }

__global__ void local_classes(int* out) {
  __shared__ int all[32];
  extern __shared__ int dynamic[];
  struct Writer {
    int factor;
    __device__ void operator()(int i) const { all[i] = dynamic[i] = factor * i; }
    __device__ static int read(int i) { return all[31 - i] + dynamic[31 - i]; }
  };
  struct Own {
    int all = 5;
    __device__ int read() const {
      __shared__ int total;
      if (threadIdx.x == 0) total = 100;
      __syncthreads();
      return total;
    }
  };
  const int t = threadIdx.x;
  Writer{3}(t);
  arena::table[t] = 1;
  __syncthreads();
  const Own own;
  out[t] = Writer::read(t) + own.read() + own.all + elsewhere();
}

int main() {
  int* out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  arena::carve<<<1, 32, 32 * (sizeof(double) + sizeof(int))>>>(out);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(out[i], 6 * (31 - i));
    EXPECT_EQ(out[32 + i], 32 + 32 + 56 + 3 + 3 + 6 + 1);
  }
  local_classes<<<1, 32, 32 * sizeof(int)>>>(out);
  EXPECT_EQ(cudaDeviceSynchronize(), 0);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(out[i], 6 * (31 - i) + 106);
  cudaFree(out);
  return failures();
}
