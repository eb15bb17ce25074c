// Cooperative groups in many forms: functions over thread_group, tiles of tiles, tiles of one
// thread, coalesced groups that aggregate atomics, scans, partitions, memcpy_async, invoke_one, and
// a grid that synchronizes.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>
#include <cstring>
#include <vector>
namespace cg = cooperative_groups;
__device__ int reduce_sum(cg::thread_group g, int *temp, int val) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    temp[lane] = val;
    g.sync();
    if (lane < i) val += temp[lane + i];
    g.sync();
  }
  return val;
}
__global__ void generic_groups(int *sum, int n) {
  __shared__ int temp[128];
  auto g = cg::this_thread_block();
  int v = reduce_sum(g, temp, threadIdx.x);
  if (g.thread_rank() == 0) sum[0] = v;
  g.sync();
  auto tile = cg::tiled_partition(g, 16);
  v = reduce_sum(tile, temp + g.thread_rank() / 16 * 16, 1);
  if (tile.thread_rank() == 0) atomicAdd(&sum[1], v);
  auto t4 = cg::tiled_partition<4>(cg::tiled_partition<32>(g));
  int s = cg::reduce(t4, (int)g.thread_rank(), cg::plus<int>());
  if (t4.thread_rank() == 3) sum[2 + g.thread_rank() / 4] = s;
  auto one = cg::tiled_partition<1>(g);
  sum[40 + g.thread_rank()] = one.size() + one.thread_rank() + one.meta_group_rank();
}
__device__ int atomic_agg(int *ctr) {
  cg::coalesced_group g = cg::coalesced_threads();
  int prev;
  if (g.thread_rank() == 0) prev = atomicAdd(ctr, g.size());
  return g.thread_rank() + g.shfl(prev, 0);
}
__global__ void compact(const int *in, int *out, int *ctr, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 3 == 0) out[atomic_agg(ctr)] = in[i];
}
__global__ void scan_block(const int *in, int *inc, int *exc, int *bucket) {
  __shared__ int stage[256];
  __shared__ int carry[8];
  auto b = cg::this_thread_block();
  auto w = cg::tiled_partition<32>(b);
  cg::memcpy_async(b, stage, in + blockIdx.x * 256, sizeof(int) * 256);
  cg::wait(b);
  int v = stage[b.thread_rank()];
  int x = cg::inclusive_scan(w, v);
  int y = cg::exclusive_scan(w, v, cg::plus<int>());
  if (w.thread_rank() == w.size() - 1) carry[w.meta_group_rank()] = x;
  b.sync();
  int add = 0;
  for (unsigned k = 0; k < w.meta_group_rank(); ++k) add += carry[k];
  inc[blockIdx.x * 256 + b.thread_rank()] = x + add;
  exc[blockIdx.x * 256 + b.thread_rank()] = y + add;
  auto same = cg::labeled_partition(w, v & 3);
  int c = cg::reduce(same, 1, cg::plus<int>());
  if (same.thread_rank() == 0) atomicAdd(bucket + (v & 3), c);
  auto bin = cg::binary_partition(w, v > 50);
  if (bin.thread_rank() == 0 && v > 50) atomicAdd(bucket + 4, (int)bin.size());
  cg::invoke_one(w, [&] { atomicAdd(bucket + 5, 1); });
}
__global__ void grid_steps(float *a, float *b, int n, int steps) {
  cg::grid_group g = cg::this_grid();
  float *p = a, *q = b;
  for (int s = 0; s < steps; ++s) {
    for (unsigned long long i = g.thread_rank(); i < n; i += g.size())
      q[i] = (p[i ? i - 1 : n - 1] + p[i] + p[i + 1 < n ? i + 1 : 0]) / 3;
    cg::sync(g);
    float *t = p;
    p = q;
    q = t;
  }
}
int main() {
  int bad = 0;
  int *m;
  cudaMallocManaged(&m, 4096 * sizeof(int));
  cudaMemset(m, 0, 4096 * 4);
  generic_groups<<<1, 128>>>(m, 128);
  if (cudaDeviceSynchronize()) return 9;
  bad += m[0] != 127 * 64;
  bad += m[1] != 128;
  for (int i = 0; i < 32; ++i) bad += m[2 + i] != 16 * i + 6;
  for (int i = 0; i < 128; ++i) bad += m[40 + i] != 1 + i;
  int *in, *out, *ctr;
  cudaMallocManaged(&in, 4096);
  cudaMallocManaged(&out, 4096);
  cudaMallocManaged(&ctr, 64);
  for (int i = 0; i < 1024; ++i) in[i] = i * 7 % 101;
  memset(ctr, 0, 64);
  compact<<<8, 128>>>(in, out, ctr, 1000);
  if (cudaDeviceSynchronize()) return 8;
  long sum = 0, want = 0;
  int cnt = 0;
  for (int i = 0; i < 1000; ++i)
    if (in[i] % 3 == 0) {
      ++cnt;
      want += in[i];
    }
  for (int i = 0; i < ctr[0]; ++i) sum += out[i];
  bad += cnt != ctr[0] || sum != want;
  memset(ctr, 0, 64);
  scan_block<<<4, 256>>>(in, m, m + 1024, ctr);
  if (cudaDeviceSynchronize()) return 7;
  int h[6] = {};
  for (int b = 0; b < 4; ++b)
    for (int i = 0, r = 0; i < 256; ++i) {
      int v = in[b * 256 + i];
      bad += m[1024 + b * 256 + i] != r;
      r += v;
      bad += m[b * 256 + i] != r;
      h[v & 3]++;
      h[4] += v > 50;
    }
  h[5] = 32;
  for (int i = 0; i < 6; ++i) {
    if (ctr[i] != h[i]) printf("ctr %d %d %d\n", i, ctr[i], h[i]);
    bad += ctr[i] != h[i];
  }
  float *a, *b;
  int n = 1000, steps = 5;
  cudaMallocManaged(&a, n * 4);
  cudaMallocManaged(&b, n * 4);
  std::vector<float> p(n), q(n);
  for (int i = 0; i < n; ++i) p[i] = a[i] = i % 10;
  int per;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per, grid_steps, 128, 0);
  void *args[] = {&a, &b, &n, &steps};
  if (cudaLaunchCooperativeKernel((void *)grid_steps, dim3(min(4, per * 2)), dim3(128), args, 0, 0))
    return 6;
  if (cudaDeviceSynchronize()) return 5;
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < n; ++i) q[i] = (p[i ? i - 1 : n - 1] + p[i] + p[i + 1 < n ? i + 1 : 0]) / 3;
    p.swap(q);
  }
  for (int i = 0; i < n; ++i) bad += p[i] != b[i];
  cudaFree(m);
  cudaFree(in);
  cudaFree(out);
  cudaFree(ctr);
  cudaFree(a);
  cudaFree(b);
  printf("bad %d\n", bad);
  return bad;
}
