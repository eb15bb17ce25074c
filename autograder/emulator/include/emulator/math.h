// CUDA's mathematical functions that <cmath> does not have, and its overloads of min, max and abs,
// all in the global namespace (CUDA Math API).
#pragma once

#include <math.h>
#include <stdlib.h>

#include <cmath>

#include "emulator/seam.h"

// ---- Minimum and maximum -----------------------------------------------------------------------
// With mixed signedness the unsigned type wins.

#define EMU_MIN_MAX(R, A, B)                                                              \
  constexpr R min(A a, B b) {                                                             \
    return static_cast<R>(b) < static_cast<R>(a) ? static_cast<R>(b) : static_cast<R>(a); \
  }                                                                                       \
  constexpr R max(A a, B b) {                                                             \
    return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(b) : static_cast<R>(a); \
  }
EMU_MIN_MAX(int, int, int)
EMU_MIN_MAX(unsigned, unsigned, unsigned)
EMU_MIN_MAX(unsigned, int, unsigned)
EMU_MIN_MAX(unsigned, unsigned, int)
EMU_MIN_MAX(long, long, long)
EMU_MIN_MAX(unsigned long, unsigned long, unsigned long)
EMU_MIN_MAX(unsigned long, long, unsigned long)
EMU_MIN_MAX(unsigned long, unsigned long, long)
EMU_MIN_MAX(long long, long long, long long)
EMU_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
EMU_MIN_MAX(unsigned long long, long long, unsigned long long)
EMU_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef EMU_MIN_MAX

// A NaN loses against a number, and -0 is below +0 (as measured on an H200).
inline float min(float a, float b) { return a == b ? (std::signbit(a) ? a : b) : ::fminf(a, b); }
inline double min(double a, double b) { return a == b ? (std::signbit(a) ? a : b) : ::fmin(a, b); }
inline double min(float a, double b) { return min(double{a}, b); }
inline double min(double a, float b) { return min(a, double{b}); }
inline float max(float a, float b) { return a == b ? (std::signbit(a) ? b : a) : ::fmaxf(a, b); }
inline double max(double a, double b) { return a == b ? (std::signbit(a) ? b : a) : ::fmax(a, b); }
inline double max(float a, double b) { return max(double{a}, b); }
inline double max(double a, float b) { return max(a, double{b}); }

constexpr unsigned umin(unsigned a, unsigned b) { return min(a, b); }
constexpr unsigned umax(unsigned a, unsigned b) { return max(a, b); }
constexpr long long llmin(long long a, long long b) { return min(a, b); }
constexpr long long llmax(long long a, long long b) { return max(a, b); }
constexpr unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return min(a, b);
}
constexpr unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return max(a, b);
}

// ---- Functions ---------------------------------------------------------------------------------
// Each as `f(double)`, `f(float)` and `ff(float)`. The float forms round the double's result.

#define EMU_UNARY(name)                                                         \
  double name(double x);                                                        \
  inline float name##f(float x) { return static_cast<float>(name(double{x})); } \
  inline float name(float x) { return name##f(x); }
EMU_UNARY(rsqrt)
EMU_UNARY(rcbrt)
EMU_UNARY(sinpi)  // sin(pi x)
EMU_UNARY(cospi)
EMU_UNARY(erfinv)
EMU_UNARY(erfcinv)
EMU_UNARY(erfcx)  // exp(x^2) erfc(x)
EMU_UNARY(normcdf)
EMU_UNARY(normcdfinv)
EMU_UNARY(cyl_bessel_i0)
EMU_UNARY(cyl_bessel_i1)
#undef EMU_UNARY

double rhypot(double x, double y);
double norm3d(double x, double y, double z);
double rnorm3d(double x, double y, double z);
double norm4d(double x, double y, double z, double w);
double rnorm4d(double x, double y, double z, double w);
inline float rhypotf(float x, float y) { return static_cast<float>(rhypot(double{x}, double{y})); }
inline float rhypot(float x, float y) { return rhypotf(x, y); }
inline float norm3df(float x, float y, float z) { return static_cast<float>(norm3d(x, y, z)); }
inline float rnorm3df(float x, float y, float z) { return static_cast<float>(rnorm3d(x, y, z)); }
inline float norm4df(float x, float y, float z, float w) {
  return static_cast<float>(norm4d(x, y, z, w));
}
inline float rnorm4df(float x, float y, float z, float w) {
  return static_cast<float>(rnorm4d(x, y, z, w));
}

EMU_PASSING_ON double norm(int n, const double* v) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += v[i] * v[i];
  return std::sqrt(sum);
}
EMU_PASSING_ON double rnorm(int n, const double* v) { return 1 / norm(n, v); }
EMU_PASSING_ON float normf(int n, const float* v) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += double{v[i]} * v[i];
  return static_cast<float>(std::sqrt(sum));
}
EMU_PASSING_ON float rnormf(int n, const float* v) { return 1 / normf(n, v); }

EMU_PASSING_ON void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
EMU_PASSING_ON void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
EMU_PASSING_ON void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }
EMU_PASSING_ON void sincos(float x, float* sine, float* cosine) { ::sincosf(x, sine, cosine); }

// libc has these in double and with an `f`; C++ programs also call them with a float.
inline float exp10(float x) { return ::exp10f(x); }
inline float j0(float x) { return ::j0f(x); }
inline float j1(float x) { return ::j1f(x); }
inline float jn(int n, float x) { return ::jnf(n, x); }
inline float y0(float x) { return ::y0f(x); }
inline float y1(float x) { return ::y1f(x); }
inline float yn(int n, float x) { return ::ynf(n, x); }
