// Shuffles within segments of a warp, matches, reductions, votes, funnel shifts and byte
// permutations, each against what the lanes must get; the active mask in divergent code.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
const unsigned FULL = 0xffffffff;
enum {
  kShfl,
  kUp,
  kDown,
  kXor,
  kMatchAny,
  kMatchAll,
  kAdd,
  kMin,
  kMax,
  kAnd,
  kOr,
  kXorR,
  kVotes,
  kFunnel,
  kMisc,
  kDouble,
  kLast
};
__global__ void run(const int *in, int64_t *out) {
  const int lane = threadIdx.x & 31, w = threadIdx.x / 32;
  int v = in[threadIdx.x];
  auto put = [&](int k, int64_t x) { out[k * blockDim.x + threadIdx.x] = x; };
  put(kShfl, __shfl_sync(FULL, v, lane + 3, 8));
  put(kUp, __shfl_up_sync(FULL, v, 2, 16));
  put(kDown, __shfl_down_sync(FULL, v, 5, 8));
  put(kXor, __shfl_xor_sync(FULL, v, 6, 8));
  put(kMatchAny, __match_any_sync(FULL, v & 7));
  int p;
  unsigned m = __match_all_sync(FULL, w == 0 ? 5 : v, &p);
  put(kMatchAll, m + (int64_t(p) << 40));
  put(kAdd, __reduce_add_sync(FULL, v));
  put(kMin, __reduce_min_sync(FULL, v));
  put(kMax, __reduce_max_sync(FULL, (unsigned)v));
  put(kAnd, __reduce_and_sync(FULL, v | 0x100u));
  put(kOr, __reduce_or_sync(FULL, (unsigned)v));
  put(kXorR, __reduce_xor_sync(FULL, (unsigned)v));
  put(kVotes, __any_sync(FULL, v > 90) + 2 * __all_sync(FULL, v >= 0) +
                  4 * (__ballot_sync(FULL, v & 1) & 0xffff));
  put(kFunnel, (int64_t)__funnelshift_l(v, ~v, lane) ^ __funnelshift_rc(v, 0x12345678, 40) ^
                   (int64_t(__byte_perm(v, ~v, 0x5140)) << 20));
  if (v & 1) {
    unsigned a = __activemask();
    unsigned odd = __ballot_sync(a, 1);
    put(kMisc, (odd >> lane & 1) + __popc(odd & ((1u << lane) - 1)) * 0);
  } else
    put(kMisc, __ffs(v) * 1000 + __clz(v) * 10 + __brev(v) % 7 + __popcll((long long)v * v));
  double d = __shfl_xor_sync(FULL, v * 0.5, 1);
  long long q = __shfl_down_sync(FULL, (long long)v << 33, 1);
  put(kDouble, (int64_t)(d * 2) + (q >> 33));
}
int main() {
  const int n = 64;
  int *in;
  int64_t *out;
  cudaMallocManaged(&in, n * 4);
  cudaMallocManaged(&out, kLast * n * 8);
  for (int i = 0; i < n; ++i) in[i] = (i * 29 + 7) % 97;
  run<<<1, n>>>(in, out);
  if (auto e = cudaDeviceSynchronize()) {
    printf("%s\n", cudaGetErrorString(e));
    return 1;
  }
  int bad = 0;
  auto is = [&](int k, int t, int64_t want) {
    if (out[k * n + t] != want) {
      if (bad++ < 5)
        printf("kind %d thread %d: %lld, expected %lld\n", k, t, (long long)out[k * n + t],
               (long long)want);
    }
  };
  for (int t = 0; t < n; ++t) {
    int b = t & ~31, l = t & 31, v = in[t];
    const int *w = in + b;
    is(kShfl, t, w[(l & ~7) + ((l + 3) & 7)]);
    is(kUp, t, (l & 15) >= 2 ? w[l - 2] : v);
    is(kDown, t, (l & 7) + 5 < 8 ? w[l + 5] : v);
    is(kXor, t, w[l ^ 6]);
    unsigned any = 0, odd = 0, orr = 0, x = 0, an = ~0u;
    int sum = 0, mn = 1 << 30, mx = 0, all = 1, gt = 0;
    for (int k = 0; k < 32; ++k) {
      any |= ((w[k] & 7) == (v & 7)) << k;
      odd |= (w[k] & 1) << k;
      sum += w[k];
      mn = min(mn, w[k]);
      mx = max(mx, w[k]);
      orr |= w[k];
      x ^= w[k];
      an &= w[k] | 0x100;
      gt |= w[k] > 90;
    }
    is(kMatchAny, t, any);
    is(kMatchAll, t, b == 0 ? int64_t(FULL) + (1ll << 40) : 0);
    is(kAdd, t, sum);
    is(kMin, t, mn);
    is(kMax, t, mx);
    is(kAnd, t, an);
    is(kOr, t, orr);
    is(kXorR, t, x);
    is(kVotes, t, gt + 2 * all + 4 * (odd & 0xffff));
    unsigned fl = (uint64_t((unsigned)~v) << 32 | (unsigned)v) << l >> 32;
    unsigned fr = 0x12345678;
    uint8_t by[8] = {uint8_t(v),  uint8_t(v >> 8),  uint8_t(v >> 16),  uint8_t(v >> 24),
                     uint8_t(~v), uint8_t(~v >> 8), uint8_t(~v >> 16), uint8_t(~v >> 24)};
    unsigned pm = by[0] | by[4] << 8 | by[1] << 16 | unsigned(by[5]) << 24;
    is(kFunnel, t, int64_t(fl) ^ fr ^ int64_t(pm) << 20);
    if (v & 1)
      is(kMisc, t, 1);
    else {
      unsigned br = 0;
      for (int k = 0; k < 32; ++k) br |= (unsigned(v) >> k & 1) << (31 - k);
      is(kMisc, t,
         __builtin_ffs(v) * 1000 + (v ? __builtin_clz(v) : 32) * 10 + br % 7 +
             __builtin_popcountll((long long)v * v));
    }
    is(kDouble, t, w[l ^ 1] + (l < 31 ? w[l + 1] : v));
  }
  cudaFree(in);
  cudaFree(out);
  printf("bad %d\n", bad);
  return bad != 0;
}
