// reduce(group, value, op): every member gets op over all members' values.
#pragma once

#include "cooperative_groups.h"
#include "emulator/collectives.h"

namespace cooperative_groups {

template <unsigned Size, class Parent, class T, class Operation>
EMU_COLLECTIVE T reduce(const thread_block_tile<Size, Parent>& group, T value,
                        Operation&& operation) {
  const char* const name = "cooperative_groups::reduce";
  const emu::LaneGroup lanes = group.emulated_lanes();
  // The block's last tile may lack threads.
  if (lanes.size() < Size) return emu::reduce_by_scan(name, lanes, value, operation, EMU_SITE);
  return emu::butterfly(name, lanes, value, operation, EMU_SITE);
}

template <class T, class Operation>
EMU_COLLECTIVE T reduce(const coalesced_group& group, T value, Operation&& operation) {
  const char* const name = "cooperative_groups::reduce";
  const emu::LaneGroup lanes = group.emulated_lanes();
  if (lanes.size() < 32) return emu::reduce_by_scan(name, lanes, value, operation, EMU_SITE);
  return emu::butterfly(name, lanes, value, operation, EMU_SITE);
}

}  // namespace cooperative_groups
