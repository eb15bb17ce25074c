// Thrust's set operations on sorted sequences. One thread walks through both.
#pragma once

#include "emulator/thrust/folds.h"

namespace emu {

namespace types {
/// Which elements a set operation keeps: those of the first sequence alone, of both (taken from the
/// first), of the second alone.
struct Kept {
  bool first, both, second;
};
}  // namespace types
using types::Kept;

template <class First, class Second, class Output, class Less>
EMU_INLINED std::size_t walk_sets(First a, std::size_t a_size, Second b, std::size_t b_size,
                                  Output& out, Less& less, Kept kept) {
  std::size_t i = 0, j = 0, to = 0;
  while (i < a_size || j < b_size) {
    const bool before = j >= b_size || (i < a_size && less(a[i], b[j]));
    const bool after = !before && (i >= a_size || less(b[j], a[i]));
    if (before ? kept.first : after ? false : kept.both) out[to++] = a[i];
    if (after && kept.second) out[to++] = b[j];
    i += after ? 0 : 1;
    j += before ? 0 : 1;
  }
  return to;
}

template <class Policy, class First, class Second, class Output, class Less>
EMU_PASSING_ON std::size_t walked(const Policy& policy, const char* name, First a,
                                  std::size_t a_size, Second b, std::size_t b_size, Output out,
                                  Less less, Kept kept) {
  if constexpr (kInGrids<Policy>) {
    if (!on_device())
      return run_grids_for<std::size_t>(
          policy, name, here(), [=](Grids& grids, std::size_t* result) {
            grids.each(1, [=](std::size_t) EMU_MUTABLE {
              *result = walk_sets(a, a_size, b, b_size, out, less, kept);
            });
          });
  }
  return walk_sets(a, a_size, b, b_size, out, less, kept);
}

}  // namespace emu

namespace thrust {

#define EMU_SET_OPERATION(name, ...)                                                             \
  template <class Policy, class First, class Second, class Output, class Less = thrust::less<>,  \
            emu::IfPolicy<Policy> = 0>                                                           \
  EMU_PASSING_ON Output name(const Policy& policy, First first, First last, Second second,       \
                             Second second_last, Output result, Less less = {}) {                \
    return result + static_cast<std::ptrdiff_t>(emu::walked(                                     \
                        policy, "thrust::" #name, emu::unwrap(first), emu::size_of(first, last), \
                        emu::unwrap(second), emu::size_of(second, second_last),                  \
                        emu::unwrap(result), less, emu::Kept{__VA_ARGS__}));                     \
  }                                                                                              \
  EMU_WITHOUT_POLICY(name)
EMU_SET_OPERATION(set_union, true, true, true)
EMU_SET_OPERATION(set_intersection, false, true, false)
EMU_SET_OPERATION(set_difference, true, false, false)
EMU_SET_OPERATION(set_symmetric_difference, true, false, true)
#undef EMU_SET_OPERATION

}  // namespace thrust
