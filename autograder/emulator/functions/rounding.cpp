// Arithmetic and conversions in a rounding mode other than the processor's default. Operands and
// results are volatile so that compilers keep the operation between the two changes of the mode.
#include <cfenv>
#include <cmath>
#include <limits>

#include "emulator/float_intrinsics.h"

namespace {

template <int mode>
class Rounding {
 public:
  Rounding() : before_(std::fegetround()) { std::fesetround(mode); }
  ~Rounding() { std::fesetround(before_); }
  Rounding(const Rounding&) = delete;
  Rounding& operator=(const Rounding&) = delete;

 private:
  int before_;
};

template <int mode, class To, class Operation, class... From>
To rounded(Operation operation, From... operands) {
  const Rounding<mode> scope;
  const volatile To result = operation(static_cast<const volatile From&>(operands)...);
  return result;
}

// PTX `cvt`: a NaN becomes 0, but where a 64-bit type is involved only the highest bit is set.
template <class To, class From>
To nan_as() {
  if (sizeof(From) < 8 && sizeof(To) < 8) return 0;
  return static_cast<To>(1ull << (8 * sizeof(To) - 1));
}

template <class To, class From>
To integer(From whole) {
  // The end of the range itself may not be a From; twice its half is.
  const From end = 2 * static_cast<From>(std::numeric_limits<To>::max() / 2 + 1);
  if (std::isnan(whole)) return nan_as<To, From>();
  if (whole >= end) return std::numeric_limits<To>::max();
  if (whole <= static_cast<From>(std::numeric_limits<To>::min())) {
    return std::numeric_limits<To>::min();
  }
  return static_cast<To>(whole);
}

}  // namespace

#define EMU_TO_INTEGER(name, To, From)                            \
  To name##_rn(From x) { return integer<To>(std::nearbyint(x)); } \
  To name##_rz(From x) { return integer<To>(std::trunc(x)); }     \
  To name##_ru(From x) { return integer<To>(std::ceil(x)); }      \
  To name##_rd(From x) { return integer<To>(std::floor(x)); }
EMU_TO_INTEGER(__float2int, int, float)
EMU_TO_INTEGER(__float2uint, unsigned, float)
EMU_TO_INTEGER(__float2ll, long long, float)
EMU_TO_INTEGER(__float2ull, unsigned long long, float)
EMU_TO_INTEGER(__double2int, int, double)
EMU_TO_INTEGER(__double2uint, unsigned, double)
EMU_TO_INTEGER(__double2ll, long long, double)
EMU_TO_INTEGER(__double2ull, unsigned long long, double)

#define EMU_TO_FLOATING_IN(suffix, mode, name, To, From)                                    \
  To name##suffix(From x) {                                                                 \
    return rounded<mode, To>([](const volatile From& v) { return static_cast<To>(v); }, x); \
  }
#define EMU_TO_FLOATING(name, To, From)                  \
  EMU_TO_FLOATING_IN(_rz, FE_TOWARDZERO, name, To, From) \
  EMU_TO_FLOATING_IN(_ru, FE_UPWARD, name, To, From)     \
  EMU_TO_FLOATING_IN(_rd, FE_DOWNWARD, name, To, From)
EMU_TO_FLOATING(__int2float, float, int)
EMU_TO_FLOATING(__uint2float, float, unsigned)
EMU_TO_FLOATING(__ll2float, float, long long)
EMU_TO_FLOATING(__ull2float, float, unsigned long long)
EMU_TO_FLOATING(__ll2double, double, long long)
EMU_TO_FLOATING(__ull2double, double, unsigned long long)
EMU_TO_FLOATING(__double2float, float, double)

#define EMU_BINARY(T, name, mode, op)                                                             \
  T name(T x, T y) {                                                                              \
    return rounded<mode, T>([](const volatile T& a, const volatile T& b) -> T { return a op b; }, \
                            x, y);                                                                \
  }
#define EMU_ARITHMETIC_IN(suffix, mode, T, prefix, fma_name)                                     \
  EMU_BINARY(T, __##prefix##add##suffix, mode, +)                                                \
  EMU_BINARY(T, __##prefix##sub##suffix, mode, -)                                                \
  EMU_BINARY(T, __##prefix##mul##suffix, mode, *)                                                \
  EMU_BINARY(T, __##prefix##div##suffix, mode, /)                                                \
  T __##prefix##rcp##suffix(T x) { return __##prefix##div##suffix(1, x); }                       \
  T __##prefix##sqrt##suffix(T x) {                                                              \
    return rounded<mode, T>([](const volatile T& v) -> T { return std::sqrt(T{v}); }, x);        \
  }                                                                                              \
  T fma_name##suffix(T x, T y, T z) {                                                            \
    return rounded<mode, T>([](const volatile T& a, const volatile T& b,                         \
                               const volatile T& c) -> T { return std::fma(T{a}, T{b}, T{c}); }, \
                            x, y, z);                                                            \
  }
#define EMU_ARITHMETIC(T, prefix, fma_name)                  \
  EMU_ARITHMETIC_IN(_rz, FE_TOWARDZERO, T, prefix, fma_name) \
  EMU_ARITHMETIC_IN(_ru, FE_UPWARD, T, prefix, fma_name)     \
  EMU_ARITHMETIC_IN(_rd, FE_DOWNWARD, T, prefix, fma_name)
EMU_ARITHMETIC(float, f, __fmaf)
EMU_ARITHMETIC(double, d, __fma)
