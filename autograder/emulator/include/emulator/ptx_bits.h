// PTX instructions that select, test and move bits, as far as few programs ask for them; ptx.h has
// the others, and the helpers.
#pragma once

#include "emulator/clusters.h"
#include "emulator/ptx.h"

namespace emu::ptx {

#define EMU_PTX __attribute__((always_inline)) inline

// ---- Selections ---------------------------------------------------------------------------------

template <class T, class OfC, class A, class B, class C>
EMU_PTX T slct(A a, B b, C c) {
  return in<OfC>(c) >= 0 ? in<T>(a) : in<T>(b);
}
template <class T, class A>
EMU_PTX T cnot(A a) {
  return in<T>(a) == 0 ? 1 : 0;
}
/// The magnitude of b with the sign of a.
template <class T, class A, class B>
EMU_PTX T copysign(A a, B b) {
  return std::copysign(in<T>(b), in<T>(a));
}
/// What `set` writes where its comparison holds.
template <class To>
EMU_PTX To all_ones(bool holds) {
  if constexpr (std::is_floating_point_v<To>) return holds ? To(1) : To(0);
  return holds ? static_cast<To>(-1) : To{};
}

#define EMU_PTX_TEST(name, expression) \
  template <class T, class A>          \
  EMU_PTX bool testp_##name(A a) {     \
    const T x = in<T>(a);              \
    return expression;                 \
  }
EMU_PTX_TEST(finite, std::isfinite(x))
EMU_PTX_TEST(infinite, std::isinf(x))
EMU_PTX_TEST(number, !std::isnan(x))
EMU_PTX_TEST(notanumber, std::isnan(x))
EMU_PTX_TEST(normal, std::isnormal(x))
EMU_PTX_TEST(subnormal, std::fpclassify(x) == FP_SUBNORMAL)
#undef EMU_PTX_TEST

// ---- Products -----------------------------------------------------------------------------------

/// The low 24 bits of an operand, with their sign.
template <class T, class A>
EMU_PTX std::int64_t low_24(A a) {
  const auto bits = in<std::uint32_t>(a) & 0xffffff;
  return std::is_signed_v<T> && (bits & 0x800000) != 0 ? std::int64_t{bits} - 0x1000000 : bits;
}
template <class T, class A, class B>
EMU_PTX T mul24_lo(A a, B b) {
  return static_cast<T>(low_24<T>(a) * low_24<T>(b));
}
template <class T, class A, class B>
EMU_PTX T mul24_hi(A a, B b) {
  return static_cast<T>(low_24<T>(a) * low_24<T>(b) >> 16);
}
template <class T, class A, class B, class C>
EMU_PTX T mad24_lo(A a, B b, C c) {
  return add<T>(mul24_lo<T>(a, b), in<T>(c));
}
template <class T, class A, class B, class C>
EMU_PTX T mad24_hi(A a, B b, C c) {
  return add<T>(mul24_hi<T>(a, b), in<T>(c));
}
/// Half of a product, and c, and the carry; the carry flag becomes what did not fit.
template <class T, class A, class B, class C>
EMU_PTX T mad_carry_lo(bool& flag, bool carry, A a, B b, C c) {
  return add_carry<T>(flag, carry, mul_lo<T>(in<T>(a), in<T>(b)), in<T>(c));
}
template <class T, class A, class B, class C>
EMU_PTX T mad_carry_hi(bool& flag, bool carry, A a, B b, C c) {
  return add_carry<T>(flag, carry, mul_hi<T>(in<T>(a), in<T>(b)), in<T>(c));
}
/// c and two products: the halves of a with two bytes of b.
template <class OfA, class OfB, class A, class B, class C>
EMU_PTX std::uint32_t dp2a_lo(A a, B b, C c) {
  const auto x = in<std::uint32_t>(a), y = in<std::uint32_t>(b);
  const auto product = [&](unsigned at) {
    const std::int64_t half = static_cast<OfA>(x >> (16 * at)),
                       byte = static_cast<OfB>(y >> (8 * at));
    return static_cast<std::uint32_t>(half * byte);
  };
  return in<std::uint32_t>(c) + product(0) + product(1);
}
template <class OfA, class OfB, class A, class B, class C>
EMU_PTX std::uint32_t dp2a_hi(A a, B b, C c) {
  return dp2a_lo<OfA, OfB>(a, in<std::uint32_t>(b) >> 16, c);
}

// ---- Bits ---------------------------------------------------------------------------------------

/// `width` ones from bit `from` on.
EMU_PTX std::uint32_t mask_of(std::uint32_t from, std::uint32_t width) {
  const std::uint32_t above = ~0u << from;
  return from + width >= 32 ? above : above & ~(~0u << (from + width));
}
template <class T, class A, class B>
EMU_PTX T bmsk_wrap(A a, B b) {
  return mask_of(in<std::uint32_t>(a) & 31, in<std::uint32_t>(b) & 31);
}
template <class T, class A, class B>
EMU_PTX T bmsk_clamp(A a, B b) {
  const auto from = in<std::uint32_t>(a), width = in<std::uint32_t>(b);
  if (from >= 32) return 0;
  return mask_of(from, width >= 32 ? 32 : width);
}

/// The low `bits` bits, and above them the sign if the type has one.
template <class T, class A>
EMU_PTX T extended(A a, std::uint32_t bits) {
  const auto x = in<std::uint32_t>(a);
  if (bits >= 32) return static_cast<T>(x);
  const std::uint32_t above = ~0u << bits;
  const bool negative = std::is_signed_v<T> && bits != 0 && (x >> (bits - 1) & 1) != 0;
  return static_cast<T>((x & ~above) | (negative ? above : 0));
}
template <class T, class A, class B>
EMU_PTX T szext_wrap(A a, B b) {
  return extended<T>(a, in<std::uint32_t>(b) & 31);
}
template <class T, class A, class B>
EMU_PTX T szext_clamp(A a, B b) {
  return extended<T>(a, in<std::uint32_t>(b));
}

/// The place of the `offset`th set bit of the mask from bit `base` on, downwards if negative; all
/// ones when there is none.
template <class T, class A, class B, class C>
EMU_PTX T fns(A a, B b, C c) {
  const auto mask = in<std::uint32_t>(a);
  const auto base = static_cast<int>(in<std::uint32_t>(b));
  const auto offset = static_cast<int>(in<std::uint32_t>(c));
  int left = offset < 0 ? -offset : offset == 0 ? 1 : offset;
  const int step = offset < 0 ? -1 : 1;
  for (int at = base; at >= 0 && at < 32; at += step) {
    if ((mask >> at & 1) != 0 && --left == 0) return static_cast<T>(at);
    if (offset == 0) break;
  }
  return static_cast<T>(~0u);
}

/// Bytes of the eight that a and b are, each chosen by its place and the two low bits of c.
template <class A, class B, class C, class Choice>
EMU_PTX std::uint32_t chosen_bytes(A a, B b, C c, Choice choice) {
  const std::uint64_t bytes = in<std::uint32_t>(a) | std::uint64_t{in<std::uint32_t>(b)} << 32;
  const unsigned by = in<std::uint32_t>(c) & 3;
  std::uint32_t result = 0;
  for (unsigned at = 0; at < 4; ++at)
    result |= static_cast<std::uint32_t>(bytes >> (8 * (choice(at, by) & 7)) & 0xff) << (8 * at);
  return result;
}
#define EMU_PTX_PERMUTATION(name, choice)                                          \
  template <class A, class B, class C>                                             \
  EMU_PTX std::uint32_t prmt_##name(A a, B b, C c) {                               \
    return chosen_bytes(a, b, c, [](unsigned at, unsigned by) { return choice; }); \
  }
EMU_PTX_PERMUTATION(f4e, by + at)
EMU_PTX_PERMUTATION(b4e, by - at)
EMU_PTX_PERMUTATION(rc8, by + 0 * at)
EMU_PTX_PERMUTATION(ecl, at > by ? at : by)
EMU_PTX_PERMUTATION(ecr, at < by ? at : by)
EMU_PTX_PERMUTATION(rc16, 2 * (by & 1) + (at & 1))
#undef EMU_PTX_PERMUTATION

// ---- Clusters -----------------------------------------------------------------------------------

/// An address that `mapa` gives.
EMU_PTX std::uint64_t mapped(const void* address) {
  return reinterpret_cast<std::uint64_t>(address);
}

#undef EMU_PTX

}  // namespace emu::ptx
