// inclusive_scan and exclusive_scan over the members of a group, in the order of their ranks.
#pragma once

#include "cooperative_groups.h"
#include "emulator/collectives.h"

namespace cooperative_groups {

template <class Group, class emu_T, class Operation>
EMU_COLLECTIVE emu_T inclusive_scan(const Group& group, emu_T value, Operation&& operation) {
  const char* const name = "cooperative_groups::inclusive_scan";
  if constexpr (emu::kIsLarge<Group>)
    return group.emulated_inclusive_scan(name, value, operation, EMU_SITE);
  else
    return emu::inclusive_scan(name, group.emulated_lanes(), value, operation, EMU_SITE);
}

template <class Group, class emu_T>
EMU_COLLECTIVE emu_T inclusive_scan(const Group& group, emu_T value) {
  const char* const name = "cooperative_groups::inclusive_scan";
  plus<emu_T> sum;
  if constexpr (emu::kIsLarge<Group>)
    return group.emulated_inclusive_scan(name, value, sum, EMU_SITE);
  else
    return emu::inclusive_scan(name, group.emulated_lanes(), value, sum, EMU_SITE);
}

/// Without the caller's own value; the first member gets T{}.
template <class Group, class emu_T, class Operation>
EMU_COLLECTIVE emu_T exclusive_scan(const Group& group, emu_T value, Operation&& operation) {
  const char* const name = "cooperative_groups::exclusive_scan";
  if constexpr (emu::kIsLarge<Group>)
    return group.emulated_exclusive_scan(name, value, operation, EMU_SITE);
  else
    return emu::exclusive_scan(name, group.emulated_lanes(), value, operation, EMU_SITE);
}

template <class Group, class emu_T>
EMU_COLLECTIVE emu_T exclusive_scan(const Group& group, emu_T value) {
  const char* const name = "cooperative_groups::exclusive_scan";
  plus<emu_T> sum;
  if constexpr (emu::kIsLarge<Group>)
    return group.emulated_exclusive_scan(name, value, sum, EMU_SITE);
  else
    return emu::exclusive_scan(name, group.emulated_lanes(), value, sum, EMU_SITE);
}

}  // namespace cooperative_groups
