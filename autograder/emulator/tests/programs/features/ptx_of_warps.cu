// Inline PTX that meets other lanes and shared memory: shuffles, votes, atomics, dot products,
// packed registers, besides the usual bit fields and loads.
#include <cstdint>
#include <cstdio>
__device__ __forceinline__ uint32_t smid() {
  uint32_t r;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(r));
  return r;
}
__device__ __forceinline__ uint64_t gtime() {
  uint64_t t;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)::"memory");
  return t;
}
__device__ __forceinline__ uint32_t bfe(uint32_t x, uint32_t p, uint32_t n) {
  uint32_t r;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(p), "r"(n));
  return r;
}
__device__ __forceinline__ uint32_t bfi(uint32_t a, uint32_t b, int p, int n) {
  uint32_t r;
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "r"(b), "r"(p), "r"(n));
  return r;
}
__device__ uint64_t mul_wide(uint32_t a, uint32_t b) {
  uint64_t r;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(r) : "r"(a), "r"(b));
  return r;
}
__device__ uint32_t lop3(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t r;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}
__device__ uint32_t add_carry(uint32_t &lo, uint32_t hi, uint32_t b0, uint32_t b1) {
  asm("{\n\t add.cc.u32 %0, %0, %2;\n\t addc.u32 %1, %1, %3;\n\t}"
      : "+r"(lo), "+r"(hi)
      : "r"(b0), "r"(b1));
  return hi;
}
__device__ float ex2(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
__device__ int sel(int a, int b, int c) {
  int r;
  asm("{ .reg .pred p; setp.lt.s32 p, %1, %2; selp.s32 %0, %3, 7, p; }"
      : "=r"(r)
      : "r"(a), "r"(b), "r"(c));
  return r;
}
__device__ void st_cg(int *p, int v) {
  asm volatile("st.global.cg.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
__device__ int ld_nc(const int *p) {
  int v;
  asm volatile("ld.global.nc.s32 %0, [%1];" : "=r"(v) : "l"(p));
  return v;
}
__device__ uint32_t to_shared(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ int ld_shared(uint32_t a) {
  int v;
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(v) : "r"(a));
  return v;
}
__device__ unsigned prmt(unsigned a, unsigned b, unsigned s) {
  unsigned r;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(s));
  return r;
}
__device__ float4 ldv4(const float4 *p) {
  float4 v;
  asm("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
      : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
      : "l"(p));
  return v;
}
__device__ int red(int *p, int v) {
  int o;
  asm volatile("atom.global.add.s32 %0, [%1], %2;" : "=r"(o) : "l"(p), "r"(v) : "memory");
  return o;
}
__device__ unsigned ballot_ptx(int p) {
  unsigned b;
  asm volatile("{ .reg .pred q; setp.ne.u32 q, %1, 0; vote.sync.ballot.b32 %0, q, 0xffffffff; }"
               : "=r"(b)
               : "r"(p));
  return b;
}
__device__ int shfl_ptx(int v, int l) {
  int r;
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(r) : "r"(v), "r"(l));
  return r;
}
__global__ void k(const int *in, int64_t *o, const float4 *v, int *a) {
  __shared__ int s[32];
  unsigned lane;
  asm("mov.u32 %0, %laneid;" : "=r"(lane));
  int x = in[lane];
  s[lane] = x * 3;
  asm volatile("bar.sync 0;" ::: "memory");
  int i = 0;
  auto put = [&](int64_t y) { o[i++ * 32 + lane] = y; };
  put(bfe(x * 77, 3, 9));
  put(bfi(x, 0xffffffff, 4, 8));
  put(mul_wide(0x80000000u + x, 6));
  put(lop3(x, 0xff00, lane));
  uint32_t lo = 0xfffffff0u + lane;
  put(add_carry(lo, x, 16, 1));
  put(lo);
  put((int64_t)(ex2(x % 10)));
  put(sel(x, 50, 9));
  put(ld_nc(in + (lane ^ 1)));
  put(ld_shared(to_shared(s + 31 - lane)));
  put(prmt(x, 0xaabbccdd, 0x7210));
  float4 f = ldv4(v + lane);
  put((int64_t)(f.x + f.y + f.z + f.w));
  st_cg(a + lane, x);
  put(a[lane]);
  put(gtime() > 0 && smid() < 1000);
  int dp;
  asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(dp) : "r"(0x01020304), "r"(x & 0x7f), "r"(5));
  put(dp);
  put(red(a + 40, 0));
  put(ballot_ptx(x & 1));
  put(shfl_ptx(x, 31 - lane));
}
int main() {
  int *in, *a;
  int64_t *o;
  float4 *v;
  cudaMallocManaged(&in, 128);
  cudaMallocManaged(&a, 256);
  cudaMallocManaged(&o, 32 * 32 * 8);
  cudaMallocManaged(&v, 512);
  for (int i = 0; i < 32; ++i) {
    in[i] = (i * 37 + 5) % 101;
    v[i] = make_float4(i, 2, 3, 4);
  }
  a[40] = 77;
  k<<<1, 32>>>(in, o, v, a);
  int bad = cudaDeviceSynchronize();
  unsigned bal = 0;
  for (int i = 0; i < 32; ++i) bal |= (in[i] & 1) << i;
  for (int l = 0; l < 32; ++l) {
    uint32_t x = in[l];
    uint64_t s = (uint64_t(x) << 32 | (0xfffffff0u + l)) + (1ull << 32 | 16);
    int64_t w[] = {(x * 77) >> 3 & 511,
                   (0xfffff00fu | (x & 255) << 4),
                   int64_t(0x80000000u + x) * 6,
                   x ^ 0xff00 ^ l,
                   int64_t(s >> 32),
                   int64_t(uint32_t(s)),
                   1 << x % 10,
                   int(x) < 50 ? 9 : 7,
                   in[l ^ 1],
                   in[31 - l] * 3,
                   0,
                   l + 9,
                   x,
                   1,
                   4 * int64_t(x & 0x7f) + 5,
                   77,
                   bal,
                   in[31 - l]};
    w[10] = (x & 0xffffff) | 0xaau << 24;
    for (int i = 0; i < 18; ++i)
      if (o[i * 32 + l] != w[i] && bad++ < 8)
        printf("op %d lane %d %lld %lld\n", i, l, (long long)o[i * 32 + l], (long long)w[i]);
  }
  cudaFree(in);
  cudaFree(a);
  cudaFree(o);
  cudaFree(v);
  printf("bad %d\n", bad);
  return bad;
}
