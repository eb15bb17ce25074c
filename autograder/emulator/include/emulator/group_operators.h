// plus, less, greater and the bit operations that cooperative groups' reduce and scan take.
#pragma once

#include <type_traits>

namespace cooperative_groups {

template <class emu_T>
struct plus {
  emu_T operator()(emu_T a, emu_T b) const { return a + b; }
};
template <class emu_T>
struct less {
  emu_T operator()(emu_T a, emu_T b) const { return b < a ? b : a; }
};
template <class emu_T>
struct greater {
  emu_T operator()(emu_T a, emu_T b) const { return a < b ? b : a; }
};
template <class emu_T>
struct bit_and {
  emu_T operator()(emu_T a, emu_T b) const { return a & b; }
};
template <class emu_T>
struct bit_or {
  emu_T operator()(emu_T a, emu_T b) const { return a | b; }
};
template <class emu_T>
struct bit_xor {
  emu_T operator()(emu_T a, emu_T b) const { return a ^ b; }
};

}  // namespace cooperative_groups

namespace emu {

namespace types {
template <class Operation>
struct IsGroupOperator : std::false_type {};
}  // namespace types
using types::IsGroupOperator;
namespace types {
template <class emu_T>
struct IsGroupOperator<cooperative_groups::plus<emu_T>> : std::true_type {};
}  // namespace types
namespace types {
template <class emu_T>
struct IsGroupOperator<cooperative_groups::less<emu_T>> : std::true_type {};
}  // namespace types
namespace types {
template <class emu_T>
struct IsGroupOperator<cooperative_groups::greater<emu_T>> : std::true_type {};
}  // namespace types
namespace types {
template <class emu_T>
struct IsGroupOperator<cooperative_groups::bit_and<emu_T>> : std::true_type {};
}  // namespace types
namespace types {
template <class emu_T>
struct IsGroupOperator<cooperative_groups::bit_or<emu_T>> : std::true_type {};
}  // namespace types
namespace types {
template <class emu_T>
struct IsGroupOperator<cooperative_groups::bit_xor<emu_T>> : std::true_type {};
}  // namespace types

/// Whether one warp operation can compute it for all lanes: the values fit into it, and the
/// operation is none of the user's, whose code must run in its own thread.
template <class emu_T, class Operation>
constexpr bool kAtOnce =
    std::is_arithmetic_v<emu_T> && sizeof(emu_T) <= 8 &&
    IsGroupOperator<std::remove_cv_t<std::remove_reference_t<Operation>>>::value;

}  // namespace emu
