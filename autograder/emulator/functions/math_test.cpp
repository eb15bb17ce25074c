// Intrinsics and mathematical functions against reference values; where CUDA has a choice (NaN, -0,
// saturation) they are what an H200 returned.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "emulator/dpx_intrinsics.h"
#include "functions/fake_seam.h"
#include "math_functions.h"

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(IntegerIntrinsics, CountAndReverseBits) {
  EXPECT_EQ(__popc(0x80000001u), 2);
  EXPECT_EQ(__popcll(~0ull), 64);
  EXPECT_EQ(__clz(0), 32);
  EXPECT_EQ(__clz(1), 31);
  EXPECT_EQ(__clzll(0), 64);
  EXPECT_EQ(__ffs(0), 0);
  EXPECT_EQ(__ffs(8), 4);
  EXPECT_EQ(__ffsll(1ll << 40), 41);
  EXPECT_EQ(__brev(0x00000013u), 0xc8000000u);
  EXPECT_EQ(__brevll(1), 1ull << 63);
}

TEST(IntegerIntrinsics, SelectBytesAndShift) {
  EXPECT_EQ(__byte_perm(0x33221100, 0x77665544, 0x7531), 0x77553311u);
  EXPECT_EQ(__funnelshift_l(0x80000000u, 0x1u, 1), 3u);
  EXPECT_EQ(__funnelshift_lc(0xabcdef01u, 0x1u, 40), 0xabcdef01u);
  EXPECT_EQ(__funnelshift_r(0x2u, 0x1u, 1), 0x80000001u);
  EXPECT_EQ(__funnelshift_r(0x2u, 0x1u, 33), 0x80000001u);
  EXPECT_EQ(__funnelshift_rc(0x2u, 0x1u, 33), 0x1u);
  EXPECT_EQ(__fns(0b10110, 0, 2), 2u);
  EXPECT_EQ(__fns(0b10110, 4, -2), 2u);
  EXPECT_EQ(__fns(0b10110, 0, 4), 0xffffffffu);
}

TEST(IntegerIntrinsics, MultiplyAndAdd) {
  EXPECT_EQ(__mulhi(0x7fffffff, -4), -2);
  EXPECT_EQ(__umulhi(0xffffffffu, 0xffffffffu), 0xfffffffeu);
  EXPECT_EQ(__mul64hi(-1, 1), -1);
  EXPECT_EQ(__umul64hi(~0ull, ~0ull), ~0ull - 1);
  EXPECT_EQ(__mul24(-3, 5), -15);
  EXPECT_EQ(__umul24(0x1000002u, 3u), 6u);
  EXPECT_EQ(__sad(-5, 7, 100), 112u);
  EXPECT_EQ(__hadd(0x7fffffff, 0x7fffffff), 0x7fffffff);
  EXPECT_EQ(__rhadd(-1, 0), 0);
  EXPECT_EQ(__uhadd(0xffffffffu, 1u), 0x80000000u);
  EXPECT_EQ(__dp4a(0x01020304, 0x01010101, 10), 20);
  EXPECT_EQ(__dp4a(static_cast<int>(0xff000000), 0x02000000, 0), -2);
  EXPECT_EQ(__dp2a_lo(0x00020003, 0x04030201, 0), 3 * 1 + 2 * 2);
  EXPECT_EQ(__dp2a_hi(0x00020003, 0x04030201, 0), 3 * 3 + 2 * 4);
}

TEST(DynamicProgramming, GreaterAndLessOfSums) {
  EXPECT_EQ(__viaddmax_s32(-5, 3, -1), -1);
  EXPECT_EQ(__viaddmax_s32(0x7fffffff, 1, 0), 0) << "the sum wraps round";
  EXPECT_EQ(__viaddmin_u32(0xffffffffu, 2u, 7u), 1u);
  EXPECT_EQ(__viaddmin_s32_relu(-5, 3, -1), 0);
  EXPECT_EQ(__vimax3_s32(1, 5, 3), 5);
  EXPECT_EQ(__vimin3_u32(4u, 0xffffffffu, 9u), 4u);
  EXPECT_EQ(__vimax_s32_relu(-3, -2), 0);
  EXPECT_EQ(__vimin_s32_relu(6, 4), 4);
}

TEST(DynamicProgramming, BothHalvesOfAWord) {
  EXPECT_EQ(__viaddmax_s16x2(0x00017fff, 0x00020001, 0x0000fffe), 0x0003fffeu);
  EXPECT_EQ(__vimax3_u16x2(0xffff0001, 0x00010002, 0x00020003), 0xffff0003u);
  EXPECT_EQ(__vimin3_s16x2_relu(0xffff0005, 0x00010006, 0x00020007), 0x00000005u);
  EXPECT_EQ(__vimin_s16x2_relu(0xfffe0004, 0x00030003), 0x00000003u);
}

TEST(DynamicProgramming, TellWhichOneItWas) {
  bool first = false, low = false;
  EXPECT_EQ(__vibmax_s32(-1, 1, &first), 1);
  EXPECT_FALSE(first);
  EXPECT_EQ(__vibmin_u32(5u, 5u, &first), 5u);
  EXPECT_TRUE(first);
  EXPECT_EQ(__vibmax_s16x2(0xffff0007, 0x00010002, &first, &low), 0x00010007u);
  EXPECT_FALSE(first);
  EXPECT_TRUE(low);
}

TEST(FloatIntrinsics, ConvertWithTheRoundingAskedFor) {
  EXPECT_EQ(__float2int_rn(2.5f), 2);
  EXPECT_EQ(__float2int_rn(3.5f), 4);
  EXPECT_EQ(__float2int_rz(-3.7f), -3);
  EXPECT_EQ(__float2int_ru(-3.7f), -3);
  EXPECT_EQ(__float2int_rd(-3.7f), -4);
  EXPECT_EQ(__int2float_rz(16777217), 16777216.0f);
  EXPECT_EQ(__int2float_ru(16777217), 16777218.0f);
  EXPECT_EQ(__double2float_ru(1.0 / 3), 0.33333334f);
  EXPECT_EQ(__double2float_rd(1.0 / 3), 0.33333331f);
  EXPECT_EQ(__ll2double_rd(std::numeric_limits<long long>::max()), 9223372036854774784.0);
}

TEST(FloatIntrinsics, ConversionsToIntegersSaturate) {
  EXPECT_EQ(__float2int_rn(1e10f), std::numeric_limits<int>::max());
  EXPECT_EQ(__float2int_rz(-1e10f), std::numeric_limits<int>::min());
  EXPECT_EQ(__float2uint_rz(-1.0f), 0u);
  EXPECT_EQ(__float2uint_rn(4294967296.0f), 0xffffffffu);
  EXPECT_EQ(__float2ll_rn(9.3e18f), std::numeric_limits<long long>::max());
  EXPECT_EQ(__double2ull_rz(1e20), ~0ull);
}

TEST(FloatIntrinsics, NanBecomesZeroOrTheHighestBit) {
  EXPECT_EQ(__float2int_rn(kNan), 0);
  EXPECT_EQ(__float2uint_rn(kNan), 0u);
  EXPECT_EQ(__float2ll_rn(kNan), std::numeric_limits<long long>::min());
  EXPECT_EQ(__double2int_rn(double{kNan}), std::numeric_limits<int>::min());
  EXPECT_EQ(__double2uint_rn(double{kNan}), 0x80000000u);
}

TEST(FloatIntrinsics, ArithmeticRoundsAsAskedFor) {
  EXPECT_EQ(__fadd_rn(1.0f, 1e-10f), 1.0f);
  EXPECT_EQ(__fadd_ru(1.0f, 1e-10f), std::nextafter(1.0f, 2.0f));
  EXPECT_EQ(__fadd_rd(1.0f, -1e-10f), std::nextafter(1.0f, 0.0f));
  EXPECT_EQ(__fadd_rz(-1.0f, 1e-10f), std::nextafter(-1.0f, 0.0f));
  EXPECT_EQ(__fdiv_rd(1.0f, 3.0f), 0.33333331f);
  EXPECT_EQ(__fdiv_ru(1.0f, 3.0f), 0.33333334f);
  EXPECT_LT(__fsqrt_rd(2.0f), __fsqrt_ru(2.0f));
  EXPECT_EQ(__dadd_ru(1.0, 1e-30), std::nextafter(1.0, 2.0));
  EXPECT_EQ(__fma_rd(1.0, 1.0, -1e-30), std::nextafter(1.0, 0.0));
  EXPECT_EQ(std::nearbyint(2.5), 2.0) << "the default rounding mode must be back";
}

TEST(FloatIntrinsics, ReinterpretBits) {
  EXPECT_EQ(__float_as_int(1.0f), 0x3f800000);
  EXPECT_EQ(__uint_as_float(0xbf800000u), -1.0f);
  EXPECT_EQ(__longlong_as_double(0x3ff0000000000000), 1.0);
  EXPECT_EQ(__hiloint2double(0x3ff00000, 0), 1.0);
  EXPECT_EQ(__double2hiint(-2.0), static_cast<int>(0xc0000000));
}

TEST(FloatIntrinsics, FastFormsKeepTheirQuirks) {
  EXPECT_EQ(__fdividef(1.0f, 2e38f), 0.0f);
  EXPECT_FLOAT_EQ(__fdividef(3.0f, 7.0f), 3.0f / 7.0f);
  EXPECT_EQ(__saturatef(kNan), 0.0f);
  EXPECT_EQ(__saturatef(7.0f), 1.0f);
  EXPECT_FLOAT_EQ(__expf(1.0f), 2.7182817f);
  EXPECT_FLOAT_EQ(__powf(2.0f, 0.5f), 1.4142135f);
}

TEST(MinMax, FollowCudasOverloads) {
  EXPECT_EQ(max(-1, 2u), 0xffffffffu);
  EXPECT_EQ(min(-1, 2), -1);
  EXPECT_EQ(max(1.0f, kNan), 1.0f);
  EXPECT_FALSE(std::signbit(max(-0.0f, 0.0f)));
  EXPECT_TRUE(std::signbit(min(0.0f, -0.0f)));
  static_assert(std::is_same_v<decltype(max(1.0f, 2.0)), double>);
  EXPECT_EQ(llmin(1ll << 40, 3), 3);
  EXPECT_EQ(umax(1u, 3u), 3u);
}

TEST(MathFunctions, HaveTheirReferenceValues) {
  EXPECT_EQ(sinpi(1.0), 0.0);
  EXPECT_EQ(sinpi(1.5), -1.0);
  EXPECT_EQ(sinpi(100000.0), 0.0);
  EXPECT_EQ(cospi(0.5), 0.0);
  EXPECT_DOUBLE_EQ(sinpi(0.25), 0.70710678118654757);
  EXPECT_DOUBLE_EQ(rsqrt(2.0), 0.70710678118654757);
  EXPECT_DOUBLE_EQ(rcbrt(8.0), 0.5);
  EXPECT_DOUBLE_EQ(erfinv(0.5), 0.47693627620446987);
  EXPECT_DOUBLE_EQ(erfinv(1e-10), 8.8622692545275799e-11);
  EXPECT_EQ(erfinv(1.0), kInfinity);
  EXPECT_TRUE(std::isnan(erfinv(1.5)));
  EXPECT_DOUBLE_EQ(erfcinv(1e-300), 26.209469960516124);
  EXPECT_DOUBLE_EQ(erfcx(100.0), 0.0056416137829894329);
  EXPECT_DOUBLE_EQ(erfcx(1.0), 0.427583576155807);
  EXPECT_DOUBLE_EQ(normcdf(1.0), 0.84134474606854293);
  EXPECT_DOUBLE_EQ(normcdfinv(0.975), 1.959963984540054);
  EXPECT_DOUBLE_EQ(cyl_bessel_i0(3.3), 6.242630465183028);
  EXPECT_DOUBLE_EQ(norm3d(1.0, 2.0, 2.0), 3.0);
  EXPECT_DOUBLE_EQ(norm3d(1e300, 1e300, 0.0), 1.4142135623730951e300);
  EXPECT_DOUBLE_EQ(rhypot(3.0, 4.0), 0.2);
  EXPECT_FLOAT_EQ(rsqrtf(4.0f), 0.5f);
  EXPECT_FLOAT_EQ(exp10(2.0f), 100.0f);
}

TEST(MathFunctions, InvertEachOther) {
  for (double p = 0.001; p < 1; p += 0.0117) {
    EXPECT_NEAR(normcdf(normcdfinv(p)), p, 1e-15) << p;
    EXPECT_NEAR(std::erf(erfinv(p)), p, 1e-15) << p;
    EXPECT_NEAR(std::erfc(erfcinv(2 * p)), 2 * p, 1e-15) << p;
  }
}

TEST(MathFunctions, SincosFillsBoth) {
  float sine = 0;
  float cosine = 0;
  sincospi(0.5f, &sine, &cosine);
  EXPECT_EQ(sine, 1.0f);
  EXPECT_EQ(cosine, 0.0f);
  const double v[] = {3, 4};
  EXPECT_EQ(norm(2, v), 5.0);
}

}  // namespace
