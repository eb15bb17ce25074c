// cub::WarpReduce and cub::WarpScan, over a warp or equal parts of it. They need no memory.
#pragma once

#include "emulator/cub/basics.h"

namespace cub {

/// The part of its warp that the calling thread is in.
template <int Lanes>
emu::LaneGroup emu_part() {
  static_assert(Lanes > 0 && Lanes <= 32, "a part of a warp has at most 32 lanes");
  const unsigned lane = emu::rank_in_block() % 32;
  return emu::LaneGroup(emu::lanes_from(lane / Lanes * Lanes, Lanes));
}

#define EMU_COLLECTIVE_MEMBER EMU_UNCHECKED __attribute__((noinline))

/// The result is the first lane's; what others get is undefined.
template <class Value, int Lanes = 32, int Architecture = 0>
class WarpReduce {
 public:
  struct TempStorage {};
  explicit WarpReduce(TempStorage&) {}

  template <class Operation>
  EMU_COLLECTIVE_MEMBER Value Reduce(Value input, Operation operation) {
    return combine(input, operation, Lanes, EMU_SITE);
  }
  template <class Operation>
  EMU_COLLECTIVE_MEMBER Value Reduce(Value input, Operation operation, int valid) {
    return combine(input, operation, valid, EMU_SITE);
  }
  EMU_COLLECTIVE_MEMBER Value Sum(Value input) {
    return combine(input, cub::Sum(), Lanes, EMU_SITE);
  }
  EMU_COLLECTIVE_MEMBER Value Sum(Value input, int valid) {
    return combine(input, cub::Sum(), valid, EMU_SITE);
  }

 private:
  template <class Operation>
  Value combine(Value value, Operation operation, int valid, const void* site) {
    const emu::LaneGroup lanes = emu_part<Lanes>();
    const unsigned me = lanes.rank();
    for (unsigned distance = 1; distance < Lanes; distance *= 2) {
      const Value other = lanes.exchange("cub::WarpReduce", value, me + distance, site);
      if (me + distance < static_cast<unsigned>(valid) && me + distance < lanes.size())
        value = static_cast<Value>(operation(value, other));
    }
    return value;
  }
};

template <class Value, int Lanes = 32, int Architecture = 0>
class WarpScan {
 public:
  struct TempStorage {};
  explicit WarpScan(TempStorage&) {}

  template <class Operation>
  EMU_COLLECTIVE_MEMBER void InclusiveScan(Value input, Value& output, Operation operation) {
    output = scan(input, operation, EMU_SITE);
  }
  template <class Operation>
  EMU_COLLECTIVE_MEMBER void InclusiveScan(Value input, Value& output, Operation operation,
                                           Value& all) {
    output = scan(input, operation, EMU_SITE);
    all = last(output, EMU_SITE);
  }
  /// Without a start: what the first lane gets is undefined.
  template <class Operation>
  EMU_COLLECTIVE_MEMBER void ExclusiveScan(Value input, Value& output, Operation operation) {
    output = before(scan(input, operation, EMU_SITE), EMU_SITE);
  }
  template <class Operation>
  EMU_COLLECTIVE_MEMBER void ExclusiveScan(Value input, Value& output, Value start,
                                           Operation operation) {
    output = from(start, before(scan(input, operation, EMU_SITE), EMU_SITE), operation);
  }
  template <class Operation>
  EMU_COLLECTIVE_MEMBER void ExclusiveScan(Value input, Value& output, Value start,
                                           Operation operation, Value& all) {
    const Value sum = scan(input, operation, EMU_SITE);
    output = from(start, before(sum, EMU_SITE), operation);
    all = last(sum, EMU_SITE);
  }
  EMU_COLLECTIVE_MEMBER void InclusiveSum(Value input, Value& output) {
    output = scan(input, cub::Sum(), EMU_SITE);
  }
  EMU_COLLECTIVE_MEMBER void InclusiveSum(Value input, Value& output, Value& all) {
    output = scan(input, cub::Sum(), EMU_SITE);
    all = last(output, EMU_SITE);
  }
  EMU_COLLECTIVE_MEMBER void ExclusiveSum(Value input, Value& output) {
    output = from(Value{}, before(scan(input, cub::Sum(), EMU_SITE), EMU_SITE), cub::Sum());
  }
  EMU_COLLECTIVE_MEMBER void ExclusiveSum(Value input, Value& output, Value& all) {
    const Value sum = scan(input, cub::Sum(), EMU_SITE);
    output = from(Value{}, before(sum, EMU_SITE), cub::Sum());
    all = last(sum, EMU_SITE);
  }
  EMU_COLLECTIVE_MEMBER Value Broadcast(Value input, unsigned lane) {
    return emu_part<Lanes>().exchange("cub::WarpScan", input, lane, EMU_SITE);
  }

 private:
  template <class Operation>
  Value scan(Value value, Operation operation, const void* site) {
    const emu::LaneGroup lanes = emu_part<Lanes>();
    const unsigned me = lanes.rank();
    for (unsigned distance = 1; distance < Lanes; distance *= 2) {
      const Value below = lanes.exchange("cub::WarpScan", value, me - distance, site);
      if (me >= distance) value = static_cast<Value>(operation(below, value));
    }
    return value;
  }
  static Value before(Value sum, const void* site) {
    const emu::LaneGroup lanes = emu_part<Lanes>();
    return lanes.exchange("cub::WarpScan", sum, lanes.rank() - 1, site);
  }
  static Value last(Value sum, const void* site) {
    const emu::LaneGroup lanes = emu_part<Lanes>();
    return lanes.exchange("cub::WarpScan", sum, lanes.size() - 1, site);
  }
  template <class Operation>
  static Value from(Value start, Value sum, Operation operation) {
    return emu_part<Lanes>().rank() == 0 ? start : static_cast<Value>(operation(start, sum));
  }
};

}  // namespace cub
