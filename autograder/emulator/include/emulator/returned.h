// What a function returned, on its way into memory: see translator/returned_structs.cpp.
#pragma once

#include <type_traits>
#include <utility>

namespace emu {

/// A struct returned by value, whose write compilers keep to themselves.
template <class T>
constexpr bool kReturnedStruct =
    std::is_class_v<T>&& std::is_trivially_copyable_v<T>&& std::is_move_constructible_v<T>;

/// Such a struct is copied, so that its assignment is a write that the checker sees; everything
/// else is passed on.
template <class T>
__attribute__((always_inline)) constexpr auto returned(T&& value)
    -> std::conditional_t<kReturnedStruct<T>, std::remove_cv_t<T>, T&&> {
  return static_cast<T&&>(value);
}

}  // namespace emu
