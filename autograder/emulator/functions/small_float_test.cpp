// __half and __nv_bfloat16: rounding, special values, arithmetic.
#include <gtest/gtest.h>

#include <cmath>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "functions/fake_seam.h"

namespace {

unsigned short bits(double x) { return __half_as_ushort(__double2half(x)); }

TEST(Half, RoundsToNearestEven) {
  EXPECT_EQ(bits(1), 0x3c00);
  EXPECT_EQ(bits(-2), 0xc000);
  EXPECT_EQ(bits(1 + 1.0 / 2048), 0x3c00);
  EXPECT_EQ(bits(1 + 3.0 / 2048), 0x3c02);
  EXPECT_EQ(bits(0.1), 0x2e66);
}

TEST(Half, KnowsItsLimits) {
  EXPECT_EQ(bits(65504), 0x7bff);
  EXPECT_EQ(bits(65519), 0x7bff);
  EXPECT_EQ(bits(65520), 0x7c00);
  EXPECT_EQ(bits(-1e9), 0xfc00);
  EXPECT_EQ(bits(std::ldexp(1, -24)), 0x0001);
  EXPECT_EQ(bits(std::ldexp(1, -25)), 0x0000);
  EXPECT_EQ(bits(std::ldexp(1023.7, -24)), 0x0400) << "rounds up into the normal numbers";
  EXPECT_EQ(bits(-0.0), 0x8000);
  EXPECT_TRUE(std::isnan(__half2float(__float2half(NAN))));
}

TEST(Half, EveryValueSurvivesTheWayThroughFloat) {
  for (unsigned b = 0; b < 0x10000; ++b) {
    const __half h = __ushort_as_half(static_cast<unsigned short>(b));
    if (__hisnan(h)) continue;
    ASSERT_EQ(__half_as_ushort(__float2half(__half2float(h))), b);
  }
}

TEST(Half, CountsInHalf) {
  const __half two = __float2half(2.0f);
  const __half ten = __int2half_rn(10);
  EXPECT_EQ(__half2float(two + ten), 12.0f);
  EXPECT_EQ(__half2float(__hfma(two, ten, ten)), 30.0f);
  EXPECT_EQ(__half2float(__float2half(2048.0f) + __float2half(1.0f)), 2048.0f);
  EXPECT_TRUE(__hlt(two, ten));
  EXPECT_EQ(__half2int_rz(__hdiv(ten, __float2half(4.0f))), 2);
  EXPECT_EQ(__high2float(__hadd2(__floats2half2_rn(1, 2), __float2half2_rn(0.5f))), 2.5f);
  EXPECT_EQ(__hisinf(__ushort_as_half(0xfc00)), -1);
}

TEST(Half, RoundsAsItsConversionSays) {
  const float above = 1 + 1.0f / 4096;  // between 0x3c00 and 0x3c01
  EXPECT_EQ(__half_as_ushort(__float2half_rz(above)), 0x3c00);
  EXPECT_EQ(__half_as_ushort(__float2half_ru(above)), 0x3c01);
  EXPECT_EQ(__half_as_ushort(__float2half_rd(above)), 0x3c00);
  EXPECT_EQ(__half_as_ushort(__float2half_rz(-above)), 0xbc00);
  EXPECT_EQ(__half_as_ushort(__float2half_ru(-above)), 0xbc00);
  EXPECT_EQ(__half_as_ushort(__float2half_rd(-above)), 0xbc01);
  EXPECT_EQ(__half_as_ushort(__float2half_rz(1e9f)), 0x7bff);
  EXPECT_EQ(__half_as_ushort(__float2half_ru(1e-9f)), 0x0001);
  EXPECT_EQ(__half_as_ushort(__float2half_rd(-1e-9f)), 0x8001);
  EXPECT_EQ(__half_as_ushort(__int2half_rz(2049)), 0x6800);
  EXPECT_EQ(__half_as_ushort(__int2half_ru(2049)), 0x6801);
  EXPECT_EQ(__bfloat16_as_ushort(__float2bfloat16_rz(1.99f)), 0x3ffe);
  EXPECT_EQ(__bfloat16_as_ushort(__ull2bfloat16_rd(257)), 0x4380);
}

TEST(Half, BecomesIntegersThatStayWithinTheirType) {
  EXPECT_EQ(__half2short_rn(__float2half(2.5f)), 2);
  EXPECT_EQ(__half2short_ru(__float2half(-2.5f)), -2);
  EXPECT_EQ(__half2short_rz(__float2half(60000.0f)), 32767);
  EXPECT_EQ(__half2ushort_rd(__float2half(-1.0f)), 0);
  EXPECT_EQ(__half2char_rz(__float2half(-300.0f)), -128);
  EXPECT_EQ(__half2uchar_rz(__float2half(300.0f)), 255);
  EXPECT_EQ(__half2ll_rd(__float2half(-0.5f)), -1);
  EXPECT_EQ(__bfloat162ull_ru(__float2bfloat16(1.5f)), 2u);
}

TEST(Half, PairsCompareEachForItself) {
  const __half nan = __float2half(NAN), one = __float2half(1.0f), two = __float2half(2.0f);
  EXPECT_EQ(__hlt2_mask(__half2{one, two}, __half2{two, two}), 0x0000ffffu);
  EXPECT_EQ(__hge2_mask(__half2{one, nan}, __half2{one, one}), 0x0000ffffu);
  EXPECT_EQ(__hgeu2_mask(__half2{one, nan}, __half2{two, one}), 0xffff0000u);
  EXPECT_TRUE(__hbeq2(__half2{one, two}, __half2{one, two}));
  EXPECT_FALSE(__hbne2(__half2{one, two}, __half2{one, one}));
  EXPECT_EQ(__high2float(__hgt2(__half2{one, two}, __half2{one, one})), 1.0f);
  EXPECT_TRUE(__hequ(nan, one));
  EXPECT_TRUE(__hneu(nan, nan));
  EXPECT_FALSE(__hneu(one, one));
}

TEST(Half, ArithmeticOfPairs) {
  const __half one = __float2half(1.0f), two = __float2half(2.0f);
  EXPECT_EQ(__low2float(__hadd2_sat(__half2{one, two}, __half2{one, one})), 1.0f);
  EXPECT_EQ(__high2float(__hfma2_relu(__half2{one, -two}, __half2{one, two}, __half2{one, one})),
            0.0f);
  const __half2 product = __hcmadd(__half2{one, two}, __half2{two, one}, __half2{one, one});
  EXPECT_EQ(__low2float(product), 1.0f);  // (1 + 2i)(2 + i) + 1 + i = 1 + 6i
  EXPECT_EQ(__high2float(product), 6.0f);
  EXPECT_EQ(__low2float(h2rcp(__half2{two, one})), 0.5f);
  EXPECT_TRUE(__hisnan(__hmax_nan(__float2half(NAN), one)));
  EXPECT_EQ(__half2float(__hmul(two, 0.25f)), 0.5f) << "a float is converted";
  EXPECT_EQ(__low2float(__highs2half2(__half2{one, two}, __half2{two, one})), 2.0f);
}

TEST(Half, ComparisonsWithNanAreFalse) {
  const __half nan = __float2half(NAN);
  EXPECT_FALSE(__heq(nan, nan));
  EXPECT_FALSE(__hne(nan, nan));
  EXPECT_EQ(__half2float(__hmax(nan, __float2half(3.0f))), 3.0f);
}

TEST(Half, AddsAtomically) {
  fake::reset();
  __half sum = __float2half(1.0f);
  EXPECT_EQ(__half2float(atomicAdd(&sum, __float2half(0.5f))), 1.0f);
  EXPECT_EQ(__half2float(sum), 1.5f);
  EXPECT_EQ(fake::seam().accesses[0].size, 2u);
}

TEST(Bfloat16, IsTheUpperHalfOfAFloat) {
  EXPECT_EQ(__bfloat16_as_ushort(__float2bfloat16(1.0f)), 0x3f80);
  EXPECT_EQ(__bfloat16_as_ushort(__float2bfloat16(1.0f + 1.0f / 256)), 0x3f80);
  EXPECT_EQ(__bfloat16_as_ushort(__float2bfloat16(1.0f + 3.0f / 256)), 0x3f82);
  EXPECT_EQ(__bfloat16_as_ushort(__float2bfloat16(3.4e38f)), 0x7f80);
  EXPECT_EQ(__bfloat162float(__ushort_as_bfloat16(0xc040)), -3.0f);
  EXPECT_EQ(__bfloat162float(__float2bfloat16(1e-40f)), 0x1p-133f);
}

}  // namespace
