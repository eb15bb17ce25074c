// Integer intrinsics (CUDA Math API, "Integer Intrinsics").
#pragma once

#include <cstdint>

// ---- Bits --------------------------------------------------------------------------------------

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }

inline unsigned __brev(unsigned x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
inline unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
         __brev(static_cast<unsigned>(x >> 32));
}

/// Position of the n-th set bit from `base` on, upwards for n > 0 and downwards for n < 0; all ones
/// when there is none.
inline unsigned __fns(unsigned mask, unsigned base, int n) {
  if (n == 0) return mask >> (base & 31) & 1 ? base & 31 : 0xffffffffu;
  const int step = n > 0 ? 1 : -1;
  int left = n > 0 ? n : -n;
  for (int at = static_cast<int>(base & 31); at >= 0 && at < 32; at += step) {
    if (mask >> at & 1 && --left == 0) return static_cast<unsigned>(at);
  }
  return 0xffffffffu;
}

/// Four bytes out of the eight of y:x; a selector's bit 3 spreads the byte's sign.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selectors) {
  const std::uint64_t bytes = static_cast<std::uint64_t>(y) << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned selector = selectors >> (4 * i) & 7;
    result |= static_cast<unsigned>(bytes >> (8 * selector) & 0xff) << (8 * i);
  }
  return result;
}

// The 64 bits hi:lo shifted by `shift`: modulo 32, or (c) clamped to 32.
inline unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift) {
  const std::uint64_t both = static_cast<std::uint64_t>(hi) << 32 | lo;
  return static_cast<unsigned>(both << (shift & 31) >> 32);
}
inline unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift) {
  return shift >= 32 ? lo : __funnelshift_l(lo, hi, shift);
}
inline unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift) {
  const std::uint64_t both = static_cast<std::uint64_t>(hi) << 32 | lo;
  return static_cast<unsigned>(both >> (shift & 31));
}
inline unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift) {
  return shift >= 32 ? hi : __funnelshift_r(lo, hi, shift);
}

// ---- Products ----------------------------------------------------------------------------------

namespace emu {
__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;
}  // namespace emu

inline int __mulhi(int x, int y) {
  return static_cast<int>(static_cast<std::int64_t>(x) * y >> 32);
}
inline unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(static_cast<std::uint64_t>(x) * y >> 32);
}
inline long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<emu::Int128>(x) * y >> 64);
}
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<emu::UInt128>(x) * y >> 64);
}
/// Low 32 bits of the product of the low 24 bits, sign-extended.
inline int __mul24(int x, int y) {
  const std::int64_t a = static_cast<int>(static_cast<unsigned>(x) << 8) >> 8;
  const std::int64_t b = static_cast<int>(static_cast<unsigned>(y) << 8) >> 8;
  return static_cast<int>(static_cast<unsigned>(a * b));
}
inline unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }

// ---- Sums --------------------------------------------------------------------------------------

inline unsigned __sad(int x, int y, unsigned z) {
  return z + (x > y ? static_cast<unsigned>(x) - static_cast<unsigned>(y)
                    : static_cast<unsigned>(y) - static_cast<unsigned>(x));
}
inline unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x > y ? x - y : y - x); }
inline int __hadd(int x, int y) {
  return static_cast<int>((static_cast<std::int64_t>(x) + y) >> 1);
}
inline int __rhadd(int x, int y) {
  return static_cast<int>((static_cast<std::int64_t>(x) + y + 1) >> 1);
}
inline unsigned __uhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<std::uint64_t>(x) + y) >> 1);
}
inline unsigned __urhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<std::uint64_t>(x) + y + 1) >> 1);
}

// ---- Dot products of packed bytes and halves ---------------------------------------------------

inline int __dp4a(int a, int b, int c) {
  unsigned sum = static_cast<unsigned>(c);
  for (int i = 0; i < 32; i += 8) {
    sum +=
        static_cast<unsigned>(static_cast<signed char>(a >> i) * static_cast<signed char>(b >> i));
  }
  return static_cast<int>(sum);
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 32; i += 8) c += (a >> i & 0xff) * (b >> i & 0xff);
  return c;
}
inline int __dp2a_lo(int a, int b, int c) {
  return static_cast<int>(
      static_cast<unsigned>(c) +
      static_cast<unsigned>(static_cast<short>(a) * static_cast<signed char>(b)) +
      static_cast<unsigned>((a >> 16) * static_cast<signed char>(b >> 8)));
}
inline int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return c + (a & 0xffff) * (b & 0xff) + (a >> 16) * (b >> 8 & 0xff);
}
inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) { return __dp2a_lo(a, b >> 16, c); }
