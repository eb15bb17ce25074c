// __half and __half2 (CUDA Math API, "Half Precision Intrinsics"): conversions here, arithmetic and
// functions in emulator/small_float.h and emulator/small_float_functions.inc.
#pragma once

#define __CUDA_FP16_H__  // programs ask whether CUDA has been included

#include "cuda_runtime.h"
#include "emulator/small_float_conversions.h"

using __half = emu::SmallFloat<emu::HalfFormat>;
using __half2 = emu::SmallFloat2<emu::HalfFormat>;
using half = __half;
using half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_ZERO_FP16 __ushort_as_half(0)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)

inline __half __ushort_as_half(unsigned short bits) { return __half::of_bits(bits); }
inline unsigned short __half_as_ushort(__half h) { return h.x; }
inline __half __short_as_half(short bits) {
  return __half::of_bits(static_cast<unsigned short>(bits));
}
inline short __half_as_short(__half h) { return static_cast<short>(h.x); }

inline __half __float2half(float x) { return x; }
inline __half __float2half_rn(float x) { return x; }
inline __half __double2half(double x) { return x; }
inline float __half2float(__half h) { return h; }

#define EMU_S __half
#define EMU_S2 __half2
#include "emulator/small_float_functions.inc"
#undef EMU_S
#undef EMU_S2

EMU_SMALL_CONVERSIONS(half, __half)

inline __half2 make_half2(__half x, __half y) { return {x, y}; }
inline __half2 __halves2half2(__half x, __half y) { return {x, y}; }
inline __half2 __half2half2(__half h) { return {h, h}; }
inline __half2 __float2half2_rn(float x) { return {x, x}; }
inline __half2 __floats2half2_rn(float x, float y) { return {x, y}; }
inline __half2 __float22half2_rn(float2 v) { return {v.x, v.y}; }
inline float2 __half22float2(__half2 v) { return {v.x, v.y}; }
inline __half __low2half(__half2 v) { return v.x; }
inline __half __high2half(__half2 v) { return v.y; }
inline float __low2float(__half2 v) { return v.x; }
inline float __high2float(__half2 v) { return v.y; }
inline __half2 __low2half2(__half2 v) { return {v.x, v.x}; }
inline __half2 __high2half2(__half2 v) { return {v.y, v.y}; }
inline __half2 __lowhigh2highlow(__half2 v) { return {v.y, v.x}; }
inline __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
inline __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
