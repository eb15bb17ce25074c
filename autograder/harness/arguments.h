// Arguments of EXERCISE(): arrays that the exercise reads, writes, or changes.
//
//     const std::vector<int> values = {3, 1, 2};
//     const Outcome run = EXERCISE(center, output<int>(3), input(values), 3, blocks);
//
// Numbers, enums and plain structs of at most 16 members and 64 bytes are passed as they are.
// Elements of arrays must be trivially copyable. The compiler compares each argument with its
// declaration in exercise.h.
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

/// An array that the exercise may only read. Take it from input().
template <class T>
struct Input {
  std::span<const T> values;  ///< the check's own elements; not copied before the call
};
/// An array that the exercise fills. Take it from output().
template <class T>
struct Output {
  std::size_t count;                   ///< number of elements
  std::size_t written_by = sizeof(T);  ///< bytes per part whose writer the emulator keeps apart

  /// Makes WroteResult ask who wrote each word of 4 bytes, instead of each element.
  ///
  /// For arrays of structs whose fields the host may put together from several grids.
  ///
  ///     EXERCISE(fill_table, output<Facts>(count).by_words(), input(kinds), count, first);
  ///
  /// @return a copy of this argument with that setting
  Output by_words() const { return {count, 4}; }
};
/// An array that the exercise reads and changes. Take it from inout().
template <class T>
struct Inout {
  std::span<const T> values;  ///< the check's own elements, which do not change
};

/// Passes a read-only copy of an array, for a parameter of type `const T*`.
///
/// A write to it crashes the exercise, and so does a read after its last element.
/// @param values  a vector, array or span; it must exist until the call has returned
/// @return the argument
template <std::ranges::contiguous_range R>
auto input(const R& values) {
  return Input<std::ranges::range_value_t<R>>{
      {std::ranges::data(values), std::ranges::size(values)}};
}

/// Passes an array that the exercise fills, for a parameter of type `T*`.
///
/// Before the call, it holds a poison value, so matchers know elements that were never written. A
/// write to element `count` crashes the exercise. Outcome::result() returns the array.
/// @tparam T  type of the elements, as exercise.h declares it
/// @param count  number of elements, 0 or more
/// @return the argument
template <class T>
Output<T> output(std::integral auto count) {
  return {static_cast<std::size_t>(count)};
}

/// Passes a copy of an array that the exercise may change, for a parameter of type `T*`.
///
/// Outcome::result() returns the changed copy. The check's own array does not change.
/// @param values  a vector, array or span; it must exist until the call has returned
/// @return the argument
template <std::ranges::contiguous_range R>
auto inout(const R& values) {
  return Inout<std::ranges::range_value_t<R>>{
      {std::ranges::data(values), std::ranges::size(values)}};
}

// What EXERCISE makes of its arguments; no check calls it.
/// @cond

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

/// @endcond

}  // namespace harness
