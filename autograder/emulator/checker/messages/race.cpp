// Which races are said, how often, and when: a store only once it is known what it has changed.
#include "checker/messages/race.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "checker/messages/judge.h"
#include "checker/messages/races/sentence.h"
#include "checker/order/release.h"
#include "checker/state.h"
#include "memory/memory.h"

namespace emu::checker {

namespace {

constexpr std::uint64_t kWellKnown = 100;

/// Whether two blocks of one grid are concerned: those that made the accesses, or the one that made
/// the access of the parent and the one that launched the child.
bool crosses_blocks(Stamp earlier) {
  const Block& first = block_at(phase_of(earlier));
  const Block& second = *now.block;
  if (first.work == second.work) return &first != &second;
  if (second.work->parent == first.work) return &first != &block_at(second.work->launched_at.phase);
  if (first.work->parent == second.work) return &second != &block_at(first.work->launched_at.phase);
  return false;
}

/// Races within a block and between blocks want different cures, so that a hundred of the first
/// kind must not hide the second.
std::uint64_t pair_key(Stamp earlier, const Access& access) {
  return std::uint64_t{crosses_blocks(earlier)} << 63 | (earlier >> kWhoBits) << 32 |
         encode_site(access.site);
}

/// Whether the two are ordered but for a fence behind the atomic that took what the first did.
Acquired lacking_acquire(Stamp earlier) {
  for (const Acquired how : {Acquired::kByBarrier, Acquired::kByNothing})
    if (happens_before(earlier, now.position, nullptr, how)) return how;
  return Acquired::kByFence;
}

std::uint64_t site_number(Stamp stamp) { return stamp >> kWhoBits; }

/// A plain read and an atomic update: the site of the read; else 0.
std::uint64_t plain_read_site(const Race& race) {
  const bool earlier_atomic = (race.earlier & kAtomic) != 0;
  if (race.earlier_wrote && earlier_atomic && !race.access.writes && !race.access.atomic)
    return encode_site(race.access.site);
  if (!race.earlier_wrote && !earlier_atomic && race.access.atomic && race.access.updates)
    return site_number(race.earlier);
  return 0;
}

/// A number for the site of a read and the memory that it read: the same line of a function may
/// read what an atomic decides about, and something else.
std::uint64_t hint_key(std::uint64_t site, std::uintptr_t begin) {
  const memory::Allocation* allocation = memory::find(begin);
  return (allocation ? allocation->begin : begin) >> 6 << kSiteBits | site;
}

void say(const Race& race) {
  std::uint64_t& times = state.findings.seen[pair_key(race.earlier, race.access)];
  if (++times > kWellKnown) return;
  const TwoAccesses two(race);
  Diagnostic found = diagnostic_of(two, cause_of(two));
  if (const std::uint64_t read = plain_read_site(race))
    hold_race(hint_key(read, race.begin), std::move(found), diagnostic_of(two, hint()));
  else
    diagnose(std::move(found));
}

/// Once for each pair of lines, with a count.
void say_same_value(const Race& race) {
  const std::uint64_t pair = pair_key(race.earlier, race.access);
  if (!is_held_with_race(pair))
    hold_unless_race(pair, diagnostic_of(TwoAccesses(race), same_value()));
}

void say_what_changed() {
  for (const AwaitedRace& store : std::exchange(state.findings.awaited, {})) {
    const Access& access = store.race.access;
    const void* const now_there = reinterpret_cast<const void*>(access.address);
    const bool changed = std::memcmp(now_there, store.before, access.size) != 0;
    changed ? say(store.race) : say_same_value(store.race);
  }
}

/// Cells of one access that race with one line are one race.
bool is_awaited(const Race& race) {
  return std::ranges::any_of(state.findings.awaited, [&race](const AwaitedRace& store) {
    return store.race.access.address == race.access.address &&
           pair_key(store.race.earlier, race.access) == pair_key(race.earlier, race.access);
  });
}

void say_if_it_changes(const Race& race) {
  if (!race.access.whole && is_awaited(race)) return;
  AwaitedRace& store = state.findings.awaited.emplace_back(AwaitedRace{race, {}});
  store.race.access.whole = nullptr;
  std::memcpy(store.before, reinterpret_cast<const void*>(race.access.address), race.access.size);
  await_store(&say_what_changed);
}

}  // namespace

bool well_known_race(Stamp earlier, const Access& access) {
  if (state.findings.seen.empty()) return false;
  const auto found = state.findings.seen.find(pair_key(earlier, access));
  return found != state.findings.seen.end() && found->second >= kWellKnown;
}

void report_race(Stamp earlier, bool earlier_wrote, const Access& access, std::uintptr_t begin) {
  const Race race{earlier, earlier_wrote, access, begin, now.position, lacking_acquire(earlier)};
  const bool both_plain_writes =
      earlier_wrote && access.writes && !access.atomic && (earlier & kAtomic) == 0;
  const bool store_follows = now.block->work->info.kind == WorkInfo::Kind::kGrid && !access.frees;
  if (both_plain_writes && store_follows)
    say_if_it_changes(race);
  else
    say(race);
}

void note_hint_by(Stamp read, std::uintptr_t begin) {
  if ((read & kAtomic) == 0) note_hint(hint_key(site_number(read), begin));
}

Severity lenient_severity() { return state.settings.harmless; }
void set_strict(bool strict) {
  state.settings.harmless = strict ? Severity::kError : Severity::kWarning;
}

void set_missing_fence_severity(Severity severity) { state.settings.missing_fence = severity; }

}  // namespace emu::checker
