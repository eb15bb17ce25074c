// Reductions and scans over the threads of a warp that form a group, in the orders that CUDA's
// take: sums of floats come out the same.
#pragma once

#include "emulator/group_operators.h"
#include "emulator/lane_group.h"

namespace emu {

// ---- For all lanes at once
// -----------------------------------------------------------------------

namespace types {
/// The members' values in the order of their ranks.
template <class emu_T>
struct RankedValues {
  unsigned size = 0;
  unsigned lanes[32];
  emu_T values[32];

  EMU_UNCHECKED RankedValues(const LaneOperand in[32], std::uint32_t mask) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((mask >> lane & 1) == 0) continue;
      lanes[size] = lane;
      __builtin_memcpy(&values[size++], &in[lane].value, sizeof(emu_T));
    }
  }

  EMU_UNCHECKED void store(std::uint64_t out[32]) const {
    for (unsigned rank = 0; rank < size; ++rank) {
      out[lanes[rank]] = 0;
      __builtin_memcpy(&out[lanes[rank]], &values[rank], sizeof(emu_T));
    }
  }
};
}  // namespace types
using types::RankedValues;

/// A `WarpFunction`: the butterfly over a number of lanes that is a power of two.
template <class emu_T, class Operation>
EMU_UNCHECKED void butterfly_at_once(const LaneOperand in[32], std::uint32_t mask,
                                     std::uint64_t out[32]) {
  RankedValues<emu_T> now(in, mask);
  for (unsigned bit = now.size / 2; bit > 0; bit /= 2) {
    const RankedValues<emu_T> before = now;
    for (unsigned rank = 0; rank < now.size; ++rank) {
      now.values[rank] = Operation()(before.values[rank], before.values[rank ^ bit]);
    }
  }
  now.store(out);
}

/// A `WarpFunction`: the inclusive scan.
template <class emu_T, class Operation>
EMU_UNCHECKED void scan_at_once(const LaneOperand in[32], std::uint32_t mask,
                                std::uint64_t out[32]) {
  RankedValues<emu_T> now(in, mask);
  for (unsigned distance = 1; distance < now.size; distance *= 2) {
    for (unsigned rank = now.size - 1; rank >= distance; --rank) {
      now.values[rank] = Operation()(now.values[rank - distance], now.values[rank]);
    }
  }
  now.store(out);
}

template <class emu_T>
EMU_UNCHECKED emu_T compute_at_once(const char* name, const LaneGroup& lanes, const emu_T& value,
                                    WarpFunction compute, const void* site) {
  LaneOperand mine;
  __builtin_memcpy(&mine.value, &value, sizeof(emu_T));
  const std::uint64_t bits = warp_operation(name, lanes.mask(), mine, compute, site);
  emu_T result;
  __builtin_memcpy(&result, &bits, sizeof(emu_T));
  return result;
}

// ---- Step by step, the operation run by each thread itself
// ---------------------------------------

template <class emu_T, class Operation>
EMU_UNCHECKED emu_T butterfly(const char* name, const LaneGroup& lanes, emu_T value,
                              Operation& operation, const void* site) {
  if constexpr (kAtOnce<emu_T, Operation>) {
    using Plain = std::remove_const_t<Operation>;
    return compute_at_once(name, lanes, value, &butterfly_at_once<emu_T, Plain>, site);
  } else {
    const unsigned rank = lanes.rank();
    for (unsigned bit = lanes.size() / 2; bit > 0; bit /= 2) {
      value = operation(value, lanes.exchange(name, value, rank ^ bit, site));
    }
    return value;
  }
}

template <class emu_T, class Operation>
EMU_UNCHECKED emu_T inclusive_scan(const char* name, const LaneGroup& lanes, emu_T value,
                                   Operation& operation, const void* site) {
  if constexpr (kAtOnce<emu_T, Operation>) {
    using Plain = std::remove_const_t<Operation>;
    return compute_at_once(name, lanes, value, &scan_at_once<emu_T, Plain>, site);
  } else {
    const unsigned rank = lanes.rank();
    for (unsigned distance = 1; distance < lanes.size(); distance *= 2) {
      const emu_T below = lanes.exchange(name, value, rank - distance, site);
      if (rank >= distance) value = operation(below, value);
    }
    return value;
  }
}

template <class emu_T, class Operation>
EMU_UNCHECKED emu_T exclusive_scan(const char* name, const LaneGroup& lanes, emu_T value,
                                   Operation& operation, const void* site) {
  const emu_T with_own = inclusive_scan(name, lanes, value, operation, site);
  const emu_T below = lanes.exchange(name, with_own, lanes.rank() - 1, site);
  return lanes.rank() == 0 ? emu_T{} : below;
}

/// What the last member's scan says.
template <class emu_T, class Operation>
EMU_UNCHECKED emu_T reduce_by_scan(const char* name, const LaneGroup& lanes, emu_T value,
                                   Operation& operation, const void* site) {
  const emu_T all = inclusive_scan(name, lanes, value, operation, site);
  return lanes.exchange(name, all, lanes.size() - 1, site);
}

}  // namespace emu
