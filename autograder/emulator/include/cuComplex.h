// Complex numbers as vector types: cuComplex (float) and cuDoubleComplex.
#pragma once

#include <cmath>

#include "vector_functions.h"

typedef float2 cuFloatComplex;
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;

// One set of functions over type T with components R; names end in f for float.
#define EMU_COMPLEX(T, R, suffix, make)                                                         \
  inline T make(R re, R im) { return T{re, im}; }                                               \
  inline R cuCreal##suffix(T z) { return z.x; }                                                 \
  inline R cuCimag##suffix(T z) { return z.y; }                                                 \
  inline T cuConj##suffix(T z) { return T{z.x, -z.y}; }                                         \
  inline T cuCadd##suffix(T a, T b) { return T{a.x + b.x, a.y + b.y}; }                         \
  inline T cuCsub##suffix(T a, T b) { return T{a.x - b.x, a.y - b.y}; }                         \
  inline T cuCmul##suffix(T a, T b) { return T{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; } \
  inline R cuCabs##suffix(T z) { return std::hypot(z.x, z.y); }                                 \
  inline T cuCdiv##suffix(T a, T b) {                                                           \
    /* Scaled, so that the squares neither overflow nor vanish. */                              \
    const R scale = std::fabs(b.x) + std::fabs(b.y);                                            \
    const T c{b.x / scale, b.y / scale};                                                        \
    const R size = scale * (c.x * c.x + c.y * c.y);                                             \
    return T{(a.x * c.x + a.y * c.y) / size, (a.y * c.x - a.x * c.y) / size};                   \
  }                                                                                             \
  inline T cuCfma##suffix(T a, T b, T c) { return cuCadd##suffix(cuCmul##suffix(a, b), c); }

EMU_COMPLEX(cuFloatComplex, float, f, make_cuFloatComplex)
EMU_COMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex)
#undef EMU_COMPLEX

inline cuComplex make_cuComplex(float re, float im) { return make_cuFloatComplex(re, im); }
inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return {z.x, z.y}; }
inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
  return {static_cast<float>(z.x), static_cast<float>(z.y)};
}
