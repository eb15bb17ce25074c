// Warp-aggregated atomics in four ways: ballot by hand, coalesced groups, match_any, and elect by ffs; all filter
// the same numbers into as many lists. prints: PASSED
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>
#include <algorithm>
namespace cg = cooperative_groups;

__device__ __inline__ int lane_id(void) { return threadIdx.x % warpSize; }

__device__ int atomicAggInc_ballot(int *ctr, unsigned mask)
{
  int leader = __ffs(mask) - 1, res;
  if (lane_id() == leader) res = atomicAdd(ctr, __popc(mask));
  res = __shfl_sync(mask, res, leader);
  return res + __popc(mask & ((1 << lane_id()) - 1));
}
__device__ int atomicAggInc_cg(int *ctr)
{
  auto g = cg::coalesced_threads();
  int warp_res;
  if (g.thread_rank() == 0) warp_res = atomicAdd(ctr, g.size());
  return g.shfl(warp_res, 0) + g.thread_rank();
}
__device__ int atomicAggInc_match(int *ctr)
{
  unsigned int active = __activemask();
  int leader = 31 - __clz(__match_any_sync(active, reinterpret_cast<unsigned long long>(ctr)));
  unsigned peers = __match_any_sync(active, reinterpret_cast<unsigned long long>(ctr));
  int warp_res;
  if (lane_id() == leader) warp_res = atomicAdd(ctr, __popc(peers));
  warp_res = __shfl_sync(peers, warp_res, leader);
  unsigned lt;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
  return warp_res + __popc(peers & lt);
}

__global__ void filter_ballot(int *dst, int *nres, const int *src, int n)
{
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  bool take = i < n && src[i] > 0;
  unsigned mask = __ballot_sync(0xffffffff, take);
  if (take) dst[atomicAggInc_ballot(nres, mask)] = src[i];
}
__global__ void filter_cg(int *dst, int *nres, const int *src, int n)
{
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  if (src[i] > 0) dst[atomicAggInc_cg(nres)] = src[i];
}
// by remainder into four lists
__global__ void filter_match(int *dst, int *nres, const int *src, int n)
{
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n || src[i] <= 0) return;
  int list = src[i] % 4;
  dst[list * n + atomicAggInc_match(&nres[list])] = src[i];
}
__global__ void filter_shared(int *dst, int *nres, const int *src, int n)
{
  __shared__ int l_n;
  int i = blockIdx.x * (32 * blockDim.x) + threadIdx.x;
  for (int iter = 0; iter < 32; iter++) {
    if (threadIdx.x == 0) l_n = 0;
    __syncthreads();
    int d, pos;
    bool take = i < n && (d = src[i]) > 0;
    if (take) pos = atomicAdd(&l_n, 1);
    __syncthreads();
    if (threadIdx.x == 0) l_n = atomicAdd(nres, l_n);
    __syncthreads();
    if (take) dst[pos + l_n] = d;
    __syncthreads();
    i += blockDim.x;
  }
}

int main()
{
  const int n = 10000;
  std::vector<int> src(n), want;
  for (int i = 0; i < n; i++) { src[i] = (int)((i * 2654435761u) >> 16) - 32768; if (src[i] > 0) want.push_back(src[i]); }
  std::sort(want.begin(), want.end());
  int *d_src, *d_dst, *d_n, bad = 0;
  cudaMalloc(&d_src, n * sizeof(int)); cudaMalloc(&d_dst, 4 * n * sizeof(int)); cudaMalloc(&d_n, 4 * sizeof(int));
  cudaMemcpy(d_src, src.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  for (int way = 0; way < 4; way++) {
    cudaMemset(d_n, 0, 4 * sizeof(int));
    switch (way) {
    case 0: filter_ballot<<<(n + 255) / 256, 256>>>(d_dst, d_n, d_src, n); break;
    case 1: filter_cg<<<(n + 255) / 256, 256>>>(d_dst, d_n, d_src, n); break;
    case 2: filter_match<<<(n + 255) / 256, 256>>>(d_dst, d_n, d_src, n); break;
    case 3: filter_shared<<<(n + 4095) / 4096, 128>>>(d_dst, d_n, d_src, n); break;
    }
    int counts[4];
    cudaMemcpy(counts, d_n, sizeof counts, cudaMemcpyDeviceToHost);
    std::vector<int> got;
    for (int l = 0; l < 4; l++) {
      std::vector<int> part(counts[l]);
      cudaMemcpy(part.data(), d_dst + l * n, counts[l] * sizeof(int), cudaMemcpyDeviceToHost);
      if (way == 2) for (int v : part) bad += v % 4 != l;
      got.insert(got.end(), part.begin(), part.end());
    }
    std::sort(got.begin(), got.end());
    if (got != want) { printf("way %d: %zu of %zu\n", way, got.size(), want.size()); bad++; }
  }
  cudaFree(d_src); cudaFree(d_dst); cudaFree(d_n);
  puts(bad ? "FAILED" : "PASSED");
  return bad != 0;
}
