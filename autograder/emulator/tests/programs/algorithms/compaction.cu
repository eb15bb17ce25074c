// Stream compaction: flags, a scan over all blocks and a scatter, in order; and warp-aggregated
// atomics, in any order. The predicates are functors, device lambdas and pointers to device
// functions.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;

#define CUDA_TRY(...)                                                                     \
  do {                                                                                    \
    const cudaError_t _status = (__VA_ARGS__);                                            \
    if (_status != cudaSuccess) {                                                         \
      std::fprintf(stderr, "%s:%i: %s\n", __FILE__, __LINE__, cudaGetErrorName(_status)); \
      std::abort();                                                                       \
    }                                                                                     \
  } while (0)

template <class T, class Pred>
__global__ void count_blocks(const T *in, int n, int *counts, Pred keep) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int kept = __syncthreads_count(i < n && keep(in[i]));
  if (threadIdx.x == 0) counts[blockIdx.x] = kept;
}

__global__ void scan_counts(int *counts, int blocks) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int carry = 0;
  for (int base = 0; base < blocks; base += warp.size()) {
    const int i = base + warp.thread_rank();
    const int mine = i < blocks ? counts[i] : 0;
    const int before = cg::exclusive_scan(warp, mine);
    if (i < blocks) counts[i] = carry + before;
    carry += warp.shfl(before + mine, warp.size() - 1);
  }
  if (warp.thread_rank() == 0) counts[blocks] = carry;
}

template <class T, class Pred>
__global__ void scatter(const T *in, int n, const int *offsets, T *out, Pred keep) {
  __shared__ int warps[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = threadIdx.x / warpSize, lane = threadIdx.x % warpSize;
  const bool flag = i < n && keep(in[i]);
  const unsigned votes = __ballot_sync(0xffffffff, flag);
  if (lane == 0) warps[warp] = __popc(votes);
  __syncthreads();
  int position = offsets[blockIdx.x] + __popc(votes & ~(~0u << lane));
  for (unsigned w = 0; w < warp; ++w) position += warps[w];
  if (flag) out[position] = in[i];
}

__device__ int aggregated_increment(int *counter) {
  const auto active = cg::coalesced_threads();
  int first = 0;
  if (active.thread_rank() == 0) first = atomicAdd(counter, (int)active.size());
  return active.shfl(first, 0) + active.thread_rank();
}

template <class T, class Pred>
__global__ void filter(const T *__restrict__ in, int n, T *__restrict__ out, int *count,
                       Pred keep) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    if (keep(in[i])) out[aggregated_increment(count)] = in[i];
}

template <class T>
struct Between {
  T low, high;
  __host__ __device__ bool operator()(const T &x) const { return low <= x && x < high; }
};

typedef bool (*Predicate)(int);
__device__ bool is_prime(int x) {
  if (x < 2) return false;
  for (int d = 2; d * d <= x; ++d)
    if (x % d == 0) return false;
  return true;
}
__device__ bool is_square(int x) {
  const int root = (int)(sqrtf((float)x) + 0.5f);
  return root * root == x;
}
__device__ Predicate table[] = {is_prime, is_square};
__device__ Predicate chosen = is_prime;

struct FromTable {
  int entry;
  __device__ bool operator()(int x) const { return table[entry](x); }
};

template <class T, class Pred, class HostPred>
bool same(const std::vector<T> &host, Pred keep, HostPred host_keep, const char *name) {
  const int n = (int)host.size(), threads = 128, blocks = (n + threads - 1) / threads;
  std::vector<T> expected;
  std::copy_if(host.begin(), host.end(), std::back_inserter(expected), host_keep);
  T *in, *out;
  int *counts, *count, kept = -1;
  CUDA_TRY(cudaMalloc(&in, n * sizeof(T)));
  CUDA_TRY(cudaMalloc(&out, n * sizeof(T)));
  CUDA_TRY(cudaMalloc(&counts, (blocks + 1) * sizeof(int)));
  CUDA_TRY(cudaMallocManaged(&count, sizeof(int)));
  CUDA_TRY(cudaMemcpy(in, host.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  CUDA_TRY(cudaMemset(out, 0, n * sizeof(T)));

  count_blocks<<<blocks, threads>>>(in, n, counts, keep);
  scan_counts<<<1, 32>>>(counts, blocks);
  scatter<<<blocks, threads>>>(in, n, counts, out, keep);
  CUDA_TRY(cudaMemcpy(&kept, counts + blocks, sizeof(int), cudaMemcpyDeviceToHost));
  std::vector<T> got(n);
  CUDA_TRY(cudaMemcpy(got.data(), out, n * sizeof(T), cudaMemcpyDeviceToHost));
  got.resize(kept);
  const bool ordered = got == expected;

  *count = 0;
  filter<<<5, threads>>>(in, n, out, count, keep);
  CUDA_TRY(cudaDeviceSynchronize());
  got.resize(*count);
  CUDA_TRY(cudaMemcpy(got.data(), out, *count * sizeof(T), cudaMemcpyDeviceToHost));
  std::sort(got.begin(), got.end());
  std::sort(expected.begin(), expected.end());
  const bool any_order = got == expected;
  CUDA_TRY(cudaFree(in));
  CUDA_TRY(cudaFree(out));
  CUDA_TRY(cudaFree(counts));
  CUDA_TRY(cudaFree(count));
  std::printf("%s: %zu kept, %s\n", name, expected.size(), ordered && any_order ? "ok" : "wrong");
  return ordered && any_order;
}

int main() {
  std::vector<int> ints(3000);
  std::vector<double> doubles(1000);
  for (size_t i = 0; i < ints.size(); ++i) ints[i] = (int)(i * 7919 % 3001);
  for (size_t i = 0; i < doubles.size(); ++i) doubles[i] = (double)(i * 37 % 1009) / 1009;
  const auto prime = [](int x) {
    if (x < 2) return false;
    for (int d = 2; d * d <= x; ++d)
      if (x % d == 0) return false;
    return true;
  };
  const int divisor = 7, rest = 3;
  bool ok = true;
  ok &= same(ints, Between<int>{100, 900}, Between<int>{100, 900}, "functor");
  ok &= same(doubles, Between<double>{0.25, 0.3}, Between<double>{0.25, 0.3}, "doubles");
  ok &= same(
      ints, [=] __device__(int x) { return x % divisor == rest; },
      [=](int x) { return x % divisor == rest; }, "lambda");
  ok &= same(
      ints, [] __device__(int) { return false; }, [](int) { return false; }, "nothing");
  ok &= same(ints, FromTable{0}, prime, "table of functions");
  ok &= same(
      ints, FromTable{1},
      [](int x) {
        int r = 0;
        while (r * r < x) ++r;
        return r * r == x;
      },
      "squares");
  Predicate function;
  CUDA_TRY(cudaMemcpyFromSymbol(&function, chosen, sizeof function));
  ok &= same(ints, function, prime, "device function pointer");
  std::puts(ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
