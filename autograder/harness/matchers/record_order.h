// Comparing elements of arrays: by their own operators, or by their bytes where those decide.
// Structs of exercise.h are C and have no operators.
#pragma once

#include <cstring>
#include <type_traits>

namespace harness {

/// An order for records: their own, or that of their bytes where those decide.
struct RecordOrder {
  template <class T>
  bool operator()(const T& a, const T& b) const {
    if constexpr (requires { a < b; }) {
      return a < b;
    } else {
      static_assert(std::has_unique_object_representations_v<T>,
                    "records with padding or floating point need operator<");
      return std::memcmp(&a, &b, sizeof(T)) < 0;
    }
  }
};

template <class T>
bool is_equal(const T& a, const T& b) {
  if constexpr (requires { a == b; }) {
    return a == b;
  } else {
    return !RecordOrder()(a, b) && !RecordOrder()(b, a);
  }
}

}  // namespace harness
