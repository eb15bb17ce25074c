#include "checker/order/vector_clock.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "checker/state.h"

namespace emu::checker {

namespace {

constexpr unsigned kWarpBits = 5;

std::uint64_t key_of(Known known, std::uint64_t number) {
  return ((static_cast<std::uint64_t>(known) << ClockPart::kNumberBits) | number) << 1 | 1;
}
std::uint64_t position_number(std::uint32_t block, std::uint32_t thread) {
  return std::uint64_t{block} << ClockPart::kClockThreadBits | thread;
}

/// The bit below which keys of a part may differ in any way.
std::uint64_t fork_of(std::uint64_t key) { return key & (~key + 1); }
bool agree_above(std::uint64_t a, std::uint64_t b, std::uint64_t fork) {
  return ((a ^ b) & ~(2 * fork - 1)) == 0;
}
bool is_within(std::uint64_t key, std::uint64_t part) {
  return fork_of(part) > fork_of(key) && agree_above(key, part, fork_of(part));
}
unsigned half_for(std::uint64_t key, std::uint64_t part) { return (key & fork_of(part)) != 0; }

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ x >> 31) * 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 29) * 0xBF58476D1CE4E5B9u;
  return x ^ x >> 32;
}

const ClockPart* make(const ClockPart& part) { return &state.order.clock_parts.emplace_back(part); }

const ClockPart* make_entry(std::uint64_t key, Phase top, Phase base, Phase after) {
  const std::uint64_t content = mixed(mixed(key) ^ (std::uint64_t{top} << 32 | after));
  return make({key, content, {nullptr, nullptr}, top, base, after, 0});
}

/// The part of this key with these halves: `b`, or `a` as it is or changed, or a new one.
const ClockPart* join_halves(std::uint64_t key, const ClockPart* left, const ClockPart* right,
                             const ClockPart* a, const ClockPart* b, std::uint32_t edit) {
  const auto is = [&](const ClockPart* old) {
    return old && old->half[0] == left && old->half[1] == right;
  };
  const bool may_change = a && edit != 0 && a->edit == edit;
  if (is(b)) return b;
  if (!may_change && is(a)) return a;
  const ClockPart part{key,
                       left->content ^ right->content,
                       {left, right},
                       std::max(left->top, right->top),
                       std::max(left->base, right->base),
                       0,
                       edit};
  return may_change ? &(const_cast<ClockPart&>(*a) = part) : make(part);
}

/// All of `b` is in one half of `a`.
const ClockPart* unite_within(const ClockPart* a, const ClockPart* b, std::uint32_t edit) {
  const ClockPart* halves[2] = {a->half[0], a->half[1]};
  const unsigned which = half_for(b->key, a->key);
  halves[which] = unite(halves[which], b, edit);
  return join_halves(a->key, halves[0], halves[1], a, nullptr, edit);
}

/// All of `a` is in one half of `b`, which is not changed.
const ClockPart* unite_around(const ClockPart* a, const ClockPart* b, std::uint32_t edit) {
  const ClockPart* halves[2] = {b->half[0], b->half[1]};
  const unsigned which = half_for(a->key, b->key);
  halves[which] = unite(a, halves[which], edit);
  return join_halves(b->key, halves[0], halves[1], nullptr, b, edit);
}

const ClockPart* of_two(const ClockPart* a, const ClockPart* b, std::uint32_t edit) {
  const std::uint64_t apart = a->key ^ b->key;
  const std::uint64_t fork = std::uint64_t{1} << (63 - std::countl_zero(apart));
  const std::uint64_t key = (a->key & ~(2 * fork - 1)) | fork;
  if (half_for(a->key, key) != 0) std::swap(a, b);
  return join_halves(key, a, b, nullptr, nullptr, edit);
}

std::pair<Phase, Phase> age_of(const ClockPart& entry) { return {entry.top, entry.after}; }

const ClockPart* find(const ClockPart* part, std::uint64_t key) {
  while (part && part->key != key)
    part = is_within(key, part->key) ? part->half[half_for(key, part->key)] : nullptr;
  return part;
}

/// All entries of keys within the part that this key would have.
const ClockPart* find_within(const ClockPart* part, std::uint64_t key) {
  while (part && part->key != key && !is_within(part->key, key))
    part = is_within(key, part->key) ? part->half[half_for(key, part->key)] : nullptr;
  return part;
}

/// The key of a part whose entries agree with this one above so many bits of their numbers.
std::uint64_t part_key(std::uint64_t key, unsigned bits) {
  const std::uint64_t fork = std::uint64_t{1} << bits;
  return (key & ~(2 * fork - 1)) | fork;
}

}  // namespace

const ClockPart* entry(Known known, std::uint64_t number, Phase top) {
  return make_entry(key_of(known, number), top, 0, 0);
}

const ClockPart* position_entry(Position at, Phase after) {
  const PhaseInfo& info = phases[at.phase];
  const std::uint64_t number = position_number(info.block, at.thread);
  return make_entry(key_of(Known::kPosition, number), at.phase, info.block_base, after);
}

const ClockPart* unite(const ClockPart* a, const ClockPart* b, std::uint32_t edit) {
  if (!a || !b) return a ? a : b;
  ++state.order.clock_steps;
  if (a->key == b->key) {
    if (a->content == b->content) return a;
    if (a->is_entry()) return age_of(*a) < age_of(*b) ? b : a;
    const ClockPart* left = unite(a->half[0], b->half[0], edit);
    return join_halves(a->key, left, unite(a->half[1], b->half[1], edit), a, b, edit);
  }
  if (is_within(b->key, a->key)) return unite_within(a, b, edit);
  if (is_within(a->key, b->key)) return unite_around(a, b, edit);
  return of_two(a, b, edit);
}

Clock unite(const Clock& a, const Clock& b) {
  if (!b.all || (b.root && holds(a.all, *b.root))) return a;
  if (!a.all || (a.root && holds(b.all, *a.root))) return b;
  const ClockPart* both = unite(a.all, b.all, 0);
  if (both == a.all) return a;
  return both == b.all ? b : Clock{both, nullptr};
}

std::uint32_t new_edit() { return ++state.order.clock_edits; }

bool holds(const ClockPart* clock, const ClockPart& position) {
  const ClockPart* mine = find(clock, position.key);
  return mine && age_of(*mine) >= age_of(position);
}

Phase top_of(const ClockPart* clock, Known known, std::uint64_t number) {
  const ClockPart* mine = find(clock, key_of(known, number));
  return mine ? mine->top : 0;
}

const ClockPart* all_of(const ClockPart* clock, Known known) {
  return find_within(clock, part_key(key_of(known, 0), ClockPart::kNumberBits));
}

const ClockPart* positions_of(const ClockPart* clock, std::uint32_t block) {
  return find_within(clock, part_key(key_of(Known::kPosition, position_number(block, 0)),
                                     ClockPart::kClockThreadBits));
}

const ClockPart* positions_of(const ClockPart* clock, std::uint32_t block, unsigned warp) {
  const std::uint64_t number = position_number(block, warp << kWarpBits);
  return find_within(clock, part_key(key_of(Known::kPosition, number), kWarpBits));
}

bool out_of_clocks() { return state.order.clock_parts.size() >= state.order.most_clock_parts; }

}  // namespace emu::checker
