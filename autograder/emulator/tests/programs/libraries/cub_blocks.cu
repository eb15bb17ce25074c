// CUB's collectives of blocks and warps: load, sort, scan, reduce and store.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <vector>

#define CHECK(call)                                                    \
  if (cudaError_t error = (call); error != cudaSuccess) {              \
    std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
    return 1;                                                          \
  }

constexpr int kThreads = 128, kItems = 4, kTile = kThreads * kItems, kTiles = 3;

struct Larger {
  __host__ __device__ int operator()(int a, int b) const { return a < b ? b : a; }
};

// Sorts its tile, and then replaces it by the sums up to each element.
__global__ void sorted_sums(const int* in, int* sorted, int* sums, int* largest) {
  using Load = cub::BlockLoad<int, kThreads, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
  using Sort = cub::BlockRadixSort<int, kThreads, kItems>;
  using Scan = cub::BlockScan<int, kThreads>;
  using Reduce = cub::BlockReduce<int, kThreads>;
  using Store = cub::BlockStore<int, kThreads, kItems, cub::BLOCK_STORE_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Sort::TempStorage sort;
    typename Scan::TempStorage scan;
    typename Reduce::TempStorage reduce;
    typename Store::TempStorage store;
  } memory;
  const int tile = static_cast<int>(blockIdx.x) * kTile;
  int items[kItems];
  Load(memory.load).Load(in + tile, items);
  __syncthreads();
  const int most = Reduce(memory.reduce).Reduce(items, Larger());
  if (threadIdx.x == 0) largest[blockIdx.x] = most;
  __syncthreads();
  Sort(memory.sort).Sort(items);
  __syncthreads();
  int totals[kItems];
  Scan(memory.scan).InclusiveSum(items, totals);
  __syncthreads();
  Store(memory.store).Store(sorted + tile, items);  // which leaves the items in another order
  __syncthreads();
  Store(memory.store).Store(sums + tile, totals);
}

// A sum over many tiles: each begins where the last ended.
struct Running {
  int total;
  __device__ int operator()(int tile) {
    const int before = total;
    total += tile;
    return before;
  }
};

__global__ void running_sums(const int* in, int* out) {
  using Scan = cub::BlockScan<int, kThreads>;
  __shared__ typename Scan::TempStorage memory;
  Running running{0};
  for (int first = 0; first < kTiles * kTile; first += kThreads) {
    int value = in[first + static_cast<int>(threadIdx.x)];
    Scan(memory).ExclusiveSum(value, value, running);
    __syncthreads();
    out[first + static_cast<int>(threadIdx.x)] = value;
  }
}

__global__ void of_warps(const int* in, int* sums, int* prefixes) {
  using Reduce = cub::WarpReduce<int>;
  using Scan = cub::WarpScan<int, 16>;
  __shared__ typename Reduce::TempStorage reduce[kThreads / 32];
  __shared__ typename Scan::TempStorage scan[kThreads / 16];
  const int t = static_cast<int>(threadIdx.x);
  const int sum = Reduce(reduce[t / 32]).Sum(in[t]);
  if (t % 32 == 0) sums[t / 32] = sum;
  int prefix;
  Scan(scan[t / 16]).ExclusiveSum(in[t], prefix);
  prefixes[t] = prefix;
}

__global__ void pairs_descending(const float* keys, int* order) {
  using Sort = cub::BlockRadixSort<float, kThreads, 1, int>;
  __shared__ typename Sort::TempStorage memory;
  float key[1] = {keys[threadIdx.x]};
  int value[1] = {static_cast<int>(threadIdx.x)};
  Sort(memory).SortDescending(key, value);
  order[threadIdx.x] = value[0];
}

int main() {
  constexpr int kAll = kTiles * kTile;
  int *in, *sorted, *sums, *small;
  float* keys;
  CHECK(cudaMallocManaged(&in, kAll * sizeof(int)));
  CHECK(cudaMallocManaged(&sorted, kAll * sizeof(int)));
  CHECK(cudaMallocManaged(&sums, kAll * sizeof(int)));
  CHECK(cudaMallocManaged(&small, 2 * kAll * sizeof(int)));
  CHECK(cudaMallocManaged(&keys, kThreads * sizeof(float)));
  for (int i = 0; i < kAll; ++i) in[i] = i * 7919 % 2003 - 1000;
  for (int i = 0; i < kThreads; ++i) keys[i] = static_cast<float>(i * 37 % 50 - 25) * 0.5f;

  int wrong = 0;
  sorted_sums<<<kTiles, kThreads>>>(in, sorted, sums, small);
  CHECK(cudaDeviceSynchronize());
  for (int tile = 0; tile < kTiles; ++tile) {
    std::vector<int> wanted(in + tile * kTile, in + (tile + 1) * kTile);
    std::sort(wanted.begin(), wanted.end());
    wrong += small[tile] != wanted.back();
    for (int i = 0, sum = 0; i < kTile; ++i) {
      sum += wanted[i];
      wrong += sorted[tile * kTile + i] != wanted[i] || sums[tile * kTile + i] != sum;
    }
  }
  std::printf("sorted: %d %d, sums: %d, largest: %d\n", sorted[0], sorted[kTile - 1],
              sums[kTile - 1], small[0]);

  running_sums<<<1, kThreads>>>(in, small);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0, sum = 0; i < kAll; sum += in[i++]) wrong += small[i] != sum;
  std::printf("running: %d\n", small[kAll - 1]);

  of_warps<<<1, kThreads>>>(in, small, small + kThreads);
  pairs_descending<<<1, kThreads>>>(keys, small + 2 * kThreads);
  CHECK(cudaDeviceSynchronize());
  std::vector<int> order(kThreads);
  for (int t = 0, sum = 0, prefix = 0; t < kThreads; ++t) {
    if (t % 32 == 0) sum = 0;
    if (t % 16 == 0) prefix = 0;
    wrong += small[kThreads + t] != prefix;
    sum += in[t];
    prefix += in[t];
    if (t % 32 == 31) wrong += small[t / 32] != sum;
    order[t] = t;
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] > keys[b]; });
  for (int t = 0; t < kThreads; ++t) wrong += small[2 * kThreads + t] != order[t];
  std::printf("warps: %d %d, pairs: %d, wrong: %d\n", small[0], small[kThreads + 15],
              small[2 * kThreads], wrong);
  CHECK(cudaFree(in));
  CHECK(cudaFree(sorted));
  CHECK(cudaFree(sums));
  CHECK(cudaFree(small));
  CHECK(cudaFree(keys));
  return wrong == 0 ? 0 : 1;
}
