// Quicksort with many blocks a range: warps count with ballots, take their places with one atomic
// a side, and the last warp of all launches both sides into streams of their own. Ranges that fit
// into a block are sorted there by a bitonic network.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

typedef unsigned int uint;

#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
template <typename T>
void check(T result, char const *const func, const char *const file, int const line) {
  if (result) {
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line,
            static_cast<unsigned int>(result), cudaGetErrorName(result), func);
    exit(EXIT_FAILURE);
  }
}

#define BLOCK 128
#define SMALL 256
#define DEEPEST 24

// What the warps of all blocks share that partition one range.
struct __align__(16) Ends {
  uint low, high, done, pad;
};

__device__ Ends g_ends[1024];
__device__ uint g_ends_used = 1;

static __device__ __forceinline__ uint lanes_below() {
  uint mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}

template <class Compare>
__device__ void compare_exchange(uint &a, uint &b, bool ascending, Compare less) {
  if (less(b, a) == ascending) {
    uint t = a;
    a = b;
    b = t;
  }
}

// Sorts at most SMALL keys; what is missing counts as the largest.
__global__ void __launch_bounds__(SMALL / 2) sort_small(const uint *from, uint *to, uint count) {
  __shared__ uint keys[SMALL];
  for (uint i = threadIdx.x; i < SMALL; i += blockDim.x) keys[i] = i < count ? from[i] : ~0u;
  for (uint size = 2; size <= SMALL; size *= 2) {
    const bool ascending = (threadIdx.x & (size / 2)) == 0;
    for (uint stride = size / 2; stride; stride /= 2) {
      __syncthreads();
      const uint at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      compare_exchange(keys[at], keys[at + stride], ascending,
                       [](uint a, uint b) { return a < b; });
    }
  }
  __syncthreads();
  for (uint i = threadIdx.x; i < count; i += blockDim.x) to[i] = keys[i];
}

__global__ void partition(uint *from, uint *to, uint count, uint ends_index, uint *result,
                          int depth);

__device__ void sort_side(uint *from, uint *to, uint count, uint *result, int depth) {
  if (count == 0) return;
  cudaStream_t stream;
  if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess) __trap();
  if (count <= SMALL) {
    sort_small<<<1, SMALL / 2, 0, stream>>>(from, result, count);
  } else {
    const uint index = atomicAdd(&g_ends_used, 1u);
    if (depth > DEEPEST || index >= sizeof(g_ends) / sizeof(g_ends[0])) {
      printf("too deep: %u keys at depth %d\n", count, depth);
      __trap();
    }
    partition<<<(count + BLOCK - 1) / BLOCK, BLOCK, 0, stream>>>(from, to, count, index, result,
                                                                 depth);
  }
  if (cudaGetLastError() != cudaSuccess) __trap();
  cudaStreamDestroy(stream);
}

__global__ void partition(uint *from, uint *to, uint count, uint ends_index, uint *result,
                          int depth) {
  Ends *ends = &g_ends[ends_index];
  const uint i = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x & 31;
  const bool active = i < count;
  if (!__any_sync(0xffffffffu, active)) return;  // nobody waits for this warp
  const uint pivot =
      max(min(from[0], from[count / 2]), min(max(from[0], from[count / 2]), from[count - 1]));
  const uint key = active ? from[i] : 0u;
  const uint low_mask = __ballot_sync(0xffffffffu, active && key < pivot);
  const uint high_mask = __ballot_sync(0xffffffffu, active && key >= pivot);
  const uint lows = __popc(low_mask), highs = __popc(high_mask);

  uint low_at = 0, high_at = 0;
  if (lane == 0) {
    if (lows) low_at = atomicAdd(&ends->low, lows);
    if (highs) high_at = count - highs - atomicAdd(&ends->high, highs);
  }
  low_at = __shfl_sync(0xffffffffu, low_at, 0);
  high_at = __shfl_sync(0xffffffffu, high_at, 0);
  if (active && key < pivot) to[low_at + __popc(low_mask & lanes_below())] = key;
  if (active && key >= pivot) to[high_at + __popc(high_mask & lanes_below())] = key;
  __syncwarp();
  if (lane != 0) return;

  __threadfence();
  if (atomicAdd(&ends->done, lows + highs) + lows + highs != count) return;
  __threadfence();
  const uint low = atomicAdd(&ends->low, 0u);
  if (low == 0) {
    // The pivot is the smallest key: one pivot is in its place, which makes the rest shorter.
    uint smallest = 0;
    while (to[smallest] != pivot) ++smallest;
    to[smallest] = to[0];
    *result = pivot;
    sort_side(to + 1, from + 1, count - 1, result + 1, depth + 1);
    return;
  }
  sort_side(to, from, low, result, depth + 1);
  sort_side(to + low, from + low, count - low, result + low, depth + 1);
}

int main() {
  const uint n = 6000;
  std::mt19937 rng(42);
  std::vector<uint> host(n), sorted(n);
  for (auto &key : host) key = rng() >> 4;

  uint *a, *b, *result;
  checkCudaErrors(cudaMalloc((void **)&a, n * sizeof(uint)));
  checkCudaErrors(cudaMalloc((void **)&b, n * sizeof(uint)));
  checkCudaErrors(cudaMalloc((void **)&result, n * sizeof(uint)));
  checkCudaErrors(cudaMemcpy(a, host.data(), n * sizeof(uint), cudaMemcpyHostToDevice));

  cudaEvent_t start, stop;
  checkCudaErrors(cudaEventCreate(&start));
  checkCudaErrors(cudaEventCreate(&stop));
  checkCudaErrors(cudaEventRecord(start));
  partition<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(a, b, n, 0, result, 0);
  checkCudaErrors(cudaGetLastError());
  checkCudaErrors(cudaEventRecord(stop));
  checkCudaErrors(cudaEventSynchronize(stop));
  float milliseconds = 0.0f;
  checkCudaErrors(cudaEventElapsedTime(&milliseconds, start, stop));
  checkCudaErrors(cudaMemcpy(sorted.data(), result, n * sizeof(uint), cudaMemcpyDeviceToHost));
  checkCudaErrors(cudaEventDestroy(start));
  checkCudaErrors(cudaEventDestroy(stop));
  for (uint *memory : {a, b, result}) checkCudaErrors(cudaFree(memory));

  bool ok = std::accumulate(host.begin(), host.end(), 0ull) ==
            std::accumulate(sorted.begin(), sorted.end(), 0ull);
  for (uint i = 1; i < n; ++i) ok = ok && sorted[i - 1] <= sorted[i];
  printf("%u keys in %.3f ms: %s\n", n, milliseconds, ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
