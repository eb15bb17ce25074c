// Exclusive scan of 4 M words: int4 per thread, shuffles of tiles, one pass per level. Expected: PASSED
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include "sample.h"
namespace cg = cooperative_groups;

__global__ void scanBlocks(int4 *data, int *sums) {
  __shared__ int warps[8];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int4 v = data[blockIdx.x * blockDim.x + threadIdx.x];
  v.y += v.x; v.z += v.y; v.w += v.z;
  int before = cg::exclusive_scan(tile, v.w);
  if (tile.thread_rank() == 31) warps[tile.meta_group_rank()] = before + v.w;
  __syncthreads();
  if (tile.meta_group_rank() == 0) {
    int w = tile.thread_rank() < 8 ? warps[tile.thread_rank()] : 0;
    int s = cg::exclusive_scan(tile, w, cg::plus<int>());
    if (tile.thread_rank() < 8) warps[tile.thread_rank()] = s;
    if (tile.thread_rank() == 7) sums[blockIdx.x] = s + w;
  }
  __syncthreads();
  before += warps[tile.meta_group_rank()];
  data[blockIdx.x * blockDim.x + threadIdx.x] = make_int4(before, before + v.x, before + v.y, before + v.z);
}
__global__ void add(int4 *data, const int *sums) {
  int s = sums[blockIdx.x];
  int4 &v = data[blockIdx.x * blockDim.x + threadIdx.x];
  v = make_int4(v.x + s, v.y + s, v.z + s, v.w + s);
}
void scan(int *data, int n) {
  int blocks = n / 1024;
  int *sums = device<int>(std::max(blocks, 1024));
  CK(cudaMemset(sums, 0, std::max(blocks, 1024) * sizeof(int)));
  scanBlocks<<<blocks, 256>>>((int4 *)data, sums);
  if (blocks > 1) {
    scan(sums, std::max(blocks, 1024));
    add<<<blocks, 256>>>((int4 *)data, sums);
  }
  cudaFree(sums);
}
int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 22;
  std::vector<int> v(n), want(n);
  unsigned seed = 6;
  for (int i = 0, run = 0; i < n; i++) { v[i] = lcg(seed) >> 28; want[i] = run; run += v[i]; }
  int *d = device(v);
  scan(d, n);
  bool ok = host(d, n) == want;
  cudaFree(d);
  return finish(ok);
}
