// plus, less, greater and the bit operations that cooperative groups' reduce and scan take.
#pragma once

#include <type_traits>

namespace cooperative_groups {

template <class T>
struct plus {
  T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  T operator()(T a, T b) const { return a ^ b; }
};

}  // namespace cooperative_groups

namespace emu {

namespace types {
template <class Operation>
struct IsGroupOperator : std::false_type {};
}  // namespace types
using types::IsGroupOperator;
namespace types {
template <class T>
struct IsGroupOperator<cooperative_groups::plus<T>> : std::true_type {};
}  // namespace types
namespace types {
template <class T>
struct IsGroupOperator<cooperative_groups::less<T>> : std::true_type {};
}  // namespace types
namespace types {
template <class T>
struct IsGroupOperator<cooperative_groups::greater<T>> : std::true_type {};
}  // namespace types
namespace types {
template <class T>
struct IsGroupOperator<cooperative_groups::bit_and<T>> : std::true_type {};
}  // namespace types
namespace types {
template <class T>
struct IsGroupOperator<cooperative_groups::bit_or<T>> : std::true_type {};
}  // namespace types
namespace types {
template <class T>
struct IsGroupOperator<cooperative_groups::bit_xor<T>> : std::true_type {};
}  // namespace types

/// Whether one warp operation can compute it for all lanes: the values fit into it, and the
/// operation is none of the user's, whose code must run in its own thread.
template <class T, class Operation>
constexpr bool kAtOnce =
    std::is_arithmetic_v<T> &&
    sizeof(T) <= 8 && IsGroupOperator<std::remove_cv_t<std::remove_reference_t<Operation>>>::value;

}  // namespace emu
