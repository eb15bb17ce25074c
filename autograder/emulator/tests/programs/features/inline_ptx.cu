// Inline PTX as it is found in libraries: lane and warp registers, lane masks, arithmetic with carry,
// bit fields, loads and stores with cache operators, address conversion, predicates and several
// instructions in one block.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define CU(x) do { cudaError_t r = (x); if (r) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(r)); exit(1); } } while (0)

__device__ __forceinline__ unsigned lane_id() {
  unsigned ret;
  asm("mov.u32 %0, %%laneid;" : "=r"(ret));
  return ret;
}
__device__ __forceinline__ unsigned lane_mask_lt() {
  unsigned mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}
__device__ __forceinline__ unsigned bfe(unsigned value, unsigned pos, unsigned len) {
  unsigned ret;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(ret) : "r"(value), "r"(pos), "r"(len));
  return ret;
}
__device__ __forceinline__ unsigned bfi(unsigned base, unsigned insert, unsigned pos, unsigned len) {
  unsigned ret;
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(ret) : "r"(insert), "r"(base), "r"(pos), "r"(len));
  return ret;
}
__device__ int add3(int a, int b, int c) {
  int r;
  asm("{\n\t.reg .s32 t;\n\tadd.s32 t, %1, %2;\n\tadd.s32 %0, t, %3;\n}" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}
__device__ float fma_rn(float a, float b, float c) {
  float d;
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
  return d;
}
__device__ unsigned long long mul_wide(unsigned a, unsigned b) {
  unsigned long long r;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(r) : "r"(a), "r"(b));
  return r;
}
__device__ int load_cached(const int* p) {
  int v;
  asm volatile("ld.global.ca.s32 %0, [%1];" : "=r"(v) : "l"(p));
  return v;
}
__device__ void store_streaming(int* p, int v) { asm volatile("st.global.cs.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
__device__ float4 load_vector(const float4* p) {
  float4 v;
  asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p));
  return v;
}
__device__ void add_128(uint64_t& lo, uint64_t& hi, uint64_t b_lo, uint64_t b_hi) {
  asm("add.cc.u64 %0, %0, %2;\n\taddc.u64 %1, %1, %3;" : "+l"(lo), "+l"(hi) : "l"(b_lo), "l"(b_hi));
}

struct Results {
  unsigned lane, below, field, inserted, bits, leading, reversed, chosen, shared_ok, permuted, shifted;
  int sum, loaded, minimum, absolute, quotient, remainder;
  float fused, rsqrt;
  unsigned long long wide;
  uint64_t lo, hi;
  double dadd;
};

__global__ void kernel(Results* out, int* memory, const float4* vectors, float* vector_sum) {
  Results r = {};
  const unsigned t = threadIdx.x;
  r.lane = lane_id();
  r.below = lane_mask_lt();
  r.field = bfe(0xabcd1234u, 8, 8);
  r.inserted = bfi(0xffffffffu, 0, 4, t % 8);
  asm("popc.b32 %0, %1;" : "=r"(r.bits) : "r"(t * 0x01010101u));
  asm("clz.b32 %0, %1;" : "=r"(r.leading) : "r"(t + 1));
  asm("brev.b32 %0, %1;" : "=r"(r.reversed) : "r"(t));
  r.sum = add3(int(t), -5, 100);
  r.fused = fma_rn(float(t), 2.0f, 0.5f);
  asm("rsqrt.approx.f32 %0, %1;" : "=f"(r.rsqrt) : "f"(float(t + 1)));
  r.wide = mul_wide(t + 0x80000000u, 3);
  r.lo = ~0ull - t, r.hi = t;
  add_128(r.lo, r.hi, 2 * t, 1);
  r.loaded = load_cached(memory + t) + 1;
  store_streaming(memory + t, r.loaded * 2);
  asm("min.s32 %0, %1, %2;" : "=r"(r.minimum) : "r"(int(t) - 10), "r"(5));
  asm("abs.s32 %0, %1;" : "=r"(r.absolute) : "r"(int(t) - 10));
  asm("div.s32 %0, %1, %2;" : "=r"(r.quotient) : "r"(-100), "r"(int(t) + 1));
  asm("rem.s32 %0, %1, %2;" : "=r"(r.remainder) : "r"(-100), "r"(int(t) + 1));
  asm("{ .reg .pred p; setp.gt.u32 p, %1, 15; selp.u32 %0, 7, 9, p; }" : "=r"(r.chosen) : "r"(t));
  asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(r.permuted) : "r"(0x11112222u), "r"(0x33334444u));
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r.shifted) : "r"(0x80000001u), "r"(t), "r"(4));
  asm("add.f64 %0, %1, %2;" : "=d"(r.dadd) : "d"(double(t)), "d"(0.25));

  __shared__ int shared[32];
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&shared[t]));
  asm volatile("st.shared.s32 [%0], %1;" ::"r"(address), "r"(int(t) * 3) : "memory");
  asm volatile("bar.sync 0;" ::: "memory");
  int other;
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(other) : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&shared[31 - t]))) : "memory");
  r.shared_ok = other == (31 - int(t)) * 3;

  const float4 v = load_vector(vectors + t);
  vector_sum[t] = v.x + v.y + v.z + v.w;
  asm volatile("membar.gl;" ::: "memory");
  out[t] = r;
}

int main() {
  Results* out;
  int* memory;
  float4* vectors;
  float* sums;
  CU(cudaMallocManaged(&out, 32 * sizeof(Results)));
  CU(cudaMallocManaged(&memory, 32 * sizeof(int)));
  CU(cudaMallocManaged(&vectors, 32 * sizeof(float4)));
  CU(cudaMallocManaged(&sums, 32 * sizeof(float)));
  for (int i = 0; i < 32; ++i) {
    memory[i] = i * 11;
    vectors[i] = make_float4(i, 2 * i, 3 * i, 4 * i);
  }
  kernel<<<1, 32>>>(out, memory, vectors, sums);
  CU(cudaGetLastError());
  CU(cudaDeviceSynchronize());
  int wrong = 0;
  for (int i = 0; i < 32; ++i) {
    const Results& r = out[i];
    const unsigned u = unsigned(i);
    const bool fine[] = {
        r.lane == u, r.below == (1u << i) - 1, r.field == 0x12, r.inserted == ~(((1u << (i % 8)) - 1) << 4),
        r.bits == 4u * __builtin_popcount(u), r.leading == unsigned(__builtin_clz(u + 1)), (r.reversed >> 27) < 32,
        r.sum == i + 95, r.fused == 2.0f * i + 0.5f, r.rsqrt * r.rsqrt * (i + 1) > 0.999f && r.rsqrt * r.rsqrt * (i + 1) < 1.001f,
        r.wide == (u + 0x80000000ull) * 3, r.lo == ~0ull - u + 2 * u && r.hi == u + 1 + (i > 0), r.loaded == i * 11 + 1,
        memory[i] == 2 * (i * 11 + 1), r.minimum == (i - 10 < 5 ? i - 10 : 5), r.absolute == abs(i - 10),
        r.quotient == -100 / (i + 1), r.remainder == -100 % (i + 1), r.chosen == (i > 15 ? 7u : 9u),
        r.permuted == 0x44442222u, r.shifted == (u << 4 | 8), r.shared_ok == 1u, r.dadd == i + 0.25, sums[i] == 10.0f * i};
    for (size_t k = 0; k < sizeof fine; ++k)
      if (!fine[k]) printf("lane %d: check %zu fails\n", i, k), ++wrong;
  }
  CU(cudaFree(out));
  CU(cudaFree(memory));
  CU(cudaFree(vectors));
  CU(cudaFree(sums));
  puts(wrong ? "FAILED" : "PASSED");
  return wrong != 0;
}
