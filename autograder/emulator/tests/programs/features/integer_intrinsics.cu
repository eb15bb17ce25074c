// Integer intrinsics against plain C++: bit scans and reversals, byte permutes, funnel shifts, dot
// products of bytes, high halves of products, SIMD within a word, saturation and averages.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static inline void check(cudaError_t e, const char* what) {
  if (e == cudaSuccess) return;
  printf("%s: %s\n", what, cudaGetErrorString(e));
  exit(1);
}
#define CHECK(x) check(x, #x)

typedef uint32_t u32;
typedef uint64_t u64;

struct Answers {
  u32 v[40];
  u64 w[8];
};

__host__ __device__ inline u32 scramble(u32 x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

__global__ void device_answers(Answers* out, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  const u32 a = scramble(2 * t), b = scramble(2 * t + 1), s = b & 31;
  const u64 l = (u64(a) << 32) | b, m = l * 0x9e3779b97f4a7c15ull;
  Answers r = {};
  int k = 0;
  r.v[k++] = __brev(a);
  r.v[k++] = __clz(int(a >> s));
  r.v[k++] = __ffs(int(a << s));
  r.v[k++] = __popc(a);
  r.v[k++] = __clzll((long long)(l >> s));
  r.v[k++] = __ffsll((long long)(l << s));
  r.v[k++] = __popcll(l);
  r.v[k++] = __byte_perm(a, b, b & 0x7777);
  r.v[k++] = __funnelshift_l(a, b, s);
  r.v[k++] = __funnelshift_r(a, b, s);
  r.v[k++] = __funnelshift_lc(a, b, 32 + s);
  r.v[k++] = __funnelshift_rc(a, b, 32 + s);
  r.v[k++] = u32(__mulhi(int(a), int(b)));
  r.v[k++] = __umulhi(a, b);
  r.v[k++] = u32(__mul24(int(a), int(b)));
  r.v[k++] = __umul24(a, b);
  r.v[k++] = u32(__hadd(int(a), int(b)));
  r.v[k++] = __uhadd(a, b);
  r.v[k++] = u32(__rhadd(int(a), int(b)));
  r.v[k++] = __urhadd(a, b);
  r.v[k++] = __sad(int(a), int(b), s);
  r.v[k++] = __usad(a, b, s);
  r.v[k++] = u32(__dp4a(int(a), int(b), int(s)));
  r.v[k++] = __dp4a(a, b, s);
  r.v[k++] = u32(__dp2a_lo(int(a), int(b), int(s)));
  r.v[k++] = u32(__dp2a_hi(int(a), int(b), int(s)));
  r.v[k++] = __vadd4(a, b);
  r.v[k++] = __vsub4(a, b);
  r.v[k++] = __vaddus4(a, b);
  r.v[k++] = __vabsdiffu4(a, b);
  r.v[k++] = __vmaxu4(a, b);
  r.v[k++] = __vcmpeq4(a, b & 0xffff0000u ? a ^ (b & 0xff) : b);
  r.v[k++] = __vadd2(a, b);
  r.v[k++] = __vavgu4(a, b);
  r.v[k++] = u32(max(int(a), int(b)));
  r.v[k++] = umin(a, b);
  r.w[0] = __brevll(l);
  r.w[1] = u64(__mul64hi((long long)l, (long long)m));
  r.w[2] = __umul64hi(l, m);
  r.w[3] = u64(llabs((long long)l));
  out[t] = r;
}

static u32 byte_of(u32 x, int i) { return x >> (8 * i) & 0xff; }
template <typename F>
static u32 per_byte(u32 a, u32 b, F f) {
  u32 r = 0;
  for (int i = 0; i < 4; ++i) r |= (f(byte_of(a, i), byte_of(b, i)) & 0xff) << (8 * i);
  return r;
}

static Answers host_answers(int t) {
  const u32 a = scramble(2 * t), b = scramble(2 * t + 1), s = b & 31;
  const u64 l = (u64(a) << 32) | b, m = l * 0x9e3779b97f4a7c15ull;
  const int32_t ia = int32_t(a), ib = int32_t(b);
  Answers r = {};
  int k = 0;
  u32 reversed = 0;
  for (int i = 0; i < 32; ++i) reversed |= (a >> i & 1) << (31 - i);
  r.v[k++] = reversed;
  r.v[k++] = a >> s ? __builtin_clz(a >> s) : 32;
  r.v[k++] = __builtin_ffs(int(a << s));
  r.v[k++] = __builtin_popcount(a);
  r.v[k++] = l >> s ? __builtin_clzll(l >> s) : 64;
  r.v[k++] = __builtin_ffsll((long long)(l << s));
  r.v[k++] = __builtin_popcountll(l);
  u32 permuted = 0;
  for (int i = 0; i < 4; ++i) {
    const int which = (b & 0x7777) >> (4 * i) & 7;
    permuted |= byte_of(which < 4 ? a : b, which & 3) << (8 * i);
  }
  r.v[k++] = permuted;
  const u64 ba = (u64(b) << 32) | a;
  r.v[k++] = u32((ba << s) >> 32);
  r.v[k++] = u32(ba >> s);
  r.v[k++] = a;
  r.v[k++] = b;
  r.v[k++] = u32(u64(int64_t(ia) * ib) >> 32);
  r.v[k++] = u32((u64(a) * b) >> 32);
  r.v[k++] = u32((int64_t(ia << 8) >> 8) * (int64_t(ib << 8) >> 8));
  r.v[k++] = (a & 0xffffff) * (b & 0xffffff);
  r.v[k++] = u32((int64_t(ia) + ib) >> 1);
  r.v[k++] = u32((u64(a) + b) >> 1);
  r.v[k++] = u32((int64_t(ia) + ib + 1) >> 1);
  r.v[k++] = u32((u64(a) + b + 1) >> 1);
  r.v[k++] = u32(llabs(int64_t(ia) - ib)) + s;
  r.v[k++] = (a > b ? a - b : b - a) + s;
  int32_t dot = int32_t(s), lo = int32_t(s), hi = int32_t(s);
  u32 udot = s;
  for (int i = 0; i < 4; ++i) {
    dot += int8_t(byte_of(a, i)) * int8_t(byte_of(b, i));
    udot += byte_of(a, i) * byte_of(b, i);
  }
  for (int i = 0; i < 2; ++i) {
    lo += int16_t(a >> (16 * i)) * int8_t(byte_of(b, i));
    hi += int16_t(a >> (16 * i)) * int8_t(byte_of(b, i + 2));
  }
  r.v[k++] = u32(dot);
  r.v[k++] = udot;
  r.v[k++] = u32(lo);
  r.v[k++] = u32(hi);
  r.v[k++] = per_byte(a, b, [](u32 x, u32 y) { return x + y; });
  r.v[k++] = per_byte(a, b, [](u32 x, u32 y) { return x - y; });
  r.v[k++] = per_byte(a, b, [](u32 x, u32 y) { return x + y > 255 ? 255 : x + y; });
  r.v[k++] = per_byte(a, b, [](u32 x, u32 y) { return x > y ? x - y : y - x; });
  r.v[k++] = per_byte(a, b, [](u32 x, u32 y) { return x > y ? x : y; });
  r.v[k++] = per_byte(a, b & 0xffff0000u ? a ^ (b & 0xff) : b, [](u32 x, u32 y) { return x == y ? 255u : 0u; });
  r.v[k++] = (a + b & 0xffff) | ((a >> 16) + (b >> 16)) << 16;
  r.v[k++] = per_byte(a, b, [](u32 x, u32 y) { return (x + y + 1) / 2; });
  r.v[k++] = u32(ia > ib ? ia : ib);
  r.v[k++] = a < b ? a : b;
  for (int i = 0; i < 64; ++i) r.w[0] |= (l >> i & 1) << (63 - i);
  r.w[1] = u64((__int128)(int64_t)l * (int64_t)m >> 64);
  r.w[2] = u64((unsigned __int128)l * m >> 64);
  r.w[3] = (int64_t)l < 0 ? 0 - l : l;
  return r;
}

int main() {
  const int n = 500;
  Answers* out;
  CHECK(cudaMallocManaged(&out, n * sizeof(Answers)));
  device_answers<<<(n + 127) / 128, 128>>>(out, n);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  int wrong = 0;
  for (int t = 0; t < n; ++t) {
    const Answers wanted = host_answers(t);
    for (int k = 0; k < 40 && wrong < 10; ++k)
      if (out[t].v[k] != wanted.v[k]) printf("%d: answer %d is %08x, not %08x\n", t, k, out[t].v[k], wanted.v[k]), ++wrong;
    for (int k = 0; k < 8 && wrong < 10; ++k)
      if (out[t].w[k] != wanted.w[k]) printf("%d: long answer %d differs\n", t, k), ++wrong;
  }
  CHECK(cudaFree(out));
  puts(wrong ? "FAILED" : "PASSED");
  return wrong ? 1 : 0;
}
