// A scan in one pass: block primitives as classes with temporary storage in a shared union, and
// tiles that look back at what their predecessors have published.
#include <cstdio>
#include <vector>
namespace prim {
template <typename T, int THREADS>
class WarpScan {
 public:
  template <typename Op>
  static __device__ __forceinline__ T Inclusive(T v, Op op) {
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
      T u = __shfl_up_sync(0xffffffffu, v, d);
      if ((threadIdx.x & 31) >= d) v = op(u, v);
    }
    return v;
  }
};
template <typename T, int THREADS>
class BlockScan {
 public:
  enum { WARPS = (THREADS + 31) / 32 };
  struct _TempStorage {
    T warp_sums[WARPS];
    T total;
  };
  struct TempStorage : private _TempStorage {
    friend class BlockScan;
  };
  __device__ __forceinline__ explicit BlockScan(TempStorage &t)
      : temp(t), warp(threadIdx.x / 32), lane(threadIdx.x % 32) {}
  template <typename Op>
  __device__ void InclusiveScan(T in, T &out, Op op, T &aggregate) {
    out = WarpScan<T, THREADS>::Inclusive(in, op);
    if (lane == 31) temp.warp_sums[warp] = out;
    __syncthreads();
    T prefix;
    for (int w = 0; w < warp; ++w) prefix = w ? op(prefix, temp.warp_sums[w]) : temp.warp_sums[0];
    if (warp) out = op(prefix, out);
    if (threadIdx.x == THREADS - 1) temp.total = out;
    __syncthreads();
    aggregate = temp.total;
  }

 private:
  TempStorage &temp;
  const int warp, lane;
};
template <typename T, int THREADS, int ITEMS>
struct BlockLoad {
  union TempStorage {
    T items[THREADS * ITEMS];
    int pad;
  };
  TempStorage &s;
  __device__ BlockLoad(TempStorage &t) : s(t) {}
  __device__ void Load(const T *p, T (&v)[ITEMS], int valid, T oob) {
    for (int i = threadIdx.x; i < THREADS * ITEMS; i += THREADS)
      s.items[i] = i < valid ? p[i] : oob;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) v[k] = s.items[threadIdx.x * ITEMS + k];
  }
};
}  // namespace prim
struct Sum {
  template <class T>
  __host__ __device__ T operator()(const T &a, const T &b) const {
    return a + b;
  }
};
enum : unsigned { INVALID = 0, PARTIAL = 1, INCLUSIVE = 2 };
struct alignas(8) TileStatus {
  unsigned flag;
  int value;
};
__device__ unsigned tile_counter;
template <int THREADS, int ITEMS>
__global__ __launch_bounds__(THREADS) void lookback_scan(const int *in, int *out,
                                                         unsigned long long *status, int n) {
  using Load = prim::BlockLoad<int, THREADS, ITEMS>;
  using Scan = prim::BlockScan<int, THREADS>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Scan::TempStorage scan;
  } temp;
  __shared__ unsigned tile_s;
  __shared__ int prefix_s;
  if (threadIdx.x == 0) tile_s = atomicAdd(&tile_counter, 1);
  __syncthreads();
  const unsigned tile = tile_s;
  const int base = tile * THREADS * ITEMS;
  int v[ITEMS];
  Load(temp.load).Load(in + base, v, min(n - base, THREADS * ITEMS), 0);
  __syncthreads();
  for (int k = 1; k < ITEMS; ++k) v[k] += v[k - 1];
  int incl, agg;
  Scan(temp.scan).InclusiveScan(v[ITEMS - 1], incl, Sum(), agg);
  if (threadIdx.x == 0) {
    auto publish = [&](unsigned f, int x) {
      union {
        TileStatus s;
        unsigned long long u;
      } c;
      c.s = {f, x};
      atomicExch(&status[tile], c.u);
    };
    int prefix = 0;
    if (tile == 0)
      publish(INCLUSIVE, agg);
    else {
      publish(PARTIAL, agg);
      int t = tile - 1;
      for (;;) {
        union {
          unsigned long long u;
          TileStatus s;
        } c;
        do c.u = *(volatile unsigned long long *)&status[t];
        while (c.s.flag == INVALID);
        prefix += c.s.value;
        if (c.s.flag == INCLUSIVE) break;
        --t;
      }
      publish(INCLUSIVE, prefix + agg);
    }
    prefix_s = prefix;
  }
  __syncthreads();
  const int add = prefix_s + incl - v[ITEMS - 1];
  for (int k = 0; k < ITEMS; ++k) {
    int i = base + threadIdx.x * ITEMS + k;
    if (i < n) out[i] = v[k] + add;
  }
}
int main() {
  const int n = 5000, T = 128, I = 4, tiles = (n + T * I - 1) / (T * I);
  int *in, *out;
  unsigned long long *st;
  cudaMallocManaged(&in, n * 4);
  cudaMallocManaged(&out, n * 4);
  cudaMallocManaged(&st, tiles * 8);
  for (int i = 0; i < n; ++i) in[i] = i % 13 - 3;
  cudaMemset(st, 0, tiles * 8);
  lookback_scan<T, I><<<tiles, T>>>(in, out, st, n);
  int bad = cudaDeviceSynchronize();
  for (int i = 0, s = 0; i < n; ++i) bad += out[i] != (s += in[i]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(st);
  printf("bad=%d\n", bad);
  return bad;
}
