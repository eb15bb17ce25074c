// Sorting networks over key-value pairs: bitonic and odd-even merge sort, in shared memory as far
// as a block reaches and in global memory beyond, chosen on the host by a table of launchers.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace std;
typedef unsigned int uint;

#define SHARED_SIZE_LIMIT 256U
#define W (sizeof(uint) * 8)

static void die(cudaError_t e, int line) {
  printf("line %d: %s\n", line, cudaGetErrorString(e));
  exit(1);
}
#define SAFE(x)                \
  do {                         \
    cudaError_t e_ = (x);      \
    if (e_) die(e_, __LINE__); \
  } while (0)
#define LAUNCH(kernel, grid, block, ...)      \
  do {                                        \
    kernel<<<(grid), (block)>>>(__VA_ARGS__); \
    SAFE(cudaGetLastError());                 \
  } while (0)

__device__ inline void comparator(uint &keyA, uint &valA, uint &keyB, uint &valB, uint dir) {
  if ((keyA > keyB) == dir) {
    uint t;
    t = keyA, keyA = keyB, keyB = t;
    t = valA, valA = valB, valB = t;
  }
}

// Sorts SHARED_SIZE_LIMIT elements a block, every other block the other way round.
__global__ void bitonic_blocks(uint *keys, uint *vals) {
  __shared__ uint s_key[SHARED_SIZE_LIMIT], s_val[SHARED_SIZE_LIMIT];
  keys += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  vals += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  const uint half = SHARED_SIZE_LIMIT / 2;
  s_key[threadIdx.x] = keys[0], s_key[threadIdx.x + half] = keys[half];
  s_val[threadIdx.x] = vals[0], s_val[threadIdx.x + half] = vals[half];
  for (uint size = 2; size <= SHARED_SIZE_LIMIT; size <<= 1) {
    const uint up =
        size < SHARED_SIZE_LIMIT ? (threadIdx.x & (size / 2)) == 0 : (blockIdx.x + 1) & 1;
    for (uint stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], up);
    }
  }
  __syncthreads();
  keys[0] = s_key[threadIdx.x], keys[half] = s_key[threadIdx.x + half];
  vals[0] = s_val[threadIdx.x], vals[half] = s_val[threadIdx.x + half];
}

__global__ void bitonic_merge_global(uint *keys, uint *vals, uint size, uint stride) {
  const uint i = blockIdx.x * blockDim.x + threadIdx.x;
  const uint up = (i & (size / 2)) == 0;
  const uint pos = 2 * i - (i & (stride - 1));
  comparator(keys[pos], vals[pos], keys[pos + stride], vals[pos + stride], up);
}

template <uint LIMIT>
__global__ void __launch_bounds__(LIMIT / 2)
    bitonic_merge_shared(uint *keys, uint *vals, uint size) {
  __shared__ uint s_key[LIMIT], s_val[LIMIT];
  const uint base = blockIdx.x * LIMIT + threadIdx.x;
  for (uint o = 0; o < LIMIT; o += LIMIT / 2) {
    s_key[threadIdx.x + o] = keys[base + o];
    s_val[threadIdx.x + o] = vals[base + o];
  }
  const uint i = (blockIdx.x * blockDim.x + threadIdx.x);
  const uint up = (i & (size / 2)) == 0;
  for (uint stride = LIMIT / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], up);
  }
  __syncthreads();
  for (uint o = 0; o < LIMIT; o += LIMIT / 2) {
    keys[base + o] = s_key[threadIdx.x + o];
    vals[base + o] = s_val[threadIdx.x + o];
  }
}

static void bitonic(uint *keys, uint *vals, uint n) {
  const uint threads = SHARED_SIZE_LIMIT / 2, blocks = n / SHARED_SIZE_LIMIT;
  LAUNCH(bitonic_blocks, blocks, threads, keys, vals);
  for (uint size = 2 * SHARED_SIZE_LIMIT; size <= n; size <<= 1)
    for (uint stride = size / 2; stride > 0; stride >>= 1) {
      if (stride >= SHARED_SIZE_LIMIT) {
        LAUNCH(bitonic_merge_global, n / 2 / threads, threads, keys, vals, size, stride);
      } else {
        LAUNCH(bitonic_merge_shared<SHARED_SIZE_LIMIT>, blocks, threads, keys, vals, size);
        break;
      }
    }
}

// One step of Batcher's odd-even merge: p is the length of the runs, k the distance.
__global__ void odd_even_step(uint *keys, uint *vals, uint n, uint p, uint k) {
  for (uint i = blockIdx.x * blockDim.x + threadIdx.x; i + k < n; i += gridDim.x * blockDim.x) {
    if (i < k % p) continue;
    const uint offset = i - k % p;
    if (offset % (2 * k) >= k) continue;
    if (i / (2 * p) != (i + k) / (2 * p)) continue;
    comparator(keys[i], vals[i], keys[i + k], vals[i + k], 1);
  }
}

static void odd_even(uint *keys, uint *vals, uint n) {
  for (uint p = 1; p < n; p *= 2)
    for (uint k = p; k > 0; k /= 2) LAUNCH(odd_even_step, 8, 128, keys, vals, n, p, k);
}

// Bricks: odd and even neighbors in turn, a few elements only, in one block.
__global__ void brick_sort(uint *keys, uint *vals, uint n) {
  extern __shared__ uint2 pairs[];
  for (uint i = threadIdx.x; i < n; i += blockDim.x) pairs[i] = make_uint2(keys[i], vals[i]);
  for (uint phase = 0; phase < n; ++phase) {
    __syncthreads();
    for (uint i = 2 * threadIdx.x + (phase & 1); i + 1 < n; i += 2 * blockDim.x)
      comparator(pairs[i].x, pairs[i].y, pairs[i + 1].x, pairs[i + 1].y, 1);
  }
  __syncthreads();
  for (uint i = threadIdx.x; i < n; i += blockDim.x) keys[i] = pairs[i].x, vals[i] = pairs[i].y;
}

static void bricks(uint *keys, uint *vals, uint n) {
  brick_sort<<<1, 64, n * sizeof(uint2)>>>(keys, vals, n);
  SAFE(cudaGetLastError());
}

static const struct {
  const char *name;
  void (*sort)(uint *, uint *, uint);
  uint n;
} sorts[] = {
    {"bitonic", bitonic, 2048}, {"odd-even merge", odd_even, 1024}, {"bricks", bricks, 100}};

int main(int argc, char *argv[]) {
  bool ok = true;
  for (auto &sort : sorts) {
    vector<uint> keys(sort.n), vals(sort.n), k(sort.n), v(sort.n);
    for (uint i = 0; i < sort.n; ++i) keys[i] = rand() % 1000, vals[i] = i;
    uint *d_keys, *d_vals;
    SAFE(cudaMalloc(&d_keys, sort.n * sizeof(uint)));
    SAFE(cudaMalloc(&d_vals, sort.n * sizeof(uint)));
    SAFE(cudaMemcpy(d_keys, &keys[0], sort.n * sizeof(uint), cudaMemcpyHostToDevice));
    SAFE(cudaMemcpy(d_vals, &vals[0], sort.n * sizeof(uint), cudaMemcpyHostToDevice));
    sort.sort(d_keys, d_vals, sort.n);
    SAFE(cudaMemcpy(&k[0], d_keys, sort.n * sizeof(uint), cudaMemcpyDeviceToHost));
    SAFE(cudaMemcpy(&v[0], d_vals, sort.n * sizeof(uint), cudaMemcpyDeviceToHost));
    SAFE(cudaFree(d_keys));
    SAFE(cudaFree(d_vals));
    bool good = is_sorted(k.begin(), k.end());
    for (uint i = 0; i < sort.n; ++i) good = good && keys[v[i]] == k[i];
    std::sort(v.begin(), v.end());
    for (uint i = 0; i < sort.n; ++i) good = good && v[i] == i;
    printf("%s: %s\n", sort.name, good ? "ok" : "wrong");
    ok = ok && good;
  }
  printf("%s\n", ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
