// 96 KB of dynamic shared memory carved into several arrays, allowed with cudaFuncSetAttribute; launch
// sizes from the occupancy calculator; and the refusal without the attribute.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#define MUST(x)                                                                        \
  do {                                                                                 \
    cudaError_t s = (x);                                                               \
    if (s != cudaSuccess) {                                                            \
      std::fprintf(stderr, "%s(%d): %s\n", __func__, __LINE__, cudaGetErrorString(s)); \
      std::exit(EXIT_FAILURE);                                                         \
    }                                                                                  \
  } while (0)

// keys | values | counts, one after the other.
template <typename Key, typename Value>
__global__ void sort_in_shared(Key* keys, Value* values, int n) {
  extern __shared__ __align__(16) unsigned char smem[];
  Key* k = reinterpret_cast<Key*>(smem);
  Value* v = reinterpret_cast<Value*>(k + n);
  int* swaps = reinterpret_cast<int*>(v + n);
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    k[i] = keys[i];
    v[i] = values[i];
  }
  if (threadIdx.x == 0) *swaps = 0;
  __syncthreads();
  for (int size = 2; size <= n; size <<= 1) {
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      for (int i = threadIdx.x; i < n / 2; i += blockDim.x) {
        const int a = 2 * i - (i & (stride - 1)), b = a + stride;
        const bool up = (a & size) == 0;
        if ((k[a] > k[b]) == up) {
          const Key tk = k[a];
          k[a] = k[b];
          k[b] = tk;
          const Value tv = v[a];
          v[a] = v[b];
          v[b] = tv;
          atomicAdd(swaps, 1);
        }
      }
      __syncthreads();
    }
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    keys[i] = k[i];
    values[i] = v[i];
  }
}

__global__ void touch_all(unsigned* out, int words) {
  extern __shared__ unsigned words_of_block[];
  for (int i = threadIdx.x; i < words; i += blockDim.x) words_of_block[i] = i ^ blockIdx.x;
  __syncthreads();
  unsigned sum = 0;
  for (int i = threadIdx.x; i < words; i += blockDim.x) sum += words_of_block[words - 1 - i];
  atomicAdd(out, sum);
}

__global__ void square(int* array, int count) {
  int idx = threadIdx.x + blockIdx.x * blockDim.x;
  if (idx < count) array[idx] *= array[idx];
}

int main() {
  bool ok = true;
  int opt_in = 0;
  MUST(cudaDeviceGetAttribute(&opt_in, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  std::printf("opt-in shared memory: %s\n", opt_in >= 96 * 1024 ? "enough" : "too little");

  const int words = 96 * 1024 / 4;
  unsigned* sum;
  MUST(cudaMallocManaged(&sum, sizeof *sum));
  *sum = 0;
  touch_all<<<1, 256, words * 4>>>(sum, words);
  ok &= cudaGetLastError() == cudaErrorInvalidValue;
  MUST(cudaFuncSetAttribute(touch_all, cudaFuncAttributeMaxDynamicSharedMemorySize, words * 4));
  touch_all<<<2, 256, words * 4>>>(sum, words);
  MUST(cudaGetLastError());
  MUST(cudaDeviceSynchronize());
  unsigned expected = 0;
  for (unsigned i = 0; i < words; ++i) expected += i + (i ^ 1u);
  ok &= *sum == expected;

  const int n = 512;
  std::vector<uint16_t> keys(n), sorted;
  std::vector<double> values(n);
  for (int i = 0; i < n; ++i) keys[i] = uint16_t(i * 40503u), values[i] = keys[i] * 0.5;
  uint16_t* d_keys;
  double* d_values;
  MUST(cudaMalloc(&d_keys, n * sizeof(uint16_t)));
  MUST(cudaMalloc(&d_values, n * sizeof(double)));
  MUST(cudaMemcpy(d_keys, keys.data(), n * sizeof(uint16_t), cudaMemcpyHostToDevice));
  MUST(cudaMemcpy(d_values, values.data(), n * sizeof(double), cudaMemcpyHostToDevice));
  sort_in_shared<<<1, 128, n * (sizeof(uint16_t) + sizeof(double)) + sizeof(int)>>>(d_keys, d_values, n);
  sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  MUST(cudaMemcpy(keys.data(), d_keys, n * sizeof(uint16_t), cudaMemcpyDeviceToHost));
  MUST(cudaMemcpy(values.data(), d_values, n * sizeof(double), cudaMemcpyDeviceToHost));
  ok &= keys == sorted;
  for (int i = 0; i < n; ++i) ok &= values[i] == keys[i] * 0.5;

  int min_grid, block;
  MUST(cudaOccupancyMaxPotentialBlockSize(&min_grid, &block, square, 0, 0));
  const int count = 3000;
  int* array;
  MUST(cudaMallocManaged(&array, count * sizeof(int)));
  std::iota(array, array + count, 0);
  square<<<(count + block - 1) / block, block>>>(array, count);
  MUST(cudaDeviceSynchronize());
  for (int i = 0; i < count; ++i) ok &= array[i] == i * i;
  int active, device;
  cudaDeviceProp prop;
  MUST(cudaGetDevice(&device));
  MUST(cudaGetDeviceProperties(&prop, device));
  MUST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&active, square, block, 0));
  const double occupancy = double(active * block) / prop.maxThreadsPerMultiProcessor;
  std::printf("block size %d, theoretical occupancy %.2f\n", block, occupancy);
  ok &= occupancy > 0.5 && occupancy <= 1;
  cudaFuncAttributes attributes;
  MUST(cudaFuncGetAttributes(&attributes, touch_all));
  ok &= attributes.maxDynamicSharedSizeBytes >= words * 4 && attributes.maxThreadsPerBlock >= 256;

  for (void* p : {(void*)sum, (void*)d_keys, (void*)d_values, (void*)array}) MUST(cudaFree(p));
  std::puts(ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
