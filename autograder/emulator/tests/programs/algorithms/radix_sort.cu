// Radix sort, least significant digit first: one bit at a time by split and scan, and four bits at
// a time with block histograms, a scan over all of them, and a stable scatter. Keys may be signed
// numbers or floats, which are turned into unsigned ones of the same order.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

namespace cg = cooperative_groups;

#define CU(x)                                                  \
  {                                                            \
    cudaError_t _e = x;                                        \
    if (_e != cudaSuccess) {                                   \
      fprintf(stderr, "%s: %s\n", #x, cudaGetErrorString(_e)); \
      abort();                                                 \
    }                                                          \
  }

using u32 = unsigned int;

template <class T>
struct Traits;
template <>
struct Traits<u32> {
  static __device__ u32 encode(u32 x) { return x; }
  static __device__ u32 decode(u32 x) { return x; }
};
template <>
struct Traits<int> {
  static __device__ u32 encode(int x) { return static_cast<u32>(x) ^ 0x80000000u; }
  static __device__ int decode(u32 x) { return static_cast<int>(x ^ 0x80000000u); }
};
template <>
struct Traits<float> {
  static __device__ u32 encode(float x) {
    const u32 bits = __float_as_uint(x);
    return bits ^ ((bits >> 31) ? 0xffffffffu : 0x80000000u);
  }
  static __device__ float decode(u32 x) {
    return __uint_as_float(x ^ ((x >> 31) ? 0x80000000u : 0xffffffffu));
  }
};

template <class T>
__global__ void encode_all(const T *in, u32 *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = Traits<T>::encode(in[i]);
}
template <class T>
__global__ void decode_all(const u32 *in, T *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = Traits<T>::decode(in[i]);
}

// ---- One block: every bit a split

__device__ int exclusive_count(cg::thread_block block, bool flag, int *total) {
  __shared__ int warps[32];
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  const unsigned votes = warp.ballot(flag);
  if (warp.thread_rank() == 0) warps[warp.meta_group_rank()] = __popc(votes);
  block.sync();
  int before = 0, all = 0;
  for (unsigned w = 0; w < warp.meta_group_size(); ++w) {
    if (w < warp.meta_group_rank()) before += warps[w];
    all += warps[w];
  }
  block.sync();
  *total = all;
  return before + __popc(votes & ((1u << warp.thread_rank()) - 1));
}

__global__ void sort_block_by_splits(u32 *keys) {
  extern __shared__ u32 shared[];
  cg::thread_block block = cg::this_thread_block();
  const unsigned t = block.thread_rank();
  shared[t] = keys[t];
  block.sync();
  for (int bit = 0; bit < 32; ++bit) {
    const u32 key = shared[t];
    const bool one = key >> bit & 1;
    int zeros;
    const int rank = exclusive_count(block, !one, &zeros);
    const int position = one ? zeros + t - rank : rank;
    block.sync();
    shared[position] = key;
    block.sync();
  }
  keys[t] = shared[t];
}

// ---- Many blocks: four bits a pass

constexpr int BITS = 4, RADIX = 1 << BITS, THREADS = 128;

__global__ void count_digits(const u32 *keys, int n, int shift, int *counts) {
  __shared__ int local[RADIX];
  if (threadIdx.x < RADIX) local[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) atomicAdd_block(&local[keys[i] >> shift & (RADIX - 1)], 1);
  __syncthreads();
  if (threadIdx.x < RADIX) counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}

__global__ void scan_counts(int *counts, int n) {
  __shared__ int carry;
  __shared__ int s[THREADS];
  if (threadIdx.x == 0) carry = 0;
  for (int base = 0; base < n; base += THREADS) {
    const int i = base + threadIdx.x, x = i < n ? counts[i] : 0;
    s[threadIdx.x] = x;
    __syncthreads();
    for (int d = 1; d < THREADS; d *= 2) {
      const int y = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
      __syncthreads();
      s[threadIdx.x] += y;
      __syncthreads();
    }
    if (i < n) counts[i] = carry + s[threadIdx.x] - x;
    __syncthreads();
    if (threadIdx.x == THREADS - 1) carry += s[threadIdx.x];
    __syncthreads();
  }
}

__global__ void scatter(const u32 *in, u32 *out, int n, int shift, const int *offsets) {
  __shared__ int warp_counts[THREADS / 32][RADIX];
  const int i = blockIdx.x * THREADS + threadIdx.x, warp = threadIdx.x >> 5,
            lane = threadIdx.x & 31;
  for (int d = lane; d < RADIX; d += 32) warp_counts[warp][d] = 0;
  __syncwarp();
  const bool active = i < n;
  const u32 key = active ? in[i] : 0;
  const int digit = active ? key >> shift & (RADIX - 1) : RADIX;
  const unsigned peers = __match_any_sync(0xffffffff, digit);
  const int rank = __popc(peers & ((1u << lane) - 1));
  if (active && rank == 0) warp_counts[warp][digit] = __popc(peers);
  __syncthreads();
  if (!active) return;
  int position = offsets[digit * gridDim.x + blockIdx.x] + rank;
  for (int w = 0; w < warp; ++w) position += warp_counts[w][digit];
  out[position] = key;
}

template <class T>
std::vector<T> sorted(const std::vector<T> &host) {
  const int n = (int)host.size(), blocks = (n + THREADS - 1) / THREADS;
  T *values;
  u32 *a, *b;
  int *counts;
  CU(cudaMalloc(&values, n * sizeof(T)));
  CU(cudaMalloc(&a, n * sizeof(u32)));
  CU(cudaMalloc(&b, n * sizeof(u32)));
  CU(cudaMalloc(&counts, RADIX * blocks * sizeof(int)));
  CU(cudaMemcpy(values, host.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  encode_all<<<blocks, THREADS>>>(values, a, n);
  if (n <= 256) {
    sort_block_by_splits<<<1, n, n * sizeof(u32)>>>(a);
  } else {
    for (int shift = 0; shift < 32; shift += BITS) {
      count_digits<<<blocks, THREADS>>>(a, n, shift, counts);
      scan_counts<<<1, THREADS>>>(counts, RADIX * blocks);
      scatter<<<blocks, THREADS>>>(a, b, n, shift, counts);
      std::swap(a, b);
    }
  }
  decode_all<<<blocks, THREADS>>>(a, values, n);
  CU(cudaGetLastError());
  std::vector<T> result(n);
  CU(cudaMemcpy(result.data(), values, n * sizeof(T), cudaMemcpyDeviceToHost));
  for (void *p : {(void *)values, (void *)a, (void *)b, (void *)counts}) CU(cudaFree(p));
  return result;
}

template <class T>
bool check(std::vector<T> values, const char *name) {
  const std::vector<T> got = sorted(values);
  std::sort(values.begin(), values.end());
  const bool ok = std::memcmp(got.data(), values.data(), got.size() * sizeof(T)) == 0;
  printf("%s, %zu keys: %s\n", name, got.size(), ok ? "ok" : "wrong");
  return ok;
}

int main() {
  std::vector<u32> a(256), b(2500);
  std::vector<int> c(192), d(1111);
  std::vector<float> e(2000);
  srand(17);
  const auto random = [] { return (u32)rand() * 2654435761u; };
  for (auto &x : a) x = random();
  for (auto &x : b) x = random();
  for (auto &x : c) x = (int)random();
  for (auto &x : d) x = (int)random() % 50;
  for (auto &x : e) x = ((int)random() % 100000) * 1.5e-3f + 0.25f;
  bool ok = check(a, "unsigned");
  ok &= check(b, "unsigned");
  ok &= check(c, "int");
  ok &= check(d, "int");
  ok &= check(e, "float");
  printf(ok ? "PASSED\n" : "FAILED\n");
  return !ok;
}
