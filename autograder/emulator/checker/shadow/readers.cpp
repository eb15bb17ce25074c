#include "checker/shadow/readers.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "checker/access.h"
#include "checker/current.h"
#include "checker/state.h"

namespace emu::checker {

// ---- The table ----------------------------------------------------------------------------------

namespace {

std::uint64_t hash_of(std::span<const Stamp> members) {
  std::uint64_t hash = members.size();
  for (const Stamp m : members) hash = (std::rotl(hash, 23) ^ m) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 32;
}

}  // namespace

std::span<const Stamp> ReaderSets::of(std::uint32_t number) const {
  const std::uint32_t place = number - first_;
  if (place >= sets_.size()) return {};
  return {members_.data() + sets_[place].first, sets_[place].count};
}

std::size_t ReaderSets::place_of(const Members& members) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t place = hash_of(members.all()) & mask;
  while (table_[place] != 0 && !std::ranges::equal(of(first_ + table_[place] - 1), members.all()))
    place = (place + 1) & mask;
  return place;
}

void ReaderSets::add(const Members& members, std::size_t place) {
  sets_.push_back(
      {static_cast<std::uint32_t>(members_.size()), static_cast<std::uint32_t>(members.count)});
  members_.insert(members_.end(), members.all().begin(), members.all().end());
  table_[place] = static_cast<std::uint32_t>(sets_.size());
  for (const Stamp m : members.all()) latest_ = std::max(latest_, phase_of(m));
}

/// At most half of it is in use.
void ReaderSets::grow_table() {
  table_.assign(std::max<std::size_t>(1024, table_.size() * 2), 0);
  const std::size_t mask = table_.size() - 1;
  for (std::uint32_t i = 0; i < sets_.size(); ++i) {
    std::size_t place = hash_of(of(first_ + i)) & mask;
    while (table_[place] != 0) place = (place + 1) & mask;
    table_[place] = i + 1;
  }
}

std::uint32_t ReaderSets::number_of(const Members& members, bool may_add) {
  if (sets_.size() * 2 >= table_.size()) grow_table();
  const std::size_t place = place_of(members);
  if (table_[place] == 0) {
    if (!may_add) return 0;
    add(members, place);
  }
  return first_ + table_[place] - 1;
}

void ReaderSets::drop_all() {
  first_ += static_cast<std::uint32_t>(sets_.size());
  sets_.clear();
  members_.clear();
  std::ranges::fill(table_, 0);
  latest_ = 0;
}

// ---- Readers ------------------------------------------------------------------------------------

namespace {

constexpr std::size_t kMostSets = 200'000;
constexpr std::size_t kExactSets = 10'000;  // from then on members are whole blocks
constexpr std::size_t kFewSets = 1'000;     // are not worth dropping

// A number's low bits count down from the largest phase, which no phase reaches, so that a set
// never looks like one that is ordered before something; the others take the bits of the thread.
constexpr unsigned kLowBits = 19;
constexpr std::uint32_t kLowMask = (1u << kLowBits) - 1;
constexpr std::uint32_t kMostNumbers = 1u << (kLowBits + kThreadBits);
constexpr Phase kFirstNumber = static_cast<Phase>(kPhaseMask) - 1;

using Members = ReaderSets::Members;

ReaderSets& sets() { return state.shadow.sets; }

Stamp stamp_of_set(std::uint32_t number, Stamp like) {
  const Phase low = kFirstNumber - (number & kLowMask);
  return make_stamp(low, number >> kLowBits, Level::kSet) | (like & kAtomic);
}
std::uint32_t number_of_set(Stamp set) {
  return (kFirstNumber - phase_of(set)) | thread_of(set) << kLowBits;
}

bool is_full() { return sets().size() >= kExactSets; }

/// The host has waited for all works, and nothing has been added since: whoever reads or writes
/// from now on comes after all members of all sets.
void drop_what_is_past() {
  if (sets().size() < kFewSets || sets().latest() >= state.order.all_joined) return;
  sets().drop_all();
  for (auto& latest : state.shadow.together) latest = {};
  now.known_set = now.full_set = ~Stamp{0};
}

/// Takes their sites from members that have all read at one, or that are not to have any, and
/// gives that one.
Stamp common_site(Members& members, Stamp latest) {
  const Stamp site = site_bits(is_full() ? latest : members.stamps[0]);
  const auto is_other = [site](Stamp m) { return site_bits(m) != site; };
  if (!is_full() && std::ranges::any_of(members.all(), is_other)) return 0;
  for (Stamp& m : members.all()) m &= kWhoMask;
  return site;
}

bool may_add_sets() { return sets().size() < kMostSets && sets().has_numbers(kMostNumbers); }

/// The set of these members, or what there was before if there are too many sets.
Stamp keep(Members& members, Stamp like, Stamp before) {
  const Stamp site = common_site(members, like);
  std::ranges::sort(members.all());
  const std::uint32_t number = sets().number_of(members, may_add_sets());
  return number == 0 ? before : stamp_of_set(number, like) | site;
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

/// The member of the same block as `one`, or null.
Stamp* of_same_block(Members& members, Stamp one) {
  const std::uint32_t block = phases[phase_of(one)].block;
  for (Stamp& m : members.all())
    if (phases[phase_of(m)].block == block) return &m;
  return nullptr;
}

/// Puts `one` into the members, or makes one of them include it.
void include(Members& members, Stamp one) {
  if (Stamp* member = of_same_block(members, one))
    *member = in_one_block(*member, one);
  else if (members.count < ReaderSets::kMostMembers)
    members.add(one);
}

/// Whether these members stay the same whichever thread of the running block reads in the running
/// phase: they include it as a whole, or have no room for it.
bool include_running_block(Members& members) {
  const Stamp* mine = of_same_block(members, now.me);
  if (!mine) return members.count == ReaderSets::kMostMembers;
  return level_of(*mine) == Level::kBlock && same_phase(*mine, now.me);
}

/// There is no set with this reader, and there will be none.
bool has_no_set(Stamp me) { return !may_add_sets() && phase_of(me) > sets().latest(); }

Stamp add_to_set(Stamp readers, Stamp me) {
  if (!is_reader_set(readers) && has_no_set(me)) {
    now.full_set = readers & ~kAtomic;
    return readers;
  }
  Members members;
  const auto keep_unordered = [&](Stamp one) {
    if (!ordered(one)) include(members, one);
  };
  if (is_reader_set(readers))
    for (const Stamp one : readers_in(readers)) keep_unordered(with_site(one, readers));
  else
    keep_unordered(readers);
  include(members, me);
  if (members.count == 1) return members.stamps[0];
  const bool for_all = include_running_block(members);
  const Stamp both = keep(members, me, readers);
  if (for_all) now.full_set = both & ~kAtomic;
  return both;
}

/// Whether the members of a set have sites of their own.
bool has_sites(Stamp readers) {
  if (!is_reader_set(readers)) return false;
  const std::span<const Stamp> members = readers_in(readers);
  return !members.empty() && site_bits(members.back()) != 0;
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

std::span<const Stamp> readers_in(Stamp set) { return sets().of(number_of_set(set)); }

Stamp add_reader(Stamp readers, Stamp me) {
  if (readers == 0) return me;
  if (same_who(readers, me)) return readers;
  const Stamp mixed = (readers & me & kAtomic) | ~kAtomic;  // atomic only if all of them are
  if (!is_reader_set(readers)) {
    if (ordered(readers)) return me;
    if (&block_at(phase_of(readers)) == now.block) return in_one_block(readers, me) & mixed;
  }
  drop_what_is_past();
  const Stamp both = together(member_for(readers), member_for(me));
  if (both == 0) return me;
  if (is_reader_set(both)) now.known_set = both;
  return both & mixed;
}

void forget_reader_sets() { state.shadow.sets = {}; }

}  // namespace emu::checker
