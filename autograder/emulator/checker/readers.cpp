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
constexpr std::uint32_t kExactSets = 10'000;  // from then on members are whole blocks or works

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

Stamp era_of(Stamp s) {
  return make_stamp(work_of(s)->era, 0, Level::kWide) | site_bits(s) | (s & kAtomic);
}

/// The same reader as a member of a set. The host and copies are one thread each.
Stamp member_for(Stamp s) {
  const Work& work = *work_of(s);
  const bool exact = sets().members.size() < kExactSets;
  if (exact || work.info.kind != WorkInfo::Kind::kGrid || level_of(s) == Level::kWide) return s;
  return work.blocks_started == 1 ? add_warp(s) : era_of(s);
}

/// Both are of one block, `one` is a thread or the block.
Stamp in_one_block(Stamp readers, Stamp one) {
  const Stamp phase = std::max(readers & kPhaseMask, one & kPhaseMask);
  if (level_of(readers) == Level::kThread && thread_of(readers) == thread_of(one) &&
      level_of(one) == Level::kThread)
    return (one & ~kPhaseMask) | phase;
  const bool warp = level_of(readers) != Level::kBlock && level_of(one) != Level::kBlock &&
                    warp_of(readers) == warp_of(one);
  const Stamp both = warp ? add_lane(readers, thread_of(one) & 31) : add_warp(readers);
  return (both & ~kPhaseMask) | phase;
}

using Members = std::vector<Stamp>;

bool is_era(Stamp s) { return level_of(s) == Level::kWide; }

/// Puts `one` into the members, or makes one of them include it.
void include(Members& members, Stamp one) {
  const Work* work = work_of(one);
  if (is_era(one)) std::erase_if(members, [work](Stamp m) { return work_of(m) == work; });
  for (Stamp& m : members) {
    if (is_era(m) && work_of(m) == work) return;
    if (phases[phase_of(m)].block != phases[phase_of(one)].block) continue;
    m = in_one_block(m, one);
    return;
  }
  members.push_back(one);
}

/// Too many: the blocks of one work become its era; else the oldest goes.
void shrink(Members& members) {
  if (members.size() <= kMostMembers) return;
  for (const Stamp one : members) {
    const auto of_work = [&](Stamp m) { return work_of(m) == work_of(one); };
    if (std::count_if(members.begin(), members.end(), of_work) > 1)
      return include(members, era_of(one));
  }
  members.erase(members.begin());
}

Stamp add_to_set(Stamp readers, Stamp me) {
  Members members;
  const auto keep_unordered = [&](Stamp one) {
    if (!ordered(one)) include(members, one);
  };
  if (is_reader_set(readers))
    for (const Stamp one : readers_in(readers)) keep_unordered(one);
  else
    keep_unordered(member_for(readers));
  include(members, member_for(me));
  shrink(members);
  return members.size() == 1 ? members[0] : keep(std::move(members), me);
}

Stamp add_unordered(Stamp readers, Stamp me) {
  const Stamp mixed = (readers & me & kAtomic) | ~kAtomic;  // atomic only if all of them are
  if (!is_reader_set(readers)) {
    const bool wide = is_era(readers);
    if (!wide && &block_at(phase_of(readers)) == now.block)
      return in_one_block(readers, me) & mixed;
    if (work_of(readers) == now.block->work && (wide || sets().members.size() >= kExactSets))
      return (now.era | site_bits(me) | kAtomic) & mixed;
  }
  return add_to_set(readers, me) & mixed;
}

}  // namespace

std::span<const Stamp> readers_in(Stamp set) {
  return sets().members[static_cast<std::uint32_t>(kPhaseMask) - phase_of(set)];
}

Stamp add_reader(Stamp readers, Stamp me) {
  if (readers == 0) return me;
  if (same_who(readers, me)) return readers;
  // Cells of one array mostly have the same readers, and the thread reads them one after another.
  static struct { Stamp readers, me, both; } known[64];
  auto& latest = known[(readers ^ readers >> kPhaseBits) & 63];
  if (latest.readers == (readers & kWhoMask) && latest.me == (me & kWhoMask))
    return latest.both | site_bits(me);
  const Stamp both = ordered_readers(readers, nullptr) ? me : add_unordered(readers, me);
  if (is_reader_set(both)) now.known_set = both & kWhoMask;
  latest = {readers & kWhoMask, me & kWhoMask, both & kWhoMask};
  return both;
}

void forget_reader_sets() { sets() = {}; }

}  // namespace emu::checker
