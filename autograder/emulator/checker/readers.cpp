#include "checker/readers.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "checker/access.h"
#include "checker/current.h"

namespace emu::checker {

namespace {

constexpr std::size_t kMostMembers = 8;  // the ninth takes the place of the oldest
constexpr std::uint32_t kMostSets = (1u << 20) - 1;

struct Sets {
  std::vector<std::vector<Stamp>> members{{}};  // number 0 is not used
  std::map<std::vector<Stamp>, std::uint32_t> numbers;
};

Sets& sets() {
  static Sets sets;
  return sets;
}

// Numbers count down from the largest phase, which no phase reaches, so that a set never looks
// like one that is ordered before something.
Stamp stamp_of_set(std::uint32_t number, Stamp like) {
  return make_stamp(static_cast<Phase>(kPhaseMask) - number, 1, Level::kWide) | site_bits(like) |
         (like & kAtomic);
}

Stamp keep(std::vector<Stamp> members, Stamp like) {
  const auto next = static_cast<std::uint32_t>(sets().members.size());
  const auto [found, fresh] = sets().numbers.try_emplace(std::move(members), next);
  if (fresh) {
    if (next == kMostSets) return found->first.back();
    sets().members.push_back(found->first);
  }
  return stamp_of_set(found->second, like);
}

/// The same reader, as any of its work's blocks. The host and copies are one thread each.
Stamp widened(Stamp s) {
  if (work_of(s)->info.kind != WorkInfo::Kind::kGrid) return s;
  return make_stamp(work_of(s)->era, 0, Level::kWide) | site_bits(s) | (s & kAtomic);
}

Stamp in_one_block(Stamp readers, Stamp me) {
  const Stamp phase = std::max(readers & kPhaseMask, me & kPhaseMask);
  const bool warp = level_of(readers) != Level::kBlock && warp_of(readers) == warp_of(me);
  const Stamp both = warp ? add_lane(readers, thread_of(me) & 31) : add_warp(readers);
  return (both & ~kPhaseMask) | phase;
}

Stamp add_to_set(Stamp readers, Stamp me) {
  std::vector<Stamp> members;
  const auto add = [&](Stamp one) {
    const bool known = std::any_of(members.begin(), members.end(),
                                   [one](Stamp m) { return same_phase(m, one); });
    if (!known && !ordered(one)) members.push_back(one);
  };
  if (is_reader_set(readers))
    for (const Stamp one : readers_in(readers)) add(one);
  else
    add(widened(readers));
  add(widened(me));
  if (members.size() == 1) return members[0];
  if (members.size() > kMostMembers) members.erase(members.begin());
  return keep(std::move(members), me);
}

}  // namespace

std::span<const Stamp> readers_in(Stamp set) {
  return sets().members[static_cast<std::uint32_t>(kPhaseMask) - phase_of(set)];
}

Stamp add_reader(Stamp readers, Stamp me) {
  const Stamp mixed = (readers & me & kAtomic) | ~kAtomic;  // atomic only if all of them are
  if (!is_reader_set(readers)) {
    const bool wide = level_of(readers) == Level::kWide;
    if (!wide && &block_at(phase_of(readers)) == now.block)
      return in_one_block(readers, me) & mixed;
    if (work_of(readers) == now.block->work) return (now.era | site_bits(me) | kAtomic) & mixed;
  }
  const Stamp set = add_to_set(readers, me) & mixed;
  now.known_set = set & kWhoMask;
  return set;
}

}  // namespace emu::checker
