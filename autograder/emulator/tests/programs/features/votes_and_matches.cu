// Votes, matches and reductions of warps and blocks: __syncthreads_or/and/count, __reduce_*_sync,
// __match_any/all_sync, __any/__all, shuffles of structs by words, and loads with cache hints.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

#define CUDA_ASSERT(x) do { cudaError_t const e_ = (x); if (e_ != cudaSuccess) { fprintf(stderr, "%s at %d\n", cudaGetErrorString(e_), __LINE__); abort(); } } while (0)

constexpr unsigned kFull = 0xffffffffu;

struct WarpResult {
  unsigned sum, smallest, largest, all_bits, any_bits, odd_bits;
  int signed_min;
  unsigned any, all, ballot, peers_of_lane, uniform;
  int pred;
};

struct alignas(8) Pair {
  float key;
  int index;
};

__device__ Pair shuffle_down(Pair p, int by) {
  const unsigned long long bits = *reinterpret_cast<unsigned long long*>(&p);
  const unsigned long long other = __shfl_down_sync(kFull, bits, by);
  return *reinterpret_cast<const Pair*>(&other);
}

__global__ void warps(const unsigned* __restrict__ in, WarpResult* out, Pair* best) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  const unsigned v = __ldcs(in + i);
  WarpResult r;
  r.sum = __reduce_add_sync(kFull, v);
  r.smallest = __reduce_min_sync(kFull, v);
  r.largest = __reduce_max_sync(kFull, v);
  r.all_bits = __reduce_and_sync(kFull, v | 1);
  r.any_bits = __reduce_or_sync(kFull, v);
  r.odd_bits = __reduce_xor_sync(kFull, v);
  r.signed_min = __reduce_min_sync(kFull, static_cast<int>(v) - 50);
  r.any = __any_sync(kFull, v > 95) != 0;
  r.all = __all_sync(kFull, v < 90) != 0;
  r.ballot = __ballot_sync(kFull, v & 1);
  r.peers_of_lane = __match_any_sync(kFull, v % 7);
  r.uniform = __match_all_sync(kFull, i / 32, &r.pred);
  out[i] = r;

  Pair p{static_cast<float>(v), i};
  for (int by = 16; by; by >>= 1) {
    const Pair other = shuffle_down(p, by);
    if (other.key > p.key || (other.key == p.key && other.index < p.index)) p = other;
  }
  if (lane == 0) best[i / 32] = p;
}

// Histogram by leader: lanes with equal bins elect one that adds for all.
__global__ void matched_histogram(const unsigned* in, int n, int* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned active = __ballot_sync(kFull, i < n);
  if (i >= n) return;
  const unsigned bin = __ldg(&in[i]) % 16;
  const unsigned peers = __match_any_sync(active, bin);
  if (static_cast<int>(threadIdx.x & 31) == __ffs(peers) - 1) atomicAdd(&bins[bin], __popc(peers));
}

// Bellman-Ford in one block: goes on while anybody has changed something.
__global__ void relax(const int3* edges, int m, int* dist, int vertices, int* rounds) {
  __shared__ int d[64];
  if (threadIdx.x < vertices) d[threadIdx.x] = threadIdx.x == 0 ? 0 : 1 << 20;
  __syncthreads();
  int count = 0;
  bool changed;
  do {
    changed = false;
    for (int e = threadIdx.x; e < m; e += blockDim.x) {
      const int3 edge = edges[e];
      const int through = atomicAdd(&d[edge.x], 0) + edge.z;
      if (through < atomicMin(&d[edge.y], through)) changed = true;
    }
    ++count;
  } while (__syncthreads_or(changed));
  if (threadIdx.x < vertices) __stcg(dist + threadIdx.x, d[threadIdx.x]);
  const int reached = __syncthreads_count(threadIdx.x < vertices && d[threadIdx.x] < 1 << 20);
  const int everyone = __syncthreads_and(reached == vertices);
  if (threadIdx.x == 0) *rounds = everyone ? count : -1;
}

int main() {
  const int n = 256, warp_count = n / 32;
  std::vector<unsigned> h(n);
  for (int i = 0; i < n; ++i) h[i] = (i * 2654435761u >> 8) % 100;
  unsigned* in;
  WarpResult* out;
  Pair* best;
  int *bins, *dist, *rounds;
  int3* edges;
  CUDA_ASSERT(cudaMalloc(&in, n * sizeof(unsigned)));
  CUDA_ASSERT(cudaMallocManaged(&out, n * sizeof(WarpResult)));
  CUDA_ASSERT(cudaMallocManaged(&best, warp_count * sizeof(Pair)));
  CUDA_ASSERT(cudaMallocManaged(&bins, 16 * sizeof(int)));
  CUDA_ASSERT(cudaMallocManaged(&dist, 64 * sizeof(int)));
  CUDA_ASSERT(cudaMallocManaged(&rounds, sizeof(int)));
  CUDA_ASSERT(cudaMemcpy(in, h.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  std::fill(bins, bins + 16, 0);
  warps<<<2, 128>>>(in, out, best);
  matched_histogram<<<3, 96>>>(in, 250, bins);
  CUDA_ASSERT(cudaGetLastError());
  CUDA_ASSERT(cudaDeviceSynchronize());

  int wrong = 0;
  for (int w = 0; w < warp_count; ++w) {
    WarpResult e = {0, ~0u, 0, ~0u, 0, 0, 1 << 30, 0, 1, 0, 0, kFull, 1};
    Pair top{-1, 0};
    for (int l = 0; l < 32; ++l) {
      const unsigned v = h[w * 32 + l];
      e.sum += v;
      e.smallest = std::min(e.smallest, v);
      e.largest = std::max(e.largest, v);
      e.all_bits &= v | 1;
      e.any_bits |= v;
      e.odd_bits ^= v;
      e.signed_min = std::min(e.signed_min, int(v) - 50);
      e.any |= v > 95;
      e.all &= v < 90;
      e.ballot |= (v & 1) << l;
      if (v > top.key) top = {float(v), w * 32 + l};
    }
    wrong += best[w].key != top.key || best[w].index != top.index;
    for (int l = 0; l < 32; ++l) {
      const WarpResult& r = out[w * 32 + l];
      unsigned peers = 0;
      for (int k = 0; k < 32; ++k) peers |= unsigned(h[w * 32 + k] % 7 == h[w * 32 + l] % 7) << k;
      const bool same = r.sum == e.sum && r.smallest == e.smallest && r.largest == e.largest && r.all_bits == e.all_bits &&
                        r.any_bits == e.any_bits && r.odd_bits == e.odd_bits && r.signed_min == e.signed_min && r.any == e.any &&
                        r.all == e.all && r.ballot == e.ballot && r.peers_of_lane == peers && r.uniform == kFull && r.pred;
      if (!same) printf("warp %d lane %d differs\n", w, l), ++wrong;
    }
  }
  std::map<unsigned, int> counts;
  for (int i = 0; i < 250; ++i) ++counts[h[i] % 16];
  for (unsigned b = 0; b < 16; ++b) wrong += bins[b] != counts[b];

  const int vertices = 40;
  std::vector<int3> list;
  for (int v = 0; v < vertices; ++v)
    for (int step : {1, 7, 12}) list.push_back(make_int3(v, (v + step) % vertices, step * step % 11 + 1));
  CUDA_ASSERT(cudaMalloc(&edges, list.size() * sizeof(int3)));
  CUDA_ASSERT(cudaMemcpy(edges, list.data(), list.size() * sizeof(int3), cudaMemcpyHostToDevice));
  relax<<<1, 64>>>(edges, int(list.size()), dist, vertices, rounds);
  CUDA_ASSERT(cudaDeviceSynchronize());
  std::vector<int> d(vertices, 1 << 20);
  d[0] = 0;
  for (int round = 0; round < vertices; ++round)
    for (const int3& e : list) d[e.y] = std::min(d[e.y], d[e.x] + e.z);
  for (int v = 0; v < vertices; ++v) wrong += d[v] != dist[v];
  wrong += *rounds < 1 || *rounds > vertices;

  for (void* p : {(void*)in, (void*)out, (void*)best, (void*)bins, (void*)dist, (void*)rounds, (void*)edges}) CUDA_ASSERT(cudaFree(p));
  puts(wrong ? "FAILED" : "PASSED");
  return wrong ? 1 : 0;
}
