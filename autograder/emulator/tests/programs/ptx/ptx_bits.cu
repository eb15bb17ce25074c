// PTX instructions that few programs use: selections, tests, masks, permutations of bytes, short
// products, sums of products with carry, spaces of addresses, votes at a block's barrier.
#include <cuda_runtime.h>

#include <cstdint>

#include "../../expect.h"

__device__ int variable;
__constant__ int constant = 3;

__global__ void integers(unsigned a, unsigned b, unsigned c, unsigned* out) {
  unsigned x;
  int n = 0;
#define NEXT(text)                                        \
  do {                                                    \
    asm(text : "=r"(x) : "r"(a), "r"(b), "r"(c));         \
    out[n++] = x;                                         \
  } while (false)
  NEXT("slct.u32.s32 %0, %1, %2, %3;");
  NEXT("slct.b32.f32 %0, %1, %2, 0fBF800000;");
  NEXT("cnot.b32 %0, %1;");
  NEXT("cnot.b32 %0, 0;");
  NEXT("mul24.lo.u32 %0, %1, %2;");
  NEXT("mul24.hi.s32 %0, %1, %2;");
  NEXT("mad24.lo.s32 %0, %1, %2, %3;");
  NEXT("mad24.hi.u32 %0, %1, %2, %3;");
  NEXT("bmsk.clamp.b32 %0, 5, 9;");
  NEXT("bmsk.clamp.b32 %0, 5, 40;");
  NEXT("bmsk.clamp.b32 %0, 40, 3;");
  NEXT("bmsk.wrap.b32 %0, 37, 9;");
  NEXT("szext.clamp.s32 %0, %1, 12;");
  NEXT("szext.clamp.u32 %0, %1, 12;");
  NEXT("szext.wrap.s32 %0, %1, 44;");
  NEXT("szext.clamp.s32 %0, %1, 32;");
  NEXT("fns.b32 %0, %1, 0, 3;");
  NEXT("fns.b32 %0, %1, 31, -2;");
  NEXT("fns.b32 %0, %1, 4, 0;");
  NEXT("fns.b32 %0, 0, 0, 1;");
  NEXT("prmt.b32.f4e %0, %1, %2, 3;");
  NEXT("prmt.b32.b4e %0, %1, %2, 1;");
  NEXT("prmt.b32.rc8 %0, %1, %2, 2;");
  NEXT("prmt.b32.ecl %0, %1, %2, 1;");
  NEXT("prmt.b32.ecr %0, %1, %2, 2;");
  NEXT("prmt.b32.rc16 %0, %1, %2, 1;");
  NEXT("dp2a.lo.s32.s32 %0, %1, %2, %3;");
  NEXT("dp2a.hi.u32.s32 %0, %1, %2, %3;");
  NEXT("set.gt.u32.u32 %0, %1, %2;");
  NEXT("set.lt.s32.s32 %0, %1, %2;");
  NEXT("bfind.u32 %0, %1;");
#undef NEXT
}

/// A product of 64 and 64 bits in words of 32, as arithmetic of many words does it.
__global__ void product(const unsigned* in, unsigned* out) {
  asm("{\n\t"
      "mul.lo.u32 %0, %4, %6;\n\t"
      "mul.hi.u32 %1, %4, %6;\n\t"
      "mad.lo.cc.u32 %1, %4, %7, %1;\n\t"
      "madc.hi.u32 %2, %4, %7, 0;\n\t"
      "mad.lo.cc.u32 %1, %5, %6, %1;\n\t"
      "madc.hi.cc.u32 %2, %5, %6, %2;\n\t"
      "addc.u32 %3, 0, 0;\n\t"
      "mad.lo.cc.u32 %2, %5, %7, %2;\n\t"
      "madc.hi.u32 %3, %5, %7, %3;\n\t"
      "}"
      : "=&r"(out[0]), "=&r"(out[1]), "=&r"(out[2]), "=&r"(out[3])
      : "r"(in[0]), "r"(in[1]), "r"(in[2]), "r"(in[3]));
}

__device__ unsigned test(float x) {
  unsigned found;
  asm("{ .reg .pred p<6>; .reg .u32 one;\n"
      "testp.finite.f32 p0, %1; testp.infinite.f32 p1, %1; testp.number.f32 p2, %1;\n"
      "testp.notanumber.f32 p3, %1; testp.normal.f32 p4, %1; testp.subnormal.f32 p5, %1;\n"
      "mov.u32 %0, 0;\n"
      "@p0 or.b32 %0, %0, 1; @p1 or.b32 %0, %0, 2; @p2 or.b32 %0, %0, 4;\n"
      "@p3 or.b32 %0, %0, 8; @p4 or.b32 %0, %0, 16; @p5 or.b32 %0, %0, 32; }"
      : "=r"(found)
      : "f"(x));
  return found;
}
__global__ void floats(float huge, unsigned* out, float* numbers) {
  out[0] = test(1.5f);
  out[1] = test(huge * huge);
  out[2] = test(huge * huge - huge * huge);
  out[3] = test(__int_as_float(12345));
  asm("copysign.f32 %0, %1, %2;" : "=f"(numbers[0]) : "f"(-1.0f), "f"(2.5f));
  asm("set.le.f32.f32 %0, %1, %2;" : "=f"(numbers[1]) : "f"(1.0f), "f"(2.5f));
}

__device__ unsigned space(const void* address) {
  unsigned found;
  asm("{ .reg .pred p<4>;\n"
      "isspacep.global p0, %1; isspacep.shared p1, %1; isspacep.local p2, %1; isspacep.const p3, %1;\n"
      "mov.u32 %0, 0; @p0 add.u32 %0, %0, 1; @p1 add.u32 %0, %0, 2; @p2 add.u32 %0, %0, 4;\n"
      "@p3 add.u32 %0, %0, 8; }"
      : "=r"(found)
      : "l"(address));
  return found;
}
__global__ void spaces(unsigned* out) {
  __shared__ int shared;
  volatile int local = threadIdx.x;
  out[0] = space(&variable);
  out[1] = space(&shared);
  out[2] = space(const_cast<const int*>(&local));
  out[3] = space(&constant);
}

__global__ void votes(unsigned* out) {
  unsigned count, any, all;
  const unsigned mine = threadIdx.x % 3 == 0;
  asm volatile("{ .reg .pred p, q;\n"
               "setp.ne.u32 p, %3, 0;\n"
               "bar.red.popc.u32 %0, 0, p;\n"
               "bar.red.or.pred q, 0, !p;\n"
               "selp.u32 %1, 1, 0, q;\n"
               "barrier.cta.red.and.pred q, 0, p;\n"
               "selp.u32 %2, 1, 0, q; }"
               : "=r"(count), "=r"(any), "=r"(all)
               : "r"(mine)
               : "memory");
  asm volatile("prefetch.global.L2 [%0]; barrier.cta.sync 0;" ::"l"(out) : "memory");
  if (threadIdx.x == 50) out[0] = count, out[1] = any, out[2] = all;
}

int main() {
  unsigned* out;
  float* numbers;
  EXPECT_EQ(cudaMallocManaged(&out, 64 * sizeof(unsigned)), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&numbers, 4 * sizeof(float)), cudaSuccess);
  const unsigned a = 0x8f123457, b = 0x00c4d6e8, c = 77;
  integers<<<1, 1>>>(a, b, c, out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto low24 = [](unsigned v) { return static_cast<std::int64_t>(static_cast<std::int32_t>(v << 8) >> 8); };
  const std::uint64_t product24 = std::uint64_t{a & 0xffffff} * (b & 0xffffff);
  const auto half = [](unsigned v, int i) { return static_cast<std::int16_t>(v >> 16 * i); };
  const auto byte = [](unsigned v, int i) { return static_cast<std::int8_t>(v >> 8 * i); };
  const unsigned expected[] = {
      a, b, 0, 1,
      static_cast<unsigned>(product24),
      static_cast<unsigned>(low24(a) * low24(b) >> 16),
      static_cast<unsigned>(low24(a) * low24(b)) + c,
      static_cast<unsigned>(product24 >> 16) + c,
      0x3fe0, 0xffffffe0, 0, 0x3fe0,
      0x457, 0x457, 0x457, a,
      2, 27, 4, 0xffffffff,
      0, 0, 0, 0, 0, 0,  // permutations: see below
      static_cast<unsigned>(half(a, 0) * byte(b, 0) + half(a, 1) * byte(b, 1)) + c,
      static_cast<unsigned>(int(a & 0xffff) * byte(b, 2) + int(a >> 16) * byte(b, 3)) + c,
      0xffffffff, 0xffffffff, 31};
  const auto bytes = [&](int i3, int i2, int i1, int i0) {
    const std::uint64_t both = a | std::uint64_t{b} << 32;
    const auto at = [&](int i) { return static_cast<unsigned>(both >> 8 * i & 0xff); };
    return at(i3) << 24 | at(i2) << 16 | at(i1) << 8 | at(i0);
  };
  const unsigned permuted[] = {bytes(6, 5, 4, 3), bytes(6, 7, 0, 1), bytes(2, 2, 2, 2),
                               bytes(3, 2, 1, 1), bytes(2, 2, 1, 0), bytes(3, 2, 3, 2)};
  for (int i = 0; i < 31; ++i)
    if (const unsigned wanted = i >= 20 && i < 26 ? permuted[i - 20] : expected[i]; out[i] != wanted) {
      std::printf("instruction %d: %x, expected %x\n", i, out[i], wanted);
      ++failures();
    }

  const std::uint64_t x = 0xfedcba9876543210u, y = 0xfffffffff0000001u;
  out[0] = static_cast<unsigned>(x), out[1] = x >> 32, out[2] = static_cast<unsigned>(y), out[3] = y >> 32;
  product<<<1, 1>>>(out, out + 8);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  __extension__ typedef unsigned __int128 Wide;
  const Wide xy = Wide{x} * y;
  for (int i = 0; i < 4; ++i) EXPECT_EQ(out[8 + i], static_cast<unsigned>(xy >> 32 * i));

  floats<<<1, 1>>>(3e38f, out, numbers);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const unsigned kinds[] = {1 + 4 + 16, 2 + 4, 8, 1 + 4 + 32};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(out[i], kinds[i]);
  EXPECT_EQ(numbers[0], -2.5f);
  EXPECT_EQ(numbers[1], 1.0f);

  spaces<<<1, 1>>>(out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(out[i], 1u << i);

  votes<<<1, 64>>>(out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out[0], 22);
  EXPECT_EQ(out[1], 1);
  EXPECT_EQ(out[2], 0);
  EXPECT_EQ(cudaFree(out), cudaSuccess);
  EXPECT_EQ(cudaFree(numbers), cudaSuccess);
  return failures();
}
