// Prefix sums in four ways: Hillis and Steele's with two buffers, Blelloch's up and down sweep with
// padding, warps' shuffles, and a single-pass scan whose blocks look back at their predecessors.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#define CHECK(x)                                                                     \
  do {                                                                               \
    cudaError_t e = (x);                                                             \
    if (e != cudaSuccess) {                                                          \
      std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); \
      std::exit(2);                                                                  \
    }                                                                                \
  } while (0)

constexpr int kBlock = 256;

// ---- Hillis and Steele, inclusive, one block

__global__ void hillis_steele(const int *in, int *out, int n) {
  extern __shared__ int temp[];
  int tid = threadIdx.x, pout = 0, pin = 1;
  temp[pout * n + tid] = in[tid];
  __syncthreads();
  for (int offset = 1; offset < n; offset <<= 1) {
    pout = 1 - pout;
    pin = 1 - pin;
    if (tid >= offset)
      temp[pout * n + tid] = temp[pin * n + tid] + temp[pin * n + tid - offset];
    else
      temp[pout * n + tid] = temp[pin * n + tid];
    __syncthreads();
  }
  out[tid] = temp[pout * n + tid];
}

// ---- Blelloch, exclusive, block sums to an array, any size by recursion on the host

#define LOG_BANKS 5
#define PADDED(i) ((i) + ((i) >> LOG_BANKS))

__global__ void blelloch(const int *in, int *out, int *sums, int n) {
  __shared__ int s[PADDED(2 * kBlock)];
  const int base = blockIdx.x * 2 * kBlock, a = threadIdx.x, b = threadIdx.x + kBlock;
  s[PADDED(a)] = base + a < n ? in[base + a] : 0;
  s[PADDED(b)] = base + b < n ? in[base + b] : 0;
  int offset = 1;
  for (int d = kBlock; d > 0; d >>= 1, offset *= 2) {
    __syncthreads();
    if (threadIdx.x < d) {
      int i = offset * (2 * threadIdx.x + 1) - 1, j = offset * (2 * threadIdx.x + 2) - 1;
      s[PADDED(j)] += s[PADDED(i)];
    }
  }
  if (threadIdx.x == 0) {
    if (sums) sums[blockIdx.x] = s[PADDED(2 * kBlock - 1)];
    s[PADDED(2 * kBlock - 1)] = 0;
  }
  for (int d = 1; d <= kBlock; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (threadIdx.x < d) {
      int i = offset * (2 * threadIdx.x + 1) - 1, j = offset * (2 * threadIdx.x + 2) - 1;
      int t = s[PADDED(i)];
      s[PADDED(i)] = s[PADDED(j)];
      s[PADDED(j)] += t;
    }
  }
  __syncthreads();
  if (base + a < n) out[base + a] = s[PADDED(a)];
  if (base + b < n) out[base + b] = s[PADDED(b)];
}

__global__ void add_sums(int *out, const int *sums, int n) {
  const int base = blockIdx.x * 2 * kBlock;
  for (int i = base + threadIdx.x; i < min(base + 2 * kBlock, n); i += blockDim.x)
    out[i] += sums[blockIdx.x];
}

void exclusive_scan(const int *in, int *out, int n) {
  const int blocks = (n + 2 * kBlock - 1) / (2 * kBlock);
  if (blocks == 1) {
    blelloch<<<1, kBlock>>>(in, out, nullptr, n);
    return;
  }
  int *sums, *scanned;
  CHECK(cudaMalloc(&sums, blocks * sizeof(int)));
  CHECK(cudaMalloc(&scanned, blocks * sizeof(int)));
  blelloch<<<blocks, kBlock>>>(in, out, sums, n);
  exclusive_scan(sums, scanned, blocks);
  add_sums<<<blocks, kBlock>>>(out, scanned, n);
  CHECK(cudaFree(sums));
  CHECK(cudaFree(scanned));
}

// ---- Shuffles within warps, then over the warps of a block

template <typename T>
__device__ __forceinline__ T warp_inclusive(T x) {
#pragma unroll
  for (int delta = 1; delta < 32; delta *= 2) {
    T y = __shfl_up_sync(0xffffffff, x, delta);
    if ((threadIdx.x & 31) >= delta) x += y;
  }
  return x;
}

template <typename T, int THREADS>
__device__ T block_inclusive(T x) {
  static __shared__ T totals[THREADS / 32];
  x = warp_inclusive(x);
  if ((threadIdx.x & 31) == 31) totals[threadIdx.x >> 5] = x;
  __syncthreads();
  if (threadIdx.x < 32) {
    T t = threadIdx.x < THREADS / 32 ? totals[threadIdx.x] : T(0);
    t = warp_inclusive(t);
    if (threadIdx.x < THREADS / 32) totals[threadIdx.x] = t;
  }
  __syncthreads();
  if (threadIdx.x >= 32) x += totals[(threadIdx.x >> 5) - 1];
  __syncthreads();
  return x;
}

// ---- One pass: a block takes a number, publishes its sum, and looks back for what comes before

enum : unsigned { kNothing, kSum, kPrefix };

struct State {
  unsigned flag;
  int sum, prefix;
};

__device__ unsigned ticket;

__global__ void single_pass(const int *__restrict__ in, int *__restrict__ out, int n,
                            volatile State *states) {
  __shared__ unsigned part;
  __shared__ int before;
  if (threadIdx.x == 0) part = atomicAdd(&ticket, 1);
  __syncthreads();
  const int i = part * kBlock + threadIdx.x;
  const int mine = block_inclusive<int, kBlock>(i < n ? in[i] : 0);
  if (threadIdx.x == kBlock - 1) {
    states[part].sum = mine;
    if (part == 0) states[part].prefix = mine;
    __threadfence();
    states[part].flag = part == 0 ? kPrefix : kSum;
    int sum = 0;
    for (int p = (int)part - 1; p >= 0;) {
      const unsigned flag = states[p].flag;
      __threadfence();
      if (flag == kNothing) continue;
      if (flag == kPrefix) {
        sum += states[p].prefix;
        break;
      }
      sum += states[p].sum;
      --p;
    }
    if (part > 0) {
      states[part].prefix = sum + mine;
      __threadfence();
      states[part].flag = kPrefix;
    }
    before = sum;
  }
  __syncthreads();
  if (i < n) out[i] = before + mine;
}

static bool same(const char *name, const std::vector<int> &expected, const int *device) {
  std::vector<int> got(expected.size());
  CHECK(cudaMemcpy(got.data(), device, got.size() * sizeof(int), cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < got.size(); ++i)
    if (got[i] != expected[i]) {
      std::printf("%s: element %zu is %d, not %d\n", name, i, got[i], expected[i]);
      return false;
    }
  std::printf("%s: ok\n", name);
  return true;
}

int main() {
  const int n = 5000;
  std::vector<int> in(n), inclusive(n), exclusive(n);
  for (int i = 0; i < n; ++i) in[i] = (i * 7919) % 23 - 5;
  std::partial_sum(in.begin(), in.end(), inclusive.begin());
  for (int i = 1; i < n; ++i) exclusive[i] = inclusive[i - 1];

  int *d_in, *d_out;
  CHECK(cudaMalloc((void **)&d_in, n * sizeof(int)));
  CHECK(cudaMalloc((void **)&d_out, n * sizeof(int)));
  CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));

  bool ok = true;
  hillis_steele<<<1, kBlock, 2 * kBlock * sizeof(int)>>>(d_in, d_out, kBlock);
  CHECK(cudaGetLastError());
  ok &= same("Hillis-Steele", {inclusive.begin(), inclusive.begin() + kBlock}, d_out);

  exclusive_scan(d_in, d_out, n);
  CHECK(cudaGetLastError());
  ok &= same("Blelloch", exclusive, d_out);

  const int blocks = (n + kBlock - 1) / kBlock;
  State *states;
  CHECK(cudaMalloc(&states, blocks * sizeof(State)));
  CHECK(cudaMemset(states, 0, blocks * sizeof(State)));
  single_pass<<<blocks, kBlock>>>(d_in, d_out, n, states);
  CHECK(cudaGetLastError());
  ok &= same("single pass", inclusive, d_out);

  CHECK(cudaFree(states));
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  std::puts(ok ? "PASSED" : "FAILED");
  return !ok;
}
