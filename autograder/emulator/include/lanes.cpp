// What warp operations compute. The rules for shuffles are PTX's for `shfl.sync`: a segment is
// `width` lanes, and a lane whose source is not in reach keeps its own value.
#include "emulator/lanes.h"

namespace emu::lanes {

namespace {

constexpr bool contains(std::uint32_t mask, int lane) { return mask >> lane & 1; }

struct Shuffle {
  int first;  // of the caller's segment
  int last;
  int source;  // the low five bits of what the caller passed
};

Shuffle decode(const LaneOperand& in, int lane) {
  const int width = static_cast<int>(in.operand >> 32 & 63);
  const int first = width > 0 ? lane & -width : lane;
  return {first, first + width - 1, static_cast<int>(in.operand & 31)};
}

void take(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32], int lane,
          int source) {
  const bool there = source >= 0 && source < 32 && contains(mask, source);
  out[lane] = in[there ? source : lane].value;
}

template <class Compute>
void for_each_lane(std::uint32_t mask, Compute compute) {
  for (int lane = 0; lane < 32; ++lane) {
    if (contains(mask, lane)) compute(lane);
  }
}

}  // namespace

void shuffle(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]) {
  for_each_lane(mask, [=](int lane) {
    const Shuffle s = decode(in[lane], lane);
    take(in, mask, out, lane, s.first + (s.source & (s.last - s.first)));
  });
}

void shuffle_up(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]) {
  for_each_lane(mask, [=](int lane) {
    const Shuffle s = decode(in[lane], lane);
    const int source = lane - s.source;
    take(in, mask, out, lane, source >= s.first ? source : lane);
  });
}

void shuffle_down(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]) {
  for_each_lane(mask, [=](int lane) {
    const Shuffle s = decode(in[lane], lane);
    const int source = lane + s.source;
    take(in, mask, out, lane, source <= s.last ? source : lane);
  });
}

// Earlier segments are in reach, later ones are not.
void shuffle_xor(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]) {
  for_each_lane(mask, [=](int lane) {
    const Shuffle s = decode(in[lane], lane);
    const int source = lane ^ s.source;
    take(in, mask, out, lane, source <= s.last ? source : lane);
  });
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
