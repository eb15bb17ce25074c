// Floating-point intrinsics: casts of bits, conversions and arithmetic in a given rounding mode (rn
// to nearest even, rz towards zero, ru up, rd down), and the fast approximations, which are exact
// to the last bit or so here.
#pragma once

#include <cmath>
#include <cstdint>

#include "emulator/seam.h"

// ---- Bits --------------------------------------------------------------------------------------

namespace emu {

template <class To, class From>
inline To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From), "");
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}

}  // namespace emu

inline int __float_as_int(float x) { return emu::bits_as<int>(x); }
inline unsigned __float_as_uint(float x) { return emu::bits_as<unsigned>(x); }
inline float __int_as_float(int x) { return emu::bits_as<float>(x); }
inline float __uint_as_float(unsigned x) { return emu::bits_as<float>(x); }
inline long long __double_as_longlong(double x) { return emu::bits_as<long long>(x); }
inline double __longlong_as_double(long long x) { return emu::bits_as<double>(x); }
inline int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
inline int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
inline double __hiloint2double(int hi, int lo) {
  return __longlong_as_double(static_cast<long long>(
      static_cast<std::uint64_t>(static_cast<unsigned>(hi)) << 32 | static_cast<unsigned>(lo)));
}

// ---- Conversions -------------------------------------------------------------------------------

// To integers: out of range gives the nearest end of the range.
#define EMU_TO_INTEGER(name, To, From) \
  To name##_rn(From x);                \
  To name##_rz(From x);                \
  To name##_ru(From x);                \
  To name##_rd(From x);
EMU_TO_INTEGER(__float2int, int, float)
EMU_TO_INTEGER(__float2uint, unsigned, float)
EMU_TO_INTEGER(__float2ll, long long, float)
EMU_TO_INTEGER(__float2ull, unsigned long long, float)
EMU_TO_INTEGER(__double2int, int, double)
EMU_TO_INTEGER(__double2uint, unsigned, double)
EMU_TO_INTEGER(__double2ll, long long, double)
EMU_TO_INTEGER(__double2ull, unsigned long long, double)
#undef EMU_TO_INTEGER

#define EMU_TO_FLOATING(name, To, From)                      \
  inline To name##_rn(From x) { return static_cast<To>(x); } \
  To name##_rz(From x);                                      \
  To name##_ru(From x);                                      \
  To name##_rd(From x);
EMU_TO_FLOATING(__int2float, float, int)
EMU_TO_FLOATING(__uint2float, float, unsigned)
EMU_TO_FLOATING(__ll2float, float, long long)
EMU_TO_FLOATING(__ull2float, float, unsigned long long)
EMU_TO_FLOATING(__ll2double, double, long long)
EMU_TO_FLOATING(__ull2double, double, unsigned long long)
EMU_TO_FLOATING(__double2float, float, double)
#undef EMU_TO_FLOATING

inline double __int2double_rn(int x) { return x; }
inline double __uint2double_rn(unsigned x) { return x; }

// ---- Arithmetic --------------------------------------------------------------------------------

#define EMU_ARITHMETIC(T, prefix, fma_name, fma_function)             \
  inline T __##prefix##add_rn(T x, T y) { return x + y; }             \
  inline T __##prefix##sub_rn(T x, T y) { return x - y; }             \
  inline T __##prefix##mul_rn(T x, T y) { return x * y; }             \
  inline T __##prefix##div_rn(T x, T y) { return x / y; }             \
  inline T __##prefix##rcp_rn(T x) { return 1 / x; }                  \
  inline T __##prefix##sqrt_rn(T x) { return std::sqrt(x); }          \
  inline T fma_name##_rn(T x, T y, T z) { return std::fma(x, y, z); } \
  EMU_DIRECTED(T, prefix, fma_name, _rz)                              \
  EMU_DIRECTED(T, prefix, fma_name, _ru)                              \
  EMU_DIRECTED(T, prefix, fma_name, _rd)
#define EMU_DIRECTED(T, prefix, fma_name, mode) \
  T __##prefix##add##mode(T x, T y);            \
  T __##prefix##sub##mode(T x, T y);            \
  T __##prefix##mul##mode(T x, T y);            \
  T __##prefix##div##mode(T x, T y);            \
  T __##prefix##rcp##mode(T x);                 \
  T __##prefix##sqrt##mode(T x);                \
  T fma_name##mode(T x, T y, T z);
EMU_ARITHMETIC(float, f, __fmaf, fmaf)
EMU_ARITHMETIC(double, d, __fma, fma)
#undef EMU_ARITHMETIC
#undef EMU_DIRECTED

// The same whatever a compiler's options say of denormal numbers; here they always count.
inline float __fmaf_ieee_rn(float x, float y, float z) { return __fmaf_rn(x, y, z); }
inline float __fmaf_ieee_rz(float x, float y, float z) { return __fmaf_rz(x, y, z); }
inline float __fmaf_ieee_ru(float x, float y, float z) { return __fmaf_ru(x, y, z); }
inline float __fmaf_ieee_rd(float x, float y, float z) { return __fmaf_rd(x, y, z); }

inline float __frsqrt_rn(float x) { return static_cast<float>(1 / std::sqrt(double{x})); }

// ---- Fast approximations -----------------------------------------------------------------------

// glibc declares most of these names for its own use; they are ours to define.
extern "C" {
inline float __sinf(float x) noexcept { return std::sin(x); }
inline float __cosf(float x) noexcept { return std::cos(x); }
inline float __tanf(float x) noexcept { return std::tan(x); }
inline float __tanhf(float x) noexcept { return std::tanh(x); }
inline float __expf(float x) noexcept { return std::exp(x); }
inline float __exp10f(float x) noexcept { return ::exp10f(x); }
inline float __logf(float x) noexcept { return std::log(x); }
inline float __log2f(float x) noexcept { return std::log2(x); }
inline float __log10f(float x) noexcept { return std::log10(x); }
inline float __powf(float x, float y) noexcept { return std::pow(x, y); }
EMU_PASSING_ON void __sincosf(float x, float* sine, float* cosine) noexcept {
  *sine = std::sin(x);
  *cosine = std::cos(x);
}
}

/// A quotient whose divisor's size is above 2^126 is 0, as on the device.
inline float __fdividef(float x, float y) {
  return std::fabs(y) > 0x1p126f && !std::isinf(y) ? 0 * (x / y) : x / y;
}
inline float fdividef(float x, float y) { return x / y; }
inline double fdivide(double x, double y) { return x / y; }

/// To [0, 1]; NaN to 0.
inline float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
