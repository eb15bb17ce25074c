// reduce(group, value, op): every member gets op over all members' values.
#pragma once

#include "cooperative_groups.h"
#include "emulator/collectives.h"

namespace cooperative_groups {

template <unsigned Size, class Parent, class emu_T, class Operation>
EMU_COLLECTIVE emu_T reduce(const thread_block_tile<Size, Parent>& group, emu_T value,
                            Operation&& operation) {
  const char* const name = "cooperative_groups::reduce";
  if constexpr (Size > 32) {
    return group.emulated_reduce(name, value, operation, EMU_SITE);
  } else {
    const emu::LaneGroup lanes = group.emulated_lanes();
    // The block's last tile may lack threads.
    if (lanes.size() < Size) return emu::reduce_by_scan(name, lanes, value, operation, EMU_SITE);
    return emu::butterfly(name, lanes, value, operation, EMU_SITE);
  }
}

template <class emu_T, class Operation>
EMU_COLLECTIVE emu_T reduce(const coalesced_group& group, emu_T value, Operation&& operation) {
  const char* const name = "cooperative_groups::reduce";
  const emu::LaneGroup lanes = group.emulated_lanes();
  if (lanes.size() < 32) return emu::reduce_by_scan(name, lanes, value, operation, EMU_SITE);
  return emu::butterfly(name, lanes, value, operation, EMU_SITE);
}

}  // namespace cooperative_groups
