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
#include <vector>

#include "harness/running/control.h"

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
  std::size_t written_by = sizeof(T);

  /// Of structs that the host puts together: who wrote each word of four bytes is known, and
  /// WroteResult asks of words instead of elements.
  Output by_words() const { return {count, 4}; }
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
  std::size_t written_by = 1;  ///< bytes of which is known who wrote them
  const std::type_info* type = nullptr;
  std::vector<std::byte> value;
  ValueType value_type = kValueType<void*>;
};

template <class T>
Argument array_argument(SlotKind kind, const T* data, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T>, "arrays hold trivially copyable elements");
  Argument argument;
  argument.kind = kind;
  argument.data = reinterpret_cast<const std::byte*>(data);
  argument.bytes = count * sizeof(T);
  argument.element_bytes = argument.written_by = sizeof(T);
  argument.type = &typeid(T);
  return argument;
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
  Argument argument = array_argument<T>(SlotKind::kOutput, nullptr, a.count);
  argument.written_by = a.written_by;
  return argument;
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
  argument.value_type = kValueType<P>;
  argument.value.resize(sizeof(P));
  std::memcpy(argument.value.data(), &converted, sizeof(P));
  return argument;
}

}  // namespace harness
