// Reductions with cooperative groups: tiles of 32, 16 and 4, cg::reduce with plus, less and greater,
// labeled and binary partitions, and scans; each against its serial version.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

using namespace cooperative_groups;
namespace cg = cooperative_groups;

static void check(cudaError_t error, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorName(error));
  std::exit(1);
}
#define CHECK(x) check((x), __LINE__)

template <int TileSize>
__global__ void __launch_bounds__(256) tile_sums(const int* in, int* sums, int n) {
  thread_block block = this_thread_block();
  thread_block_tile<TileSize> tile = tiled_partition<TileSize>(block);
  const int i = block.group_index().x * block.size() + block.thread_rank();
  int value = i < n ? in[i] : 0;
#pragma unroll
  for (int offset = tile.size() / 2; offset > 0; offset /= 2) value += tile.shfl_down(value, offset);
  if (tile.thread_rank() == 0)
    sums[blockIdx.x * tile.meta_group_size() + tile.meta_group_rank()] = value;
}

__global__ void extremes(const int* in, int n, int* minimum, int* maximum, long long* total) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int low = INT_MAX, high = INT_MIN;
  long long sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    low = min(low, in[i]);
    high = max(high, in[i]);
    sum += in[i];
  }
  low = cg::reduce(warp, low, cg::less<int>());
  high = cg::reduce(warp, high, cg::greater<int>());
  sum = cg::reduce(warp, sum, cg::plus<long long>());
  if (warp.thread_rank() == 0) {
    atomicMin(minimum, low);
    atomicMax(maximum, high);
    atomicAdd(reinterpret_cast<unsigned long long*>(total), static_cast<unsigned long long>(sum));
  }
}

// Per warp: how many lanes carry each label, and the sum over each label.
__global__ void by_label(const int* labels, int* group_size, int* group_sum) {
  auto warp = tiled_partition<32>(this_thread_block());
  const int label = labels[threadIdx.x];
  coalesced_group same = labeled_partition(warp, label);
  group_size[threadIdx.x] = same.size();
  group_sum[threadIdx.x] = reduce(same, static_cast<int>(threadIdx.x), plus<int>());
  coalesced_group odd_or_even = binary_partition(warp, (label & 1) != 0);
  if (odd_or_even.thread_rank() == 0 && label >= 0) group_size[threadIdx.x] += 1000 * odd_or_even.size();
}

__global__ void running_sums(const int* in, int* inclusive, int* exclusive) {
  auto tile = tiled_partition<16>(this_thread_block());
  const int v = in[threadIdx.x];
  inclusive[threadIdx.x] = cg::inclusive_scan(tile, v);
  exclusive[threadIdx.x] = cg::exclusive_scan(tile, v, cg::plus<int>());
}

template <int TileSize>
bool test_tiles(const std::vector<int>& host, const int* device) {
  const int n = static_cast<int>(host.size()), threads = 256, blocks = (n + threads - 1) / threads;
  int* d_sums;
  std::vector<int> sums(blocks * threads / TileSize);
  CHECK(cudaMalloc(&d_sums, sums.size() * sizeof(int)));
  tile_sums<TileSize><<<blocks, threads>>>(device, d_sums, n);
  CHECK(cudaMemcpy(sums.data(), d_sums, sums.size() * sizeof(int), cudaMemcpyDefault));
  CHECK(cudaFree(d_sums));
  for (size_t t = 0; t < sums.size(); ++t) {
    int expected = 0;
    for (int i = int(t) * TileSize; i < std::min(n, int(t + 1) * TileSize); ++i) expected += host[i];
    if (sums[t] != expected) {
      std::printf("tile of %d, number %zu: %d instead of %d\n", TileSize, t, sums[t], expected);
      return false;
    }
  }
  return true;
}

int main() {
  std::vector<int> host(1500);
  for (size_t i = 0; i < host.size(); ++i) host[i] = int(i * 37 % 501) - 250;
  int* device;
  CHECK(cudaMalloc((void**)&device, host.size() * sizeof(int)));
  CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice));

  bool ok = test_tiles<32>(host, device) && test_tiles<16>(host, device) && test_tiles<4>(host, device);

  struct Results { int low, high; long long total; } *r;
  CHECK(cudaMallocManaged(&r, sizeof *r));
  *r = {INT_MAX, INT_MIN, 0};
  extremes<<<3, 96>>>(device, (int)host.size(), &r->low, &r->high, &r->total);
  CHECK(cudaDeviceSynchronize());
  ok &= r->low == *std::min_element(host.begin(), host.end());
  ok &= r->high == *std::max_element(host.begin(), host.end());
  ok &= r->total == std::accumulate(host.begin(), host.end(), 0LL);
  CHECK(cudaFree(r));

  int *labels, *sizes, *sums;
  CHECK(cudaMallocManaged(&labels, 64 * sizeof(int)));
  CHECK(cudaMallocManaged(&sizes, 64 * sizeof(int)));
  CHECK(cudaMallocManaged(&sums, 64 * sizeof(int)));
  for (int i = 0; i < 64; ++i) labels[i] = i * i % 5;
  by_label<<<1, 64>>>(labels, sizes, sums);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 64; ++i) {
    int size = 0, sum = 0, parity = 0, first_of_parity = -1;
    for (int j = i / 32 * 32; j < i / 32 * 32 + 32; ++j) {
      if (labels[j] == labels[i]) size++, sum += j;
      if (labels[j] % 2 == labels[i] % 2) {
        parity++;
        if (first_of_parity < 0) first_of_parity = j;
      }
    }
    if (first_of_parity == i) size += 1000 * parity;
    if (sizes[i] != size || sums[i] != sum) {
      std::printf("label of %d: %d %d instead of %d %d\n", i, sizes[i], sums[i], size, sum);
      ok = false;
    }
  }

  running_sums<<<1, 64>>>(device, sizes, sums);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0, before = 0; i < 64; ++i) {
    if (i % 16 == 0) before = 0;
    ok &= sums[i] == before;
    before += host[i];
    ok &= sizes[i] == before;
  }
  for (int* p : {labels, sizes, sums, device}) CHECK(cudaFree(p));
  std::puts(ok ? "PASSED" : "FAILED");
  return !ok;
}
