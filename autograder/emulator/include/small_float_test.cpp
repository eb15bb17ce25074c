// __half and __nv_bfloat16: rounding, special values, arithmetic.
#include <gtest/gtest.h>

#include <cmath>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "fake_seam.h"

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
