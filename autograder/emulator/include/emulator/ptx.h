// What the translator makes of inline PTX: one function for each instruction, over the operands as
// they stand in the program. Registers are bits: a float may stand where an instruction takes b32.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "emulator/cluster_seam.h"
#include "emulator/float_intrinsics.h"
#include "emulator/integer_intrinsics.h"
#include "emulator/lanes.h"
#include "emulator/math.h"
#include "emulator/seam.h"
#include "emulator/warp.h"

namespace emu::ptx {

#define EMU_PTX __attribute__((always_inline)) inline

/// An operand as the instruction reads it.
template <class T, class From>
EMU_PTX T in(From value) {
  if constexpr (std::is_pointer_v<From>) {
    return static_cast<T>(reinterpret_cast<std::uintptr_t>(value));
  } else if constexpr (std::is_floating_point_v<From> != std::is_floating_point_v<T> &&
                       sizeof(From) == sizeof(T)) {
    return bits_as<T>(value);
  } else {
    return static_cast<T>(value);
  }
}

/// A result as the program's variable takes it.
template <class To, class T>
EMU_PTX void out(To& to, T value) {
  if constexpr (std::is_pointer_v<To>) {
    to = reinterpret_cast<To>(static_cast<std::uintptr_t>(value));
  } else if constexpr (std::is_floating_point_v<To> != std::is_floating_point_v<T> &&
                       sizeof(To) == sizeof(T)) {
    to = bits_as<To>(value);
  } else {
    to = static_cast<To>(value);
  }
}

// ---- Arithmetic: integers wrap round ------------------------------------------------------------

namespace types {
template <class T, bool = std::is_integral_v<T>>
struct Wrapping {
  using Type = std::make_unsigned_t<T>;
};
}  // namespace types
using types::Wrapping;
namespace types {
template <class T>
struct Wrapping<T, false> {
  using Type = T;
};
}  // namespace types
/// Wide enough that nothing is promoted to a signed type.
template <class T>
using Wide = std::conditional_t<(sizeof(T) < 4), std::uint32_t, typename Wrapping<T>::Type>;

#define EMU_PTX_UNARY(name, expression) \
  template <class T, class A>           \
  EMU_PTX auto name(A a) {              \
    const T x = in<T>(a);               \
    return expression;                  \
  }
#define EMU_PTX_BINARY(name, expression) \
  template <class T, class A, class B>   \
  EMU_PTX T name(A a, B b) {             \
    const T x = in<T>(a), y = in<T>(b);  \
    return static_cast<T>(expression);   \
  }

EMU_PTX_BINARY(add, Wide<T>(x) + Wide<T>(y))
EMU_PTX_BINARY(sub, Wide<T>(x) - Wide<T>(y))
EMU_PTX_BINARY(mul, Wide<T>(x) * Wide<T>(y))
EMU_PTX_BINARY(mul_lo, Wide<T>(x) * Wide<T>(y))
EMU_PTX_BINARY(min, x < y || (x == y) || y != y ? x : y)
EMU_PTX_BINARY(max, x > y || (x == y) || y != y ? x : y)
EMU_PTX_BINARY(and_, x& y)
EMU_PTX_BINARY(or_, x | y)
EMU_PTX_BINARY(xor_, x ^ y)
EMU_PTX_UNARY(not_, static_cast<T>(std::is_same_v<T, bool> ? !x : ~x))
EMU_PTX_UNARY(neg, static_cast<T>(Wide<T>(0) - Wide<T>(x)))
EMU_PTX_UNARY(popc, std::uint32_t(__builtin_popcountll(static_cast<std::make_unsigned_t<T>>(x))))
EMU_PTX_UNARY(clz, std::uint32_t(sizeof(T) == 8 ? __clzll(static_cast<long long>(x))
                                                : __clz(static_cast<int>(x))))
EMU_PTX_UNARY(brev, static_cast<T>(sizeof(T) == 8 ? __brevll(x) : __brev(std::uint32_t(x))))
EMU_PTX_UNARY(mov, x)
EMU_PTX_UNARY(rcp, T(1) / x)
EMU_PTX_UNARY(sqrt, std::sqrt(x))
EMU_PTX_UNARY(rsqrt, static_cast<T>(1.0 / std::sqrt(double(x))))
EMU_PTX_UNARY(ex2, std::exp2(x))
EMU_PTX_UNARY(lg2, std::log2(x))
EMU_PTX_UNARY(sin, std::sin(x))
EMU_PTX_UNARY(cos, std::cos(x))
EMU_PTX_UNARY(tanh, std::tanh(x))

template <class T, class A>
EMU_PTX T abs(A a) {
  const T x = in<T>(a);
  if constexpr (std::is_floating_point_v<T>)
    return std::fabs(x);
  else
    return x < 0 ? neg<T>(x) : x;
}

/// Division by zero gives all ones, the remainder the dividend, as on the card.
template <class T, class A, class B>
EMU_PTX T div(A a, B b) {
  const T x = in<T>(a), y = in<T>(b);
  if constexpr (std::is_integral_v<T>) {
    if (y == 0) return static_cast<T>(-1);
    if (std::is_signed_v<T> && y == static_cast<T>(-1)) return neg<T>(x);
  }
  return x / y;
}
template <class T, class A, class B>
EMU_PTX T rem(A a, B b) {
  const T x = in<T>(a), y = in<T>(b);
  if (y == 0) return x;
  if (std::is_signed_v<T> && y == static_cast<T>(-1)) return 0;
  return static_cast<T>(x % y);
}

template <class T>
using Product =
    std::conditional_t<(sizeof(T) < 8),
                       std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>,
                       std::conditional_t<std::is_signed_v<T>, Int128, UInt128>>;
template <class T>
using Twice =
    std::conditional_t<sizeof(T) == 2,
                       std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>,
                       std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;

template <class T, class A, class B>
EMU_PTX T mul_hi(A a, B b) {
  return static_cast<T>(Product<T>(in<T>(a)) * Product<T>(in<T>(b)) >> (8 * sizeof(T)));
}
template <class T, class A, class B>
EMU_PTX Twice<T> mul_wide(A a, B b) {
  return static_cast<Twice<T>>(Product<T>(in<T>(a)) * Product<T>(in<T>(b)));
}
template <class T, class A, class B, class C>
EMU_PTX T mad_lo(A a, B b, C c) {
  return add<T>(mul_lo<T>(a, b), in<T>(c));
}
template <class T, class A, class B, class C>
EMU_PTX T mad_hi(A a, B b, C c) {
  return add<T>(mul_hi<T>(a, b), in<T>(c));
}
template <class T, class A, class B, class C>
EMU_PTX Twice<T> mad_wide(A a, B b, C c) {
  return add<Twice<T>>(mul_wide<T>(a, b), in<Twice<T>>(c));
}
template <class T, class A, class B, class C>
EMU_PTX T fma(A a, B b, C c) {
  return std::fma(in<T>(a), in<T>(b), in<T>(c));
}
template <class T, class A, class B, class C>
EMU_PTX T sad(A a, B b, C c) {
  const T x = in<T>(a), y = in<T>(b);
  return add<T>(in<T>(c), x > y ? sub<T>(x, y) : sub<T>(y, x));
}

// ---- Sums longer than a register ----------------------------------------------------------------

/// x + y + carry; the carry flag becomes what did not fit.
template <class T, class A, class B>
EMU_PTX T add_carry(bool& flag, bool carry, A a, B b) {
  using U = std::make_unsigned_t<T>;
  const U x = in<U>(a), y = in<U>(b);
  const U partial = static_cast<U>(x + y), sum = static_cast<U>(partial + carry);
  flag = partial < x || sum < partial;
  return static_cast<T>(sum);
}
template <class T, class A, class B>
EMU_PTX T sub_borrow(bool& flag, bool borrow, A a, B b) {
  using U = std::make_unsigned_t<T>;
  const U x = in<U>(a), y = in<U>(b);
  flag = x < y || (x == y && borrow);
  return static_cast<T>(static_cast<U>(x - y - borrow));
}

// ---- Shifts and bit fields ----------------------------------------------------------------------

/// Shifts by the register's width or more leave nothing, or the sign.
template <class T, class A, class B>
EMU_PTX T shl(A a, B b) {
  const auto by = in<std::uint32_t>(b);
  return by >= 8 * sizeof(T) ? T{} : static_cast<T>(Wide<T>(in<T>(a)) << by);
}
template <class T, class A, class B>
EMU_PTX T shr(A a, B b) {
  const auto by = in<std::uint32_t>(b);
  const auto x = in<T>(a);
  return by >= 8 * sizeof(T) ? static_cast<T>(x < 0 ? -1 : 0) : static_cast<T>(x >> by);
}

template <class T, class A, class B, class C>
EMU_PTX T bfe(A a, B b, C c) {
  using U = std::make_unsigned_t<T>;
  constexpr unsigned kBits = 8 * sizeof(T);
  const unsigned at = in<std::uint32_t>(b) & 0xff, length = in<std::uint32_t>(c) & 0xff;
  if (length == 0) return 0;
  const T shifted = shr<T>(in<T>(a), at);
  if (length >= kBits) return shifted;
  const unsigned spare = kBits - length;
  if (std::is_signed_v<T> && at + length > kBits) return shifted;
  return static_cast<T>(static_cast<T>(static_cast<U>(static_cast<U>(shifted) << spare)) >> spare);
}
template <class T, class A, class B, class C, class D>
EMU_PTX T bfi(A a, B b, C c, D d) {
  constexpr unsigned kBits = 8 * sizeof(T);
  const unsigned at = in<std::uint32_t>(c) & 0xff, length = in<std::uint32_t>(d) & 0xff;
  const T ones = length >= kBits ? static_cast<T>(~T{}) : static_cast<T>((T{1} << length) - 1);
  const T mask = shl<T>(ones, at);
  return static_cast<T>((in<T>(b) & ~mask) | (shl<T>(in<T>(a), at) & mask));
}
template <class T, class A, class B, class C>
EMU_PTX T prmt(A a, B b, C c) {
  const auto selectors = in<std::uint32_t>(c);
  std::uint32_t result =
      __byte_perm(in<std::uint32_t>(a), in<std::uint32_t>(b), selectors & 0x7777);
  for (int i = 0; i < 4; ++i) {
    if (!(selectors >> (4 * i + 3) & 1)) continue;  // bit 3: the byte's sign, eight times
    const bool negative = result >> (8 * i + 7) & 1;
    result = (result & ~(0xffu << 8 * i)) | (negative ? 0xffu << 8 * i : 0);
  }
  return result;
}
#define EMU_PTX_FUNNEL(name, function)                                                 \
  template <class T, class A, class B, class C>                                        \
  EMU_PTX T name(A a, B b, C c) {                                                      \
    return function(in<std::uint32_t>(a), in<std::uint32_t>(b), in<std::uint32_t>(c)); \
  }
EMU_PTX_FUNNEL(shf_l_wrap, __funnelshift_l)
EMU_PTX_FUNNEL(shf_l_clamp, __funnelshift_lc)
EMU_PTX_FUNNEL(shf_r_wrap, __funnelshift_r)
EMU_PTX_FUNNEL(shf_r_clamp, __funnelshift_rc)
#undef EMU_PTX_FUNNEL

/// Any function of three bits: bit 4a + 2b + c of the table.
template <class T, class A, class B, class C, class D>
EMU_PTX T lop3(A a, B b, C c, D table) {
  const auto x = in<std::uint32_t>(a), y = in<std::uint32_t>(b), z = in<std::uint32_t>(c);
  std::uint32_t result = 0;
  for (unsigned i = 0; i < 8; ++i)
    if (table >> i & 1) result |= (i & 4 ? x : ~x) & (i & 2 ? y : ~y) & (i & 1 ? z : ~z);
  return result;
}

// ---- Choices and conversions --------------------------------------------------------------------

#define EMU_PTX_COMPARISON(name, operation) \
  template <class T, class A, class B>      \
  EMU_PTX bool setp_##name(A a, B b) {      \
    return in<T>(a) operation in<T>(b);     \
  }
EMU_PTX_COMPARISON(eq, ==)
EMU_PTX_COMPARISON(lt, <)
EMU_PTX_COMPARISON(le, <=)
EMU_PTX_COMPARISON(gt, >)
EMU_PTX_COMPARISON(ge, >=)
#undef EMU_PTX_COMPARISON
/// Not for NaN: `ne` compares ordered, too.
template <class T, class A, class B>
EMU_PTX bool setp_ne(A a, B b) {
  const T x = in<T>(a), y = in<T>(b);
  return x < y || x > y;
}
template <class T, class A, class B, class C>
EMU_PTX T selp(A a, B b, C choose) {
  return choose ? in<T>(a) : in<T>(b);
}

/// Between integers: the low bits. To floating point: to the nearest.
template <class To, class From, class A>
EMU_PTX To cvt(A a) {
  return static_cast<To>(in<From>(a));
}
template <class To>
constexpr To highest_bit() {
  return static_cast<To>(std::make_unsigned_t<To>{1} << (8 * sizeof(To) - 1));
}
/// From floating point to integers: rounded first, and kept within what the integer can hold. NaN
/// becomes 0, but the highest bit where one of the types has 64 bits.
template <class To, class From, class A>
EMU_PTX To cvt_to_integer(A a, From (*round)(From)) {
  const From x = round(in<From>(a));
  using Limits = std::numeric_limits<To>;
  if (x != x) return sizeof(To) == 8 || sizeof(From) == 8 ? highest_bit<To>() : 0;
  if (x <= static_cast<From>(Limits::min())) return Limits::min();
  if (x >= static_cast<From>(Limits::max())) return Limits::max();
  return static_cast<To>(x);
}
/// To floating point, the nearest whole number in that direction.
#define EMU_PTX_ROUNDED(name, function)                                                          \
  template <class To, class From, class A>                                                       \
  EMU_PTX To name(A a) {                                                                         \
    if constexpr (std::is_floating_point_v<To>)                                                  \
      return static_cast<To>(function(in<From>(a)));                                             \
    else                                                                                         \
      return cvt_to_integer<To, From>(a, [](From x) { return static_cast<From>(function(x)); }); \
  }
EMU_PTX_ROUNDED(cvt_rni, std::nearbyint)
EMU_PTX_ROUNDED(cvt_rzi, std::trunc)
EMU_PTX_ROUNDED(cvt_rmi, std::floor)
EMU_PTX_ROUNDED(cvt_rpi, std::ceil)
#undef EMU_PTX_ROUNDED
#undef EMU_PTX_BINARY
#undef EMU_PTX_UNARY

// ---- Registers in parts -------------------------------------------------------------------------

template <class Half, class A, class B>
EMU_PTX auto pack(A low, B high) {
  using Whole = std::conditional_t<sizeof(Half) == 4, std::uint64_t, std::uint32_t>;
  return static_cast<Whole>(in<Half>(low) | Whole{in<Half>(high)} << (8 * sizeof(Half)));
}
template <class Half, class A, class B, class From>
EMU_PTX void unpack(A& low, B& high, From from) {
  using Whole = std::conditional_t<sizeof(Half) == 4, std::uint64_t, std::uint32_t>;
  const auto whole = in<Whole>(from);
  out(low, static_cast<Half>(whole));
  out(high, static_cast<Half>(whole >> (8 * sizeof(Half))));
}

/// The sum of c and the products of the bytes of a and b, each signed or not.
template <class OfA, class OfB, class A, class B, class C>
EMU_PTX std::uint32_t dp4a(A a, B b, C c) {
  auto sum = in<std::uint32_t>(c);
  for (unsigned at = 0; at < 32; at += 8) {
    const int x = static_cast<OfA>(in<std::uint32_t>(a) >> at);
    const int y = static_cast<OfB>(in<std::uint32_t>(b) >> at);
    sum += static_cast<std::uint32_t>(x * y);
  }
  return sum;
}

// ---- Warps --------------------------------------------------------------------------------------

/// A shuffle's value and its predicate, whether the lane asked for is in reach.
#define EMU_PTX_SHUFFLE(mode)                                                                  \
  EMU_PTX std::uint32_t shfl_##mode(std::uint32_t value, std::uint32_t by, std::uint32_t ends, \
                                    std::uint32_t mask) {                                      \
    return shfl_sync_##mode(mask, value, by, ends);                                            \
  }                                                                                            \
  EMU_PTX bool shfl_##mode##_in_reach(std::uint32_t by, std::uint32_t ends) {                  \
    return lanes::shuffle_##mode##_source(lane_id(), by, ends).in_reach;                       \
  }
EMU_PTX_SHUFFLE(idx)
EMU_PTX_SHUFFLE(up)
EMU_PTX_SHUFFLE(down)
EMU_PTX_SHUFFLE(bfly)
#undef EMU_PTX_SHUFFLE

template <class T>
EMU_PTX unsigned match_all(std::uint32_t mask, T value) {
  int all = 0;
  return __match_all_sync(mask, value, &all);
}

// ---- Memory -------------------------------------------------------------------------------------

/// Addresses are the same in every space, but programs keep those of shared memory in 32 bits.
template <class A>
EMU_PTX std::uint64_t address(A a) {
  return in<std::uint64_t>(a);
}
template <class A>
EMU_PTX std::uint64_t shared_address(A a) {
  const auto low = in<std::uint64_t>(a);
  if (low >> 32) return low;
  const auto base = reinterpret_cast<std::uint64_t>(dynamic_shared());
  const std::uint64_t whole = (base & ~0xffffffffull) | low;
  if (whole >= base || is_in_cluster(reinterpret_cast<const void*>(whole))) return whole;
  return whole + (1ull << 32);
}

template <class T>
EMU_PTX T load(std::uint64_t at) {
  return *reinterpret_cast<const T*>(at);
}
template <class T>
EMU_PTX T load_volatile(std::uint64_t at) {
  return *reinterpret_cast<const volatile T*>(at);
}
template <class T>
EMU_PTX T load_acquire(std::uint64_t at) {
  const T value = load_volatile<T>(at);
  fence(Scope::kDevice);
  return value;
}
template <class T, class A>
EMU_PTX void store(std::uint64_t at, A value) {
  *reinterpret_cast<T*>(at) = in<T>(value);
}
template <class T, class A>
EMU_PTX void store_volatile(std::uint64_t at, A value) {
  *reinterpret_cast<volatile T*>(at) = in<T>(value);
}
template <class T, class A>
EMU_PTX void store_release(std::uint64_t at, A value) {
  fence(Scope::kDevice);
  store_volatile<T>(at, value);
}

/// Of `size` bytes those behind the first `from_size` become 0.
EMU_UNCHECKED __attribute__((noinline)) inline void copy_async(std::uint64_t to, std::uint64_t from,
                                                               std::size_t size,
                                                               std::size_t from_size) {
  copy_asynchronously(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), size,
                      from_size < size ? size - from_size : 0, EMU_SITE);
}

#undef EMU_PTX

}  // namespace emu::ptx
