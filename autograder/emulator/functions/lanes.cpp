// What warp operations compute.
#include "emulator/lanes.h"

namespace emu::lanes {

namespace {

constexpr bool contains(std::uint32_t mask, int lane) { return mask >> lane & 1; }

void take(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32], int lane,
          int source) {
  out[lane] = contains(mask, source)
                  ? in[source].value
                  : value_of_absent(static_cast<unsigned>(lane), static_cast<unsigned>(source));
}

template <class Compute>
void for_each_lane(std::uint32_t mask, Compute compute) {
  for (int lane = 0; lane < 32; ++lane) {
    if (contains(mask, lane)) compute(lane);
  }
}

template <auto source_of>
void shuffle(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]) {
  for_each_lane(mask, [=](int lane) {
    const auto by = static_cast<std::uint32_t>(in[lane].operand);
    const auto ends = static_cast<std::uint32_t>(in[lane].operand >> 32);
    const ShuffleSource source = source_of(static_cast<unsigned>(lane), by, ends);
    take(in, mask, out, lane, static_cast<int>(source.lane));
  });
}

}  // namespace

void shuffle_idx(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]) {
  shuffle<shuffle_idx_source>(in, mask, out);
}

void shuffle_up(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]) {
  shuffle<shuffle_up_source>(in, mask, out);
}

void shuffle_down(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]) {
  shuffle<shuffle_down_source>(in, mask, out);
}

void shuffle_bfly(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]) {
  shuffle<shuffle_bfly_source>(in, mask, out);
}

void gather(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]) {
  for_each_lane(
      mask, [=](int lane) { take(in, mask, out, lane, static_cast<int>(in[lane].operand & 31)); });
}

void ballot(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]) {
  std::uint32_t set = 0;
  for_each_lane(mask, [&](int lane) { set |= std::uint32_t{in[lane].value != 0} << lane; });
  for_each_lane(mask, [=](int lane) { out[lane] = set; });
}

void match_any(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]) {
  for_each_lane(mask, [=](int lane) {
    std::uint32_t same = 0;
    for_each_lane(mask, [&](int other) {
      same |= std::uint32_t{in[other].value == in[lane].value} << other;
    });
    out[lane] = same;
  });
}

void match_all(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]) {
  match_any(in, mask, out);
  for_each_lane(mask, [=](int lane) { out[lane] = out[lane] == mask ? mask : 0; });
}

}  // namespace emu::lanes
