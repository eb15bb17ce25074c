// inclusive_scan and exclusive_scan over the members of a group, in the order of their ranks.
#pragma once

#include "cooperative_groups.h"
#include "emulator/group_operators.h"

namespace emu {

/// op over the values of the members up to and with the caller: in log2(size) steps, each adding what
/// the member 1, 2, 4 … ranks below has so far.
template <class T, class Operation>
EMU_UNCHECKED T inclusive_scan(const char* name, const LaneGroup& lanes, T value,
                               Operation& operation, const void* site) {
  const unsigned rank = lanes.rank();
  for (unsigned distance = 1; distance < lanes.size(); distance *= 2) {
    const T below = lanes.exchange(name, value, rank - distance, site);
    if (rank >= distance) value = operation(below, value);
  }
  return value;
}

}  // namespace emu

namespace cooperative_groups {

template <class Group, class T, class Operation>
EMU_COLLECTIVE T inclusive_scan(const Group& group, T value, Operation&& operation) {
  return emu::inclusive_scan("cooperative_groups::inclusive_scan", group.emulated_lanes(), value,
                             operation, EMU_SITE);
}

template <class Group, class T>
EMU_COLLECTIVE T inclusive_scan(const Group& group, T value) {
  plus<T> sum;
  return emu::inclusive_scan("cooperative_groups::inclusive_scan", group.emulated_lanes(), value,
                             sum, EMU_SITE);
}

/// Without the caller's own value; the first member gets T{}.
template <class Group, class T, class Operation>
EMU_COLLECTIVE T exclusive_scan(const Group& group, T value, Operation&& operation) {
  const emu::LaneGroup lanes = group.emulated_lanes();
  const char* const name = "cooperative_groups::exclusive_scan";
  const T with_own = emu::inclusive_scan(name, lanes, value, operation, EMU_SITE);
  const T below = lanes.exchange(name, with_own, lanes.rank() - 1, EMU_SITE);
  return lanes.rank() == 0 ? T{} : below;
}

template <class Group, class T>
EMU_COLLECTIVE T exclusive_scan(const Group& group, T value) {
  const emu::LaneGroup lanes = group.emulated_lanes();
  const char* const name = "cooperative_groups::exclusive_scan";
  plus<T> sum;
  const T with_own = emu::inclusive_scan(name, lanes, value, sum, EMU_SITE);
  const T below = lanes.exchange(name, with_own, lanes.rank() - 1, EMU_SITE);
  return lanes.rank() == 0 ? T{} : below;
}

}  // namespace cooperative_groups
