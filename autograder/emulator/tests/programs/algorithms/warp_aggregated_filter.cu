// Stream compaction three ways: one atomic per element, one per warp with ballot and popc, and one per
// coalesced group. Order is free, so sorted outputs are compared.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;

#define CUDA_CHECK(call)                                                                      \
  do {                                                                                        \
    cudaError_t err_ = (call);                                                                \
    if (err_ != cudaSuccess) {                                                                \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(err_)); \
      exit(1);                                                                                \
    }                                                                                         \
  } while (0)

struct IsMultipleOf {
  int divisor;
  __host__ __device__ bool operator()(int x) const { return x % divisor == 0; }
};

template <typename Predicate>
__global__ void filter_plain(const int* __restrict__ in, int n, int* __restrict__ out, int* count,
                             Predicate keep) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && keep(in[i])) out[atomicAdd(count, 1)] = in[i];
}

__device__ __forceinline__ int aggregated_increment(int* counter) {
  const unsigned active = __activemask();
  const int leader = __ffs(active) - 1;
  const int lane = threadIdx.x & 31;
  int base = 0;
  if (lane == leader) base = atomicAdd(counter, __popc(active));
  base = __shfl_sync(active, base, leader);
  return base + __popc(active & ((1u << lane) - 1));
}

template <typename Predicate>
__global__ void filter_active_mask(const int* in, int n, int* out, int* count, Predicate keep) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (keep(in[i])) out[aggregated_increment(count)] = in[i];
}

template <typename Predicate>
__global__ void filter_ballot(const int* in, int n, int* out, int* count, Predicate keep) {
  const int lane = threadIdx.x % warpSize;
  const unsigned below = (1u << lane) - 1;
  for (int base = blockIdx.x * blockDim.x; base < n; base += gridDim.x * blockDim.x) {
    const int i = base + threadIdx.x;
    const int value = i < n ? in[i] : 0;
    const bool take = i < n && keep(value);
    const unsigned votes = __ballot_sync(0xffffffff, take);
    int first = 0;
    if (lane == 0 && votes) first = atomicAdd(count, __popc(votes));
    first = __shfl_sync(0xffffffff, first, 0);
    if (take) out[first + __popc(votes & below)] = value;
  }
}

template <typename Predicate>
__global__ void filter_coalesced(const int* in, int n, int* out, int* count, Predicate keep) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || !keep(in[i])) return;
  cg::coalesced_group group = cg::coalesced_threads();
  int place = 0;
  if (group.thread_rank() == 0) place = atomicAdd(count, static_cast<int>(group.size()));
  place = group.shfl(place, 0) + group.thread_rank();
  out[place] = in[i];
}

template <typename Launch>
bool run(const char* name, const std::vector<int>& in, const std::vector<int>& expected,
         Launch launch) {
  int *d_in, *d_out, *d_count, count = 0;
  CUDA_CHECK(cudaMalloc(&d_in, in.size() * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&d_out, in.size() * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&d_count, sizeof(int)));
  CUDA_CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemset(d_count, 0, sizeof(int)));
  launch(d_in, static_cast<int>(in.size()), d_out, d_count);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost));
  std::vector<int> out(count);
  CUDA_CHECK(cudaMemcpy(out.data(), d_out, count * sizeof(int), cudaMemcpyDeviceToHost));
  std::sort(out.begin(), out.end());
  CUDA_CHECK(cudaFree(d_in));
  CUDA_CHECK(cudaFree(d_out));
  CUDA_CHECK(cudaFree(d_count));
  const bool same = out == expected;
  printf("%-16s %d of %zu: %s\n", name, count, in.size(), same ? "ok" : "MISMATCH");
  return same;
}

int main() {
  const int n = 3000;
  std::vector<int> in(n), expected;
  for (int i = 0; i < n; ++i) in[i] = (i * 7919) % 10007;
  const IsMultipleOf keep{3};
  std::copy_if(in.begin(), in.end(), std::back_inserter(expected), keep);
  std::sort(expected.begin(), expected.end());

  const int threads = 128, blocks = (n + threads - 1) / threads;
  bool ok = true;
  ok &= run("plain", in, expected, [&](const int* a, int m, int* b, int* c) {
    filter_plain<<<blocks, threads>>>(a, m, b, c, keep);
  });
  ok &= run("active mask", in, expected, [&](const int* a, int m, int* b, int* c) {
    filter_active_mask<<<blocks, threads>>>(a, m, b, c, keep);
  });
  ok &= run("ballot", in, expected, [&](const int* a, int m, int* b, int* c) {
    filter_ballot<<<5, threads>>>(a, m, b, c, keep);
  });
  ok &= run("coalesced", in, expected, [&](const int* a, int m, int* b, int* c) {
    filter_coalesced<<<blocks, threads>>>(a, m, b, c, keep);
  });
  puts(ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
