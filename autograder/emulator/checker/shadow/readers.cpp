#include "checker/shadow/readers.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "checker/access.h"
#include "checker/current.h"
#include "checker/state.h"

namespace emu::checker {

namespace {

constexpr std::size_t kMostMembers = 16;
constexpr std::size_t kMostSets = 200'000;
constexpr std::size_t kExactSets = 10'000;  // from then on members are whole blocks

using Members = ReaderSets::Members;

// Numbers count down from the largest phase, which no phase reaches, so that a set never looks
// like one that is ordered before something.
Stamp stamp_of_set(std::uint32_t number, Stamp like) {
  return make_stamp(static_cast<Phase>(kPhaseMask) - number, 0, Level::kSet) | (like & kAtomic);
}

bool is_full() { return state.shadow.sets.members.size() >= kExactSets; }

/// Takes their sites from members that have all read at one, or that are not to have any, and
/// gives that one.
Stamp common_site(Members& members, Stamp latest) {
  const Stamp site = site_bits(is_full() ? latest : members[0]);
  const auto is_other = [site](Stamp m) { return site_bits(m) != site; };
  if (!is_full() && std::ranges::any_of(members, is_other)) return 0;
  for (Stamp& m : members) m &= kWhoMask;
  return site;
}

/// The set of these members, or what there was before if there are too many sets.
Stamp keep(Members members, Stamp like, Stamp before) {
  const Stamp site = common_site(members, like);
  std::sort(members.begin(), members.end());
  auto found = state.shadow.sets.numbers.find(members);
  if (found == state.shadow.sets.numbers.end()) {
    if (state.shadow.sets.members.size() == kMostSets) return before;
    const auto next = static_cast<std::uint32_t>(state.shadow.sets.members.size());
    found = state.shadow.sets.numbers.emplace(std::move(members), next).first;
    state.shadow.sets.members.push_back(&found->first);
  }
  return stamp_of_set(found->second, like) | site;
}

/// The same reader as a member of a set. The host and copies are one thread each.
Stamp member_for(Stamp s) {
  const bool exact = !is_full() || is_reader_set(s);
  return exact || work_of(s)->info.kind != WorkInfo::Kind::kGrid ? s : someone(s);
}

/// Both are of one block, `one` is a thread or the block. Of several reads the latest phase counts,
/// and with it the site.
Stamp in_one_block(Stamp readers, Stamp one) {
  const bool newer = phase_of(one) > phase_of(readers);
  const Stamp when = (newer ? one : readers) & (kPhaseMask | ~kWhoMask);
  const auto at_that_time = [when](Stamp s) { return (s & kWhoMask & ~kPhaseMask) | when; };
  if (is_someone(readers) || is_someone(one)) return someone(at_that_time(one));
  if (level_of(readers) == Level::kThread && thread_of(readers) == thread_of(one) &&
      level_of(one) == Level::kThread)
    return at_that_time(one);
  const bool warp = level_of(readers) != Level::kBlock && level_of(one) != Level::kBlock &&
                    warp_of(readers) == warp_of(one);
  return at_that_time(warp ? add_lane(readers, thread_of(one) & 31) : add_warp(readers));
}

/// Puts `one` into the members, or makes one of them include it.
void include(Members& members, Stamp one) {
  for (Stamp& m : members) {
    if (phases[phase_of(m)].block != phases[phase_of(one)].block) continue;
    m = in_one_block(m, one);
    return;
  }
  if (members.size() < kMostMembers) members.push_back(one);
}

Stamp add_to_set(Stamp readers, Stamp me) {
  Members members;
  const auto keep_unordered = [&](Stamp one) {
    if (!ordered(one)) include(members, one);
  };
  if (is_reader_set(readers))
    for (const Stamp one : readers_in(readers)) keep_unordered(with_site(one, readers));
  else
    keep_unordered(readers);
  include(members, me);
  return members.size() == 1 ? members[0] : keep(std::move(members), me, readers);
}

/// Whether the members of a set have sites of their own.
bool has_sites(Stamp readers) {
  return is_reader_set(readers) && site_bits(readers_in(readers).back()) != 0;
}

/// The set of both, or 0 when all of `readers` are ordered before the running thread. Cells of one
/// array mostly have the same readers, and a block reads them one after another.
Stamp together(Stamp readers, Stamp me) {
  const bool at_one_site = site_bits(readers) == site_bits(me) && !has_sites(readers);
  const Stamp site = at_one_site ? site_bits(me) : 0;
  readers ^= site;
  me ^= site;
  const Stamp key = readers ^ std::rotl(me, 20);
  auto& latest = state.shadow.together[key * 0x9E3779B97F4A7C15u >> 56];
  if (latest.readers != readers || latest.me != me) {
    const Stamp both = ordered_readers(readers, nullptr) ? 0 : add_to_set(readers, me);
    latest = {readers, me, both};
  }
  return latest.both == 0 ? 0 : latest.both | site;
}

}  // namespace

std::span<const Stamp> readers_in(Stamp set) {
  return *state.shadow.sets.members[static_cast<std::uint32_t>(kPhaseMask) - phase_of(set)];
}

Stamp add_reader(Stamp readers, Stamp me) {
  if (readers == 0) return me;
  if (same_who(readers, me)) return readers;
  const Stamp mixed = (readers & me & kAtomic) | ~kAtomic;  // atomic only if all of them are
  if (!is_reader_set(readers)) {
    if (ordered(readers)) return me;
    if (&block_at(phase_of(readers)) == now.block) return in_one_block(readers, me) & mixed;
  }
  const Stamp both = together(member_for(readers), member_for(me));
  if (both == 0) return me;
  if (is_reader_set(both)) now.known_set = both;
  return both & mixed;
}

void forget_reader_sets() { state.shadow.sets = {}; }

}  // namespace emu::checker
