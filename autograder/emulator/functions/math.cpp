// CUDA's mathematical functions that libm does not have. Worked out in `long double`, whose 11
// extra bits and wide exponent save the care that overflow and rounding would take.
#include "emulator/math.h"

#include <limits>

namespace {

using Wide = long double;
constexpr Wide kPi = 3.141592653589793238462643383279502884L;
constexpr Wide kTwoOverSqrtPi = 1.128379167095512573896158903121545172L;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// sin(pi x / 2) for x = `halves`, whose remainder to whole numbers is exact.
Wide sine_of_half_turns(double x, int quarter) {
  int quadrant = 0;
  const Wide rest = remquol(x, 0.5L, &quadrant) * kPi;
  switch ((quadrant + quarter) & 3) {
    case 0:
      return sinl(rest);
    case 1:
      return cosl(rest);
    case 2:
      return -sinl(rest);
    default:
      return -cosl(rest);
  }
}

/// The z with erfc(z) = y for 0 < y <= 1: a rational guess, then Halley's method.
Wide inverse_erfc(Wide y) {
  const Wide t = sqrtl(-2 * logl(y / 2));
  Wide z = -0.70711L * ((2.30753L + t * 0.27061L) / (1 + t * (0.99229L + t * 0.04481L)) - t);
  for (int i = 0; i < 4; ++i) {
    const Wide error = erfcl(z) - y;
    const Wide step = error / (kTwoOverSqrtPi * expl(-z * z) - z * error);
    if (!std::isfinite(step)) break;
    z += step;
  }
  return z;
}

/// The z with erf(z) = x for |x| < 0.5, where 1 - x would lose digits.
Wide inverse_erf_near_zero(Wide x) {
  Wide z = x / kTwoOverSqrtPi;
  for (int i = 0; i < 6; ++i) z -= (erfl(z) - x) / (kTwoOverSqrtPi * expl(-z * z));
  return z;
}

Wide square(double x) { return Wide{x} * x; }

}  // namespace

double rsqrt(double x) { return static_cast<double>(1 / sqrtl(x)); }
double rcbrt(double x) { return static_cast<double>(1 / cbrtl(x)); }

double sinpi(double x) {
  const double sine = static_cast<double>(sine_of_half_turns(x, 0));
  return sine == 0 ? std::copysign(0.0, x) : sine;
}
double cospi(double x) {
  const double cosine = static_cast<double>(sine_of_half_turns(x, 1));
  return cosine == 0 ? 0.0 : cosine;
}

double erfcinv(double y) {
  if (!(y >= 0 && y <= 2)) return kNan;
  if (y == 0) return kInfinity;
  if (y == 2) return -kInfinity;
  if (y > 0.5 && y < 1.5) return static_cast<double>(inverse_erf_near_zero(1 - Wide{y}));
  return static_cast<double>(y <= 1 ? inverse_erfc(y) : -inverse_erfc(2 - Wide{y}));
}

double erfinv(double x) {
  if (!(x >= -1 && x <= 1)) return kNan;
  if (std::fabs(x) == 1) return x * kInfinity;
  if (std::fabs(x) < 0.5) return static_cast<double>(inverse_erf_near_zero(x));
  return static_cast<double>(x > 0 ? inverse_erfc(1 - Wide{x}) : -inverse_erfc(1 + Wide{x}));
}

double erfcx(double x) {
  if (x < 100) return static_cast<double>(expl(square(x)) * erfcl(x));
  const Wide inverse = 1 / square(x);
  const Wide series =
      1 - inverse / 2 * (1 - 3 * inverse / 2 * (1 - 5 * inverse / 2 * (1 - 7 * inverse / 2)));
  return static_cast<double>(kTwoOverSqrtPi / 2 / x * series);
}

double normcdf(double x) { return static_cast<double>(erfcl(-Wide{x} / sqrtl(2)) / 2); }

double normcdfinv(double p) {
  if (!(p >= 0 && p <= 1)) return kNan;
  if (p == 0) return -kInfinity;
  if (p == 1) return kInfinity;
  const Wide y = 2 * Wide{p};
  const Wide z = y > 0.5L && y < 1.5L ? inverse_erf_near_zero(1 - y)
                 : y <= 1             ? inverse_erfc(y)
                                      : -inverse_erfc(2 - y);
  return z == 0 ? 0.0 : static_cast<double>(-sqrtl(2) * z);
}

double cyl_bessel_i0(double x) {
  return static_cast<double>(std::cyl_bessel_i(0.0L, Wide{std::fabs(x)}));
}
double cyl_bessel_i1(double x) {
  const Wide size = std::cyl_bessel_i(1.0L, Wide{std::fabs(x)});
  return std::copysign(static_cast<double>(size), x);
}

double rhypot(double x, double y) {
  if (std::isinf(x) || std::isinf(y)) return 0;
  return static_cast<double>(1 / sqrtl(square(x) + square(y)));
}
double norm3d(double x, double y, double z) {
  if (std::isinf(x) || std::isinf(y) || std::isinf(z)) return kInfinity;
  return static_cast<double>(sqrtl(square(x) + square(y) + square(z)));
}
double rnorm3d(double x, double y, double z) {
  if (std::isinf(x) || std::isinf(y) || std::isinf(z)) return 0;
  return static_cast<double>(1 / sqrtl(square(x) + square(y) + square(z)));
}
double norm4d(double x, double y, double z, double w) {
  if (std::isinf(x) || std::isinf(y) || std::isinf(z) || std::isinf(w)) return kInfinity;
  return static_cast<double>(sqrtl(square(x) + square(y) + square(z) + square(w)));
}
double rnorm4d(double x, double y, double z, double w) {
  if (std::isinf(x) || std::isinf(y) || std::isinf(z) || std::isinf(w)) return 0;
  return static_cast<double>(1 / sqrtl(square(x) + square(y) + square(z) + square(w)));
}
