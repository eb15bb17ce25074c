// Inline PTX that rounds in a direction or saturates, finds the highest bit, and works on the bytes of
// a word. Expected values are written as bits, so that no compiler rounds them.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstring>

#include "../../expect.h"

struct Results {
  float add_rz, add_rm, add_rp, sub_rz, mul_rp, fma_rm, div_rz, rcp_rp, sqrt_rm;
  float add_sat, sub_sat, mul_sat, fma_sat, nan_sat;
  double add_rp_f64, mul_rz_f64, div_rm_f64, sqrt_rp_f64, wide_rp;
  int sum_sat, least_sat, product_sat;
  float narrow_rz, narrow_rp, int_rz, int_rm, int_rp, unsigned_rp, whole_rni, whole_rmi, int_sat;
  unsigned byte_sat, half_sat, nan_to_int, cut;
  int short_sat;
  unsigned long long nan_to_long;
  unsigned first_u, first_s, first_none, first_u64, first_s64, shift_u;
  unsigned distances, distances_sum, signed_distances_sum, sums, sums_sat, halves, least, greatest;
};

// Operands come from memory, so that the compiler computes nothing itself.
struct Given {
  float a, b, third, large, nan;
  double one, third64, small64;
  int most, odd;
  unsigned ones, x, y;
  unsigned long long high;
};

__global__ void compute(const volatile Given* g, Results* out) {
  Results r;
  const float a = g->a, b = g->b, third = g->third, large = g->large, nan = g->nan;
  asm("add.rz.f32 %0, %1, %2;" : "=f"(r.add_rz) : "f"(a), "f"(b));
  asm("add.rm.f32 %0, %1, %2;" : "=f"(r.add_rm) : "f"(a), "f"(b));
  asm("add.rp.f32 %0, %1, %2;" : "=f"(r.add_rp) : "f"(a), "f"(b));
  asm("sub.rz.ftz.f32 %0, %1, %2;" : "=f"(r.sub_rz) : "f"(a), "f"(b));
  asm("mul.rp.f32 %0, %1, %1;" : "=f"(r.mul_rp) : "f"(third));
  asm("fma.rm.f32 %0, %1, %1, %2;" : "=f"(r.fma_rm) : "f"(third), "f"(a));
  asm("div.rz.f32 %0, %1, %2;" : "=f"(r.div_rz) : "f"(a), "f"(third));
  asm("rcp.rp.f32 %0, %1;" : "=f"(r.rcp_rp) : "f"(third));
  asm("sqrt.rm.f32 %0, %1;" : "=f"(r.sqrt_rm) : "f"(third));
  asm("add.sat.f32 %0, %1, %1;" : "=f"(r.add_sat) : "f"(a));
  asm("sub.rz.sat.f32 %0, %1, %2;" : "=f"(r.sub_sat) : "f"(third), "f"(a));
  asm("mul.sat.f32 %0, %1, %1;" : "=f"(r.mul_sat) : "f"(third));
  asm("fma.rn.sat.f32 %0, %1, %1, %1;" : "=f"(r.fma_sat) : "f"(large));
  asm("add.sat.f32 %0, %1, %1;" : "=f"(r.nan_sat) : "f"(nan));

  const double one = g->one, third64 = g->third64, small64 = g->small64;
  asm("add.rp.f64 %0, %1, %2;" : "=d"(r.add_rp_f64) : "d"(one), "d"(small64));
  asm("mul.rz.f64 %0, %1, %1;" : "=d"(r.mul_rz_f64) : "d"(third64));
  asm("div.rm.f64 %0, %1, %2;" : "=d"(r.div_rm_f64) : "d"(one), "d"(third64));
  asm("sqrt.rp.f64 %0, %1;" : "=d"(r.sqrt_rp_f64) : "d"(third64));

  const int most = g->most, odd = g->odd;
  asm("add.sat.s32 %0, %1, %2;" : "=r"(r.sum_sat) : "r"(most), "r"(odd));
  asm("sub.sat.s32 %0, %1, %2;" : "=r"(r.least_sat) : "r"(-most), "r"(odd));
  asm("mad.hi.sat.s32 %0, %1, %1, %1;" : "=r"(r.product_sat) : "r"(most));

  asm("cvt.rz.f32.f64 %0, %1;" : "=f"(r.narrow_rz) : "d"(third64));
  asm("cvt.rp.f32.f64 %0, %1;" : "=f"(r.narrow_rp) : "d"(third64));
  asm("cvt.rz.f32.s32 %0, %1;" : "=f"(r.int_rz) : "r"(-odd));
  asm("cvt.rm.f32.s32 %0, %1;" : "=f"(r.int_rm) : "r"(-odd));
  asm("cvt.rp.f32.s32 %0, %1;" : "=f"(r.int_rp) : "r"(odd));
  asm("cvt.rp.f32.u32 %0, %1;" : "=f"(r.unsigned_rp) : "r"(g->ones));
  asm("cvt.rp.f64.u64 %0, %1;" : "=d"(r.wide_rp) : "l"(g->high));
  asm("cvt.rni.f32.f32 %0, %1;" : "=f"(r.whole_rni) : "f"(large + 0.5f));
  asm("cvt.rmi.f32.f32 %0, %1;" : "=f"(r.whole_rmi) : "f"(-third));
  asm("cvt.rn.sat.f32.s32 %0, %1;" : "=f"(r.int_sat) : "r"(odd));
  asm("cvt.sat.u8.s32 %0, %1;" : "=r"(r.byte_sat) : "r"(odd));
  asm("cvt.sat.u16.s32 %0, %1;" : "=r"(r.half_sat) : "r"(-odd));
  asm("cvt.sat.s16.s32 %0, %1;" : "=r"(r.short_sat) : "r"(-odd));
  asm("cvt.u8.u32 %0, %1;" : "=r"(r.cut) : "r"(g->x));
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(r.nan_to_int) : "f"(nan));
  asm("cvt.rzi.s64.f32 %0, %1;" : "=l"(r.nan_to_long) : "f"(nan));

  asm("bfind.u32 %0, %1;" : "=r"(r.first_u) : "r"(g->x));
  asm("bfind.s32 %0, %1;" : "=r"(r.first_s) : "r"(-odd));
  asm("bfind.s32 %0, %1;" : "=r"(r.first_none) : "r"(g->ones));
  asm("bfind.u64 %0, %1;" : "=r"(r.first_u64) : "l"(g->high));
  asm("bfind.s64 %0, %1;" : "=r"(r.first_s64) : "l"(g->high));
  asm("bfind.shiftamt.u32 %0, %1;" : "=r"(r.shift_u) : "r"(g->x));

  const unsigned x = g->x, y = g->y, none = 0, seven = 7;
  asm("vabsdiff4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(r.distances) : "r"(x), "r"(y), "r"(none));
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(r.distances_sum) : "r"(x), "r"(y), "r"(seven));
  asm("vabsdiff4.u32.s32.s32.add %0, %1, %2, %3;" : "=r"(r.signed_distances_sum) : "r"(x), "r"(y), "r"(none));
  asm("vadd4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(r.sums) : "r"(x), "r"(y), "r"(none));
  asm("vadd4.u32.u32.u32.sat %0, %1, %2, %3;" : "=r"(r.sums_sat) : "r"(x), "r"(y), "r"(none));
  asm("vsub2.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(r.halves) : "r"(x), "r"(y), "r"(none));
  asm("vmin4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(r.least) : "r"(x), "r"(y), "r"(none));
  asm("vmax4.s32.s32.s32 %0, %1, %2, %3;" : "=r"(r.greatest) : "r"(x), "r"(y), "r"(none));
  *out = r;
}

unsigned bits(float x) {
  unsigned all;
  std::memcpy(&all, &x, sizeof all);
  return all;
}
unsigned long long bits(double x) {
  unsigned long long all;
  std::memcpy(&all, &x, sizeof all);
  return all;
}

int main() {
  Given* given;
  Results* results;
  EXPECT_EQ(cudaMallocManaged(&given, sizeof *given), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&results, sizeof *results), cudaSuccess);
  *given = {1.0f, 0x1p-30f, 1.0f / 3, 4.0f, NAN, 1.0, 1.0 / 3, 0x1p-60, 0x7fffffff, 16777217,
            ~0u, 0x80f01207u, 0x7f200109u, 0x8000000000000001ull};
  compute<<<1, 1>>>(given, results);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const Results& r = *results;
  EXPECT_EQ(bits(r.add_rz), 0x3f800000u);
  EXPECT_EQ(bits(r.add_rm), 0x3f800000u);
  EXPECT_EQ(bits(r.add_rp), 0x3f800001u);
  EXPECT_EQ(bits(r.sub_rz), 0x3f7fffffu);
  EXPECT_EQ(bits(r.mul_rp), 0x3de38e3au);
  EXPECT_EQ(bits(r.fma_rm), 0x3f8e38e3u);
  EXPECT_EQ(bits(r.div_rz), 0x403fffffu);
  EXPECT_EQ(bits(r.rcp_rp), 0x40400000u);
  EXPECT_EQ(bits(r.sqrt_rm), 0x3f13cd3au);
  EXPECT_EQ(r.add_sat, 1.0f);
  EXPECT_EQ(bits(r.sub_sat), 0u);
  EXPECT_EQ(bits(r.mul_sat), 0x3de38e3au);
  EXPECT_EQ(r.fma_sat, 1.0f);
  EXPECT_EQ(bits(r.nan_sat), 0u);
  EXPECT_EQ(bits(r.add_rp_f64), 0x3ff0000000000001ull);
  EXPECT_EQ(bits(r.mul_rz_f64), 0x3fbc71c71c71c71bull);
  EXPECT_EQ(bits(r.div_rm_f64), 0x4008000000000000ull);
  EXPECT_EQ(bits(r.sqrt_rp_f64), 0x3fe279a74590331dull);
  EXPECT_EQ(r.sum_sat, 0x7fffffff);
  EXPECT_EQ(r.least_sat, -0x7fffffff - 1);
  EXPECT_EQ(r.product_sat, 0x7fffffff);
  EXPECT_EQ(bits(r.narrow_rz), 0x3eaaaaaau);
  EXPECT_EQ(bits(r.narrow_rp), 0x3eaaaaabu);
  EXPECT_EQ(r.int_rz, -16777216.0f);
  EXPECT_EQ(r.int_rm, -16777218.0f);
  EXPECT_EQ(r.int_rp, 16777218.0f);
  EXPECT_EQ(r.unsigned_rp, 4294967296.0f);
  EXPECT_EQ(bits(r.wide_rp), 0x43e0000000000001ull);
  EXPECT_EQ(r.whole_rni, 4.0f);
  EXPECT_EQ(r.whole_rmi, -1.0f);
  EXPECT_EQ(r.int_sat, 1.0f);
  EXPECT_EQ(r.byte_sat, 0xffu);
  EXPECT_EQ(r.half_sat, 0u);
  EXPECT_EQ(r.short_sat, -32768);
  EXPECT_EQ(r.cut, 7u);
  EXPECT_EQ(r.nan_to_int, 0u);
  EXPECT_EQ(r.nan_to_long, 0x8000000000000000ull);
  EXPECT_EQ(r.first_u, 31u);
  EXPECT_EQ(r.first_s, 24u);
  EXPECT_EQ(r.first_none, ~0u);
  EXPECT_EQ(r.first_u64, 63u);
  EXPECT_EQ(r.first_s64, 62u);
  EXPECT_EQ(r.shift_u, 0u);
  EXPECT_EQ(r.distances, 0x01d01102u);
  EXPECT_EQ(r.distances_sum, 0x01u + 0xd0u + 0x11u + 0x02u + 7);
  EXPECT_EQ(r.signed_distances_sum, 0xffu + 0x30u + 0x11u + 0x02u);
  EXPECT_EQ(r.sums, 0xff101310u);
  EXPECT_EQ(r.sums_sat, 0xffff1310u);
  EXPECT_EQ(r.halves, 0x800010feu);
  EXPECT_EQ(r.least, 0x7f200107u);
  EXPECT_EQ(r.greatest, 0x7f201209u);
  EXPECT_EQ(cudaFree(given), cudaSuccess);
  EXPECT_EQ(cudaFree(results), cudaSuccess);
  return failures();
}
