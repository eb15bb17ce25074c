// Arguments of an exercise's entry point as a check writes them: input(v), output<T>(n), inout(v)
// and plain values; each is compared with the declaration in exercise.h when the check is compiled.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstring>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "harness/control.h"

namespace harness {

/// What input() makes.
template <class T>
struct Input {
  std::span<const T> values;
};
/// What output() makes.
template <class T>
struct Output {
  std::size_t count;
};
/// What inout() makes.
template <class T>
struct Inout {
  std::span<const T> values;
};

/// An array that the exercise may only read (a write to it crashes). The range must outlive the
/// call.
template <std::ranges::contiguous_range R>
auto input(const R& values) {
  return Input<std::ranges::range_value_t<R>>{
      {std::ranges::data(values), std::ranges::size(values)}};
}

/// An array of `count` elements that the exercise fills; it holds poison before.
template <class T>
Output<T> output(std::integral auto count) {
  return {static_cast<std::size_t>(count)};
}

/// An array that the exercise reads and changes. The range itself stays as it is.
template <std::ranges::contiguous_range R>
auto inout(const R& values) {
  return Inout<std::ranges::range_value_t<R>>{
      {std::ranges::data(values), std::ranges::size(values)}};
}

/// An argument with its type forgotten.
struct Argument {
  SlotKind kind = SlotKind::kValue;
  const std::byte* data = nullptr;  ///< of input and inout, not owned; null for an output
  std::size_t bytes = 0;
  std::size_t element_bytes = 1;
  const std::type_info* type = nullptr;
  std::vector<std::byte> value;
};

template <class T>
Argument array_argument(SlotKind kind, const T* data, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T>, "arrays hold trivially copyable elements");
  return {kind, reinterpret_cast<const std::byte*>(data), count * sizeof(T), sizeof(T), &typeid(T),
          {}};
}

/// The argument for a parameter of type P, checked against it.
template <class P, class T>
Argument bind_argument(const Input<T>& a) {
  static_assert(std::is_same_v<P, const T*>,
                "input(): exercise.h declares another type (const T*?)");
  return array_argument(SlotKind::kInput, a.values.data(), a.values.size());
}
template <class P, class T>
Argument bind_argument(const Output<T>& a) {
  static_assert(std::is_same_v<P, T*>, "output<T>(): exercise.h declares another type");
  return array_argument<T>(SlotKind::kOutput, nullptr, a.count);
}
template <class P, class T>
Argument bind_argument(const Inout<T>& a) {
  static_assert(std::is_same_v<P, T*>, "inout(): exercise.h declares another type");
  return array_argument(SlotKind::kOutput, a.values.data(), a.values.size());
}
template <class P, class A>
Argument bind_argument(const A& value) {
  static_assert(std::is_convertible_v<A, P>, "value: exercise.h declares another type");
  static_assert(!std::is_pointer_v<P> || std::is_null_pointer_v<A>,
                "pointers are passed as input(), output<T>() or inout()");
  static_assert(std::is_trivially_copyable_v<P> && sizeof(P) <= kMaxValueBytes);
  const P converted = static_cast<P>(value);
  Argument argument;
  argument.value.resize(sizeof(P));
  std::memcpy(argument.value.data(), &converted, sizeof(P));
  return argument;
}

/// The i-th argument of `arguments` as the parameter type P.
template <class P>
P argument_as(const void* argument) {
  P value;
  std::memcpy(&value, argument, sizeof(P));
  return value;
}

/// How to call an R(P...), in the child.
template <class R, class... P>
struct Caller {
  static void call(void* function, const void* const* arguments, void* returned) {
    invoke(reinterpret_cast<R (*)(P...)>(function), arguments, returned,
           std::index_sequence_for<P...>());
  }

 private:
  template <std::size_t... I>
  static void invoke(R (*function)(P...), [[maybe_unused]] const void* const* arguments,
                     [[maybe_unused]] void* returned, std::index_sequence<I...>) {
    if constexpr (std::is_void_v<R>) {
      function(argument_as<P>(arguments[I])...);
    } else {
      const R value = function(argument_as<P>(arguments[I])...);
      std::memcpy(returned, &value, sizeof value);
    }
  }
};

}  // namespace harness
