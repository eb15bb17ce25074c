// 256-bit integers by inline PTX: add.cc/addc and sub.cc/subc whose carry goes from one asm to the next, columns of
// a product in one asm; a modular power checks Fermat's little theorem.  prints: PASSED
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define LIMBS 8
struct u256 { uint32_t v[LIMBS]; };

__device__ __forceinline__ uint32_t add_cc(uint32_t a, uint32_t b) { uint32_t r; asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }
__device__ __forceinline__ uint32_t addc_cc(uint32_t a, uint32_t b) { uint32_t r; asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }
__device__ __forceinline__ uint32_t addc(uint32_t a, uint32_t b) { uint32_t r; asm volatile("addc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }
__device__ __forceinline__ uint32_t sub_cc(uint32_t a, uint32_t b) { uint32_t r; asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }
__device__ __forceinline__ uint32_t subc_cc(uint32_t a, uint32_t b) { uint32_t r; asm volatile("subc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }
__device__ __forceinline__ uint32_t subc(uint32_t a, uint32_t b) { uint32_t r; asm volatile("subc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }
// (c2, c1, c0) += a * b, one column of a product
__device__ __forceinline__ void muladd(uint32_t a, uint32_t b, uint32_t &c0, uint32_t &c1, uint32_t &c2) {
  asm volatile(
      "{\n\t.reg .u32 lo, hi;\n\t"
      "mul.lo.u32 lo, %3, %4;\n\t"
      "mul.hi.u32 hi, %3, %4;\n\t"
      "add.cc.u32 %0, %0, lo;\n\t"
      "addc.cc.u32 %1, %1, hi;\n\t"
      "addc.u32 %2, %2, 0;\n\t}"
      : "+r"(c0), "+r"(c1), "+r"(c2)
      : "r"(a), "r"(b));
}

__device__ uint32_t add(u256 &r, const u256 &a, const u256 &b) {
  r.v[0] = add_cc(a.v[0], b.v[0]);
#pragma unroll
  for (int i = 1; i < LIMBS; i++) r.v[i] = addc_cc(a.v[i], b.v[i]);
  return addc(0, 0);
}
__device__ uint32_t sub(u256 &r, const u256 &a, const u256 &b) {
  r.v[0] = sub_cc(a.v[0], b.v[0]);
#pragma unroll
  for (int i = 1; i < LIMBS; i++) r.v[i] = subc_cc(a.v[i], b.v[i]);
  return subc(0, 0);
}
__device__ void mul(uint32_t r[2 * LIMBS], const u256 &a, const u256 &b) {
  uint32_t c0 = 0, c1 = 0, c2 = 0;
#pragma unroll
  for (int k = 0; k < 2 * LIMBS - 1; k++) {
#pragma unroll
    for (int i = k < LIMBS ? 0 : k - LIMBS + 1; i <= (k < LIMBS ? k : LIMBS - 1); i++) muladd(a.v[i], b.v[k - i], c0, c1, c2);
    r[k] = c0;
    c0 = c1; c1 = c2; c2 = 0;
  }
  r[2 * LIMBS - 1] = c0;
}

// p = 2^255 - 19
__device__ void reduce(u256 &r, const uint32_t t[2 * LIMBS]) {
  // t = lo + 2^256 hi, 2^256 = 38 mod p
  u256 lo;
  uint64_t carry = 0;
  for (int i = 0; i < LIMBS; i++) {
    uint64_t s = (uint64_t)t[i] + (uint64_t)t[i + LIMBS] * 38 + carry;
    lo.v[i] = (uint32_t)s;
    carry = s >> 32;
  }
  while (carry) {
    uint64_t c = carry * 38;
    carry = 0;
    for (int i = 0; i < LIMBS; i++) {
      c += lo.v[i];
      lo.v[i] = (uint32_t)c;
      c >>= 32;
    }
    carry = c;
  }
  u256 p = {{0xffffffedu, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, 0x7fffffffu}}, d;
  for (int k = 0; k < 3; k++) if (!sub(d, lo, p)) lo = d;
  r = lo;
}
__device__ void mulmod(u256 &r, const u256 &a, const u256 &b) { uint32_t t[2 * LIMBS]; mul(t, a, b); reduce(r, t); }

// a^(p-1) must be 1, a * a^(p-2) too
__global__ void fermat(const u256 *in, u256 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  u256 inverse = {{1}}, base = in[i], e = {{0xffffffebu, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, 0x7fffffffu}};
  for (int b = 0; b < 255; b++) {
    if (e.v[b / 32] >> (b % 32) & 1) mulmod(inverse, inverse, base);
    mulmod(base, base, base);
  }
  mulmod(out[i], inverse, in[i]);
}

// schoolbook on the host, by 64-bit words of 32
static void host_mul(uint32_t r[16], const u256 &a, const u256 &b) {
  for (int i = 0; i < 16; i++) r[i] = 0;
  for (int i = 0; i < 8; i++) {
    uint64_t c = 0;
    for (int j = 0; j < 8; j++) { c += (uint64_t)a.v[j] * b.v[i] + r[i + j]; r[i + j] = (uint32_t)c; c >>= 32; }
    r[i + 8] = (uint32_t)c;
  }
}
__global__ void products(const u256 *a, uint32_t *r, u256 *s, u256 *d, uint32_t *carries, int n) {
  int i = threadIdx.x;
  if (i + 1 >= n) return;
  mul(r + 16 * i, a[i], a[i + 1]);
  carries[2 * i] = add(s[i], a[i], a[i + 1]);
  carries[2 * i + 1] = sub(d[i], a[i], a[i + 1]);
}

int main() {
  const int n = 16;
  u256 *in, *out, *s, *d;
  uint32_t *r, *carries;
  cudaMallocManaged(&in, n * sizeof(u256)); cudaMallocManaged(&out, n * sizeof(u256));
  cudaMallocManaged(&s, n * sizeof(u256)); cudaMallocManaged(&d, n * sizeof(u256));
  cudaMallocManaged(&r, n * 64); cudaMallocManaged(&carries, n * 8);
  uint32_t x = 2463534242u;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < LIMBS; j++) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; in[i].v[j] = i == 3 ? ~0u : x & (j == 7 ? 0x3fffffff : ~0u); }
  products<<<1, 32>>>(in, r, s, d, carries, n);
  fermat<<<1, n>>>(in, out, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  int bad = 0;
  for (int i = 0; i + 1 < n; i++) {
    uint32_t want[16];
    host_mul(want, in[i], in[i + 1]);
    uint64_t c = 0;
    int64_t b = 0;
    for (int j = 0; j < 16; j++) bad += want[j] != r[16 * i + j];
    for (int j = 0; j < 8; j++) {
      c += (uint64_t)in[i].v[j] + in[i + 1].v[j];
      bad += s[i].v[j] != (uint32_t)c;
      c >>= 32;
      b += (int64_t)in[i].v[j] - in[i + 1].v[j];
      bad += d[i].v[j] != (uint32_t)b;
      b >>= 32;
    }
    bad += carries[2 * i] != c || carries[2 * i + 1] != (uint32_t)b;
  }
  for (int i = 0; i < n; i++) for (int j = 0; j < 8; j++) bad += out[i].v[j] != (j == 0);
  cudaFree(in); cudaFree(out); cudaFree(s); cudaFree(d); cudaFree(r); cudaFree(carries);
  printf("%s\n", bad ? "FAILED" : "PASSED");
  return bad != 0;
}
