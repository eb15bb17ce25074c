// Thrust's function objects: those of the C++ library, and a few more.
#pragma once

#include <functional>
#include <utility>

#include "emulator/grids/grids.h"

namespace thrust {

using std::bit_and;
using std::bit_or;
using std::bit_xor;
using std::divides;
using std::equal_to;
using std::greater;
using std::greater_equal;
using std::less;
using std::less_equal;
using std::logical_and;
using std::logical_not;
using std::logical_or;
using std::minus;
using std::modulus;
using std::multiplies;
using std::negate;
using std::not_equal_to;
using std::not_fn;
using std::plus;

/// Bases of function objects, which CCCL 3 has removed and older programs name.
template <class Argument, class Result>
struct unary_function {
  using argument_type = Argument;
  using result_type = Result;
};
template <class First, class Second, class Result>
struct binary_function {
  using first_argument_type = First;
  using second_argument_type = Second;
  using result_type = Result;
};

template <class Value = void>
struct maximum {
  constexpr Value operator()(const Value& a, const Value& b) const { return a < b ? b : a; }
};
template <class Value = void>
struct minimum {
  constexpr Value operator()(const Value& a, const Value& b) const { return b < a ? b : a; }
};
template <>
struct maximum<void> {
  template <class First, class Second>
  constexpr std::common_type_t<First, Second> operator()(const First& a, const Second& b) const {
    return a < b ? b : a;
  }
};
template <>
struct minimum<void> {
  template <class First, class Second>
  constexpr std::common_type_t<First, Second> operator()(const First& a, const Second& b) const {
    return b < a ? b : a;
  }
};
template <class Value = void>
struct square {
  constexpr Value operator()(const Value& a) const { return a * a; }
};
template <>
struct square<void> {
  template <class Value>
  constexpr auto operator()(const Value& a) const {
    return a * a;
  }
};
template <class Value = void>
struct identity {
  constexpr const Value& operator()(const Value& a) const { return a; }
};
template <>
struct identity<void> {
  template <class Value>
  constexpr Value&& operator()(Value&& a) const {
    return std::forward<Value>(a);
  }
};
template <class First = void, class Second = void>
struct project1st {
  constexpr const First& operator()(const First& a, const Second&) const { return a; }
};
template <class First = void, class Second = void>
struct project2nd {
  constexpr const Second& operator()(const First&, const Second& b) const { return b; }
};

/// An argument that a function expression stands for.
namespace placeholders {
template <int Number>
struct emu_argument {
  template <class First>
  EMU_INLINED constexpr decltype(auto) operator()(First&& a) const {
    static_assert(Number == 1, "thrust: _2 in a function of one argument");
    return std::forward<First>(a);
  }
  template <class First, class Second>
  EMU_INLINED constexpr decltype(auto) operator()(First&& a, Second&& b) const {
    if constexpr (Number == 1)
      return std::forward<First>(a);
    else
      return std::forward<Second>(b);
  }
};
inline constexpr emu_argument<1> _1{};
inline constexpr emu_argument<2> _2{};
}  // namespace placeholders

}  // namespace thrust

namespace emu {

namespace types {

struct IsTrue {
  template <class Value>
  EMU_INLINED bool operator()(const Value& value) const {
    return static_cast<bool>(value);
  }
};

template <class Value>
struct IsEqualTo {
  Value wanted;
  template <class Other>
  EMU_INLINED bool operator()(const Other& other) const {
    return other == wanted;
  }
};

template <class Predicate>
struct Negated {
  Predicate predicate;
  template <class... Values>
  EMU_INLINED bool operator()(Values&&... values) {
    return !predicate(std::forward<Values>(values)...);
  }
};

/// A function of expressions with placeholders.
template <class Function>
struct Lambda {
  Function function;
  template <class... Arguments>
  EMU_INLINED constexpr auto operator()(Arguments&&... arguments) const {
    return function(std::forward<Arguments>(arguments)...);
  }
};

template <class Type>
inline constexpr bool kIsLambda = false;
template <class Function>
inline constexpr bool kIsLambda<Lambda<Function>> = true;
template <int Number>
inline constexpr bool kIsLambda<thrust::placeholders::emu_argument<Number>> = true;

/// What an operand of an expression is for these arguments.
template <class Operand, class... Arguments>
EMU_INLINED constexpr decltype(auto) operand(const Operand& given, Arguments&&... arguments) {
  if constexpr (kIsLambda<Operand>)
    return given(std::forward<Arguments>(arguments)...);
  else
    return (given);
}

template <class Function>
constexpr Lambda<Function> lambda(Function function) {
  return {function};
}

#define EMU_EXPRESSION(sign)                                                \
  template <class Left, class Right,                                        \
            std::enable_if_t<kIsLambda<Left> || kIsLambda<Right>, int> = 0> \
  constexpr auto operator sign(const Left& left, const Right& right) {      \
    return lambda([=](auto&&... arguments) EMU_INLINED {                    \
      return operand(left, arguments...) sign operand(right, arguments...); \
    });                                                                     \
  }
EMU_EXPRESSION(+)
EMU_EXPRESSION(-)
EMU_EXPRESSION(*)
EMU_EXPRESSION(/)
EMU_EXPRESSION(%)
EMU_EXPRESSION(&)
EMU_EXPRESSION(|)
EMU_EXPRESSION(^)
EMU_EXPRESSION(==)
EMU_EXPRESSION(!=)
EMU_EXPRESSION(<)
EMU_EXPRESSION(>)
EMU_EXPRESSION(<=)
EMU_EXPRESSION(>=)
EMU_EXPRESSION(&&)
EMU_EXPRESSION(||)
#undef EMU_EXPRESSION
template <class Operand, std::enable_if_t<kIsLambda<Operand>, int> = 0>
constexpr auto operator-(const Operand& value) {
  return lambda([=](auto&&... arguments) EMU_INLINED { return -operand(value, arguments...); });
}
template <class Operand, std::enable_if_t<kIsLambda<Operand>, int> = 0>
constexpr auto operator!(const Operand& value) {
  return lambda([=](auto&&... arguments) EMU_INLINED { return !operand(value, arguments...); });
}

}  // namespace types
using types::IsEqualTo;
using types::IsTrue;
using types::Negated;

}  // namespace emu

namespace thrust::placeholders {
// Found by the type of a placeholder, as those of Lambda are by its own.
using emu::types::operator+;
using emu::types::operator-;
using emu::types::operator*;
using emu::types::operator/;
using emu::types::operator%;
using emu::types::operator&;
using emu::types::operator|;
using emu::types::operator^;
using emu::types::operator==;
using emu::types::operator!=;
using emu::types::operator<;
using emu::types::operator>;
using emu::types::operator<=;
using emu::types::operator>=;
using emu::types::operator&&;
using emu::types::operator||;
using emu::types::operator!;
}  // namespace thrust::placeholders
