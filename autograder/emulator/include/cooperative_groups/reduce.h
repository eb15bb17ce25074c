// reduce(group, value, op): every member gets op over all members' values. Tiles combine in the order
// of a butterfly, coalesced groups rank after rank, as CUDA's do: sums of floats come out the same.
#pragma once

#include "cooperative_groups.h"
#include "cooperative_groups/scan.h"
#include "emulator/group_operators.h"

namespace cooperative_groups {

template <unsigned Size, class Parent, class T, class Operation>
EMU_COLLECTIVE T reduce(const thread_block_tile<Size, Parent>& group, T value,
                        Operation&& operation) {
  const emu::LaneGroup lanes = group.emulated_lanes();
  if (lanes.size() < Size) {
    // The block's last tile may lack threads.
    const T all =
        emu::inclusive_scan("cooperative_groups::reduce", lanes, value, operation, EMU_SITE);
    return lanes.exchange("cooperative_groups::reduce", all, lanes.size() - 1, EMU_SITE);
  }
  for (unsigned mask = Size / 2; mask > 0; mask /= 2) {
    const T other =
        lanes.exchange("cooperative_groups::reduce", value, lanes.rank() ^ mask, EMU_SITE);
    value = operation(value, other);
  }
  return value;
}

template <class T, class Operation>
EMU_COLLECTIVE T reduce(const coalesced_group& group, T value, Operation&& operation) {
  const emu::LaneGroup lanes = group.emulated_lanes();
  const T all =
      emu::inclusive_scan("cooperative_groups::reduce", lanes, value, operation, EMU_SITE);
  return lanes.exchange("cooperative_groups::reduce", all, lanes.size() - 1, EMU_SITE);
}

}  // namespace cooperative_groups
