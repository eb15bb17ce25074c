#include "device/threads/warp.h"

#include <algorithm>
#include <bit>
#include <string_view>

#include "checker/current.h"
#include "checker/resume.h"
#include "device/border/book.h"
#include "device/finding.h"
#include "device/grids/block.h"
#include "device/grids/block_clock.h"
#include "device/grids/schedule.h"
#include "device/state.h"
#include "emulator/program.h"

namespace emu {

namespace {

Warp& warp_of(Block& block, std::uint32_t thread) { return block.warps[thread / 32]; }

/// The lanes that meet here are together from now on, whatever ways they came.
void note_met(Thread& thread, std::uint64_t work) {
  thread.met_at = work;
  thread.met_in = thread.block->phase;
}

/// How far a waiting thread has come since its warp last met.
std::uint64_t way_of(const Thread& thread) {
  return thread.met_in == thread.block->phase ? thread.work - thread.met_at : thread.work;
}

void diagnose_absent_source(const Warp& warp, const Rendezvous& rendezvous) {
  if (!state.convergence.absent.was_read) return;
  const bool never_was = (warp.members >> state.convergence.absent.source & 1) == 0;
  report_finding(
      {.rule = "absent-lane",
       .severity = checker::Severity::kWarning,
       .message = std::string(rendezvous.name) + " with mask " + mask_words(rendezvous.mask) +
                  ": lane " + std::to_string(state.convergence.absent.lane) +
                  " reads the value of lane " + std::to_string(state.convergence.absent.source) +
                  ", which " + (never_was ? "the block does not have" : "has ended") +
                  ": what it gets is undefined; let all lanes that are read from take part, with a "
                  "value that changes nothing, or do not use it",
       .where = checker::source_line(rendezvous.site),
       .cites = "W8"});
}

/// What each lane of a shuffle, vote, match or reduction gets.
void compute(const Warp& warp, const Rendezvous& rendezvous, std::uint64_t results[32]) {
  state.convergence.absent = {.mask = rendezvous.mask};
  if (is_devices_own(reinterpret_cast<const void*>(rendezvous.compute)))
    rendezvous.compute(rendezvous.operands, rendezvous.arrived, results);
  else
    call_program(rendezvous.compute, rendezvous.operands, rendezvous.arrived, results);
  if (state.settings.faulty_votes)
    for (unsigned lane = 0; lane < 32; ++lane) results[lane] &= results[lane] - 1;
  diagnose_absent_source(warp, rendezvous);
}

/// The kind of an operation of lanes, for the book, by its name.
std::uint64_t kind_of(std::string_view name) {
  const auto has = [name](std::string_view part) { return name.find(part) != name.npos; };
  if (has("shfl")) return BookEntry::kShuffle;
  const bool votes = has("ballot") || has("any") || has("all");
  return votes && !has("match") ? BookEntry::kVote : 0;
}

/// Tells the book which lanes gave the same, for as long as there are not too many such operations.
void tell_of_lanes(const Block& block, const Warp& warp, const Rendezvous& rendezvous) {
  constexpr std::uint64_t kMost = 4096;
  if (!checker::now.watches_threads || state.convergence.told == kMost) return;
  const checker::Block& order = *block.order;
  const auto number = static_cast<std::uint32_t>(&warp - block.warps.data());
  ++state.convergence.told;
  for (std::uint32_t rest = rendezvous.arrived, alike = 0; rest != 0; rest &= ~alike) {
    alike = 0;
    const std::uint64_t value = rendezvous.operands[std::countr_zero(rest)].value;
    for (unsigned lane = 0; lane < 32; ++lane)
      if ((rest >> lane & 1) != 0 && rendezvous.operands[lane].value == value) alike |= 1u << lane;
    enter({.kind = BookEntry::Kind::kTold,
           .id = static_cast<std::uint32_t>(order.work->info.launch_id),
           .parent = static_cast<std::uint32_t>(order.linear) * 32 + number,
           .line = alike,
           .result = static_cast<std::int32_t>(rendezvous.arrived),
           .name = state.convergence.told | kind_of(rendezvous.name)});
  }
}

/// Every lane that can still come has: computes and wakes all but the running thread.
void conclude(Block& block, Warp& warp, std::size_t number) {
  Rendezvous rendezvous = warp.rendezvous[number];
  block.order->warps_meet = true;
  warp.rendezvous.erase(warp.rendezvous.begin() + static_cast<std::ptrdiff_t>(number));
  std::uint64_t results[32] = {};
  if (rendezvous.compute) {
    tell_of_lanes(block, warp, rendezvous);
    compute(warp, rendezvous, results);
  } else {
    checker::Position lanes[32];
    unsigned count = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
      if (rendezvous.arrived >> lane & 1)
        lanes[count++] = rendezvous.fibers[lane] == running
                             ? checker::current()
                             : rendezvous.fibers[lane]->thread.position;
    const auto phase =
        checker::warp_barrier(block.order, static_cast<unsigned>(&warp - block.warps.data()),
                              rendezvous.arrived, {lanes, count});
    for (unsigned lane = 0; lane < 32; ++lane)
      if (rendezvous.arrived >> lane & 1) rendezvous.fibers[lane]->thread.position.phase = phase;
  }
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (!(rendezvous.arrived >> lane & 1)) continue;
    Fiber& fiber = *rendezvous.fibers[lane];
    fiber.thread.result = results[lane];
    fiber.thread.waiting_in = nullptr;
    note_met(fiber.thread, &fiber == running ? issued_since(fiber.thread.work) : fiber.thread.work);
    if (&fiber != running) wake(fiber);
  }
}

bool everyone_is_there(const Warp& warp, const Rendezvous& rendezvous) {
  return (rendezvous.mask & warp.members & ~warp.exited & ~rendezvous.arrived) == 0;
}

// A compiler may have copied one call to several places: then its line tells.
bool same_call(const void* a, const void* b) {
  if (a == b) return true;
  const auto here = checker::source_line(a), there = checker::source_line(b);
  return here.line != 0 && here.line == there.line && here.file == there.file;
}

/// Rendezvous at the same call that wait for this lane with another mask: it may never come to
/// them.
void note_other_mask(Warp& warp, std::uint32_t mask, unsigned lane, const void* site) {
  for (Rendezvous& m : warp.rendezvous) {
    if (m.mask == mask || (m.mask & ~m.arrived & 1u << lane) == 0 || !same_call(m.site, site))
      continue;
    m.elsewhere |= 1u << lane;
    m.other_mask = mask;
  }
}

/// A rendezvous goes on because lanes of its mask have exited. If they called the same operation,
/// but with another mask, they meant this one.
void diagnose_other_mask(const Rendezvous& rendezvous, std::uint32_t exited) {
  const std::uint32_t lanes = rendezvous.elsewhere & exited & ~rendezvous.arrived;
  if (lanes == 0) return;
  report_finding({.rule = "warp-mask",
                  .message = std::string(rendezvous.name) + ": " + lane_words(rendezvous.arrived) +
                             " call it with mask " + mask_words(rendezvous.mask) + ", " +
                             lane_words(lanes) + " with mask " + mask_words(rendezvous.other_mask) +
                             ": all lanes that a mask names must call with the same mask",
                  .where = checker::source_line(rendezvous.site),
                  .cites = "W1"});
}

std::size_t find_rendezvous(Warp& warp, const char* name, std::uint32_t mask, unsigned lane,
                            WarpFunction compute, const void* site) {
  for (std::size_t i = 0; i < warp.rendezvous.size(); ++i) {
    const Rendezvous& m = warp.rendezvous[i];
    if (m.mask == mask && m.compute == compute && !(m.arrived >> lane & 1)) return i;
  }
  Rendezvous rendezvous;
  rendezvous.name = name;
  rendezvous.site = site;
  rendezvous.mask = mask;
  rendezvous.compute = compute;
  warp.rendezvous.push_back(rendezvous);
  return warp.rendezvous.size() - 1;
}

void refuse_foreign_mask(const char* name, std::uint32_t mask, unsigned lane, const void* site) {
  report_finding({.rule = "warp-mask",
                  .message = std::string(name) + " with mask " + mask_words(mask) +
                             " is called by lane " + std::to_string(lane) +
                             ", whose own bit is not in the mask: name every lane that calls, "
                             "for example with a __ballot_sync taken before "
                             "the branch",
                  .where = checker::source_line(site),
                  .cites = "W2"});
}

std::uint64_t meet(const char* name, std::uint32_t mask, LaneOperand mine, WarpFunction compute,
                   const void* site) {
  Thread& me = self();
  Block& block = *me.block;
  Warp& warp = warp_of(block, me.index());
  const unsigned lane = me.index() % 32;
  if (!(mask >> lane & 1)) {
    refuse_foreign_mask(name, mask, lane, site);
    mask |= 1u << lane;
  }
  note_other_mask(warp, mask, lane, site);
  const std::size_t number = find_rendezvous(warp, name, mask, lane, compute, site);
  Rendezvous& rendezvous = warp.rendezvous[number];
  rendezvous.arrived |= 1u << lane;
  rendezvous.operands[lane] = mine;
  rendezvous.fibers[lane] = running;
  if (everyone_is_there(warp, rendezvous)) {
    me.position = checker::current();
    conclude(block, warp, number);
    if (!compute) checker::resume(me.position, running->stack_begin, running->local_end);
  } else {
    me.waiting_in = name;
    me.waiting_at = site;
    wait_for_block();
  }
  return me.result;
}

/// Those of `waiting` that are at the same call as `thread`, its own lane among them.
std::uint32_t lanes_at_call_of(const Thread& thread, const std::vector<Fiber*>& waiting) {
  std::uint32_t lanes = 0;
  for (const Fiber* other : waiting)
    if (same_call(other->thread.waiting_at, thread.waiting_at))
      lanes |= 1u << other->thread.index() % 32;
  return lanes;
}

/// Some lanes, or none; none unless the schedule is random.
std::uint32_t draw_lanes() {
  return draw(2) == 0 ? 0 : static_cast<std::uint32_t>(draw(std::uint64_t{1} << 32));
}

// Lanes of a warp at the same call are converged: no other lane can join. A random schedule lets
// some of them be late, and so there apart, where nothing promises that they came together: those
// that came by ways of another length (the salt, 0 unless the schedule is random, says which), and
// in a branch, where not all lanes of the warp are, any. To have returned is a branch, too.
void converge(const Warp& warp, const std::vector<Fiber*>& waiting) {
  const std::uint64_t salt = draw_seed();
  const std::uint32_t late_in_branches = draw_lanes();
  std::uint32_t late = 0;
  for (const Fiber* fiber : waiting) {
    const Thread& me = fiber->thread;
    const bool in_branch = lanes_at_call_of(me, waiting) != warp.members;
    const bool late_by_way = (way_of(me) + 1) * salt >> 63 != 0;
    const bool late_by_chance = in_branch && (late_in_branches >> me.index() % 32 & 1) != 0;
    if (late_by_way != late_by_chance) late |= 1u << me.index() % 32;
  }
  for (Fiber* fiber : waiting) {
    const bool is_late = (late >> fiber->thread.index() % 32 & 1) != 0;
    fiber->thread.result = lanes_at_call_of(fiber->thread, waiting) & (is_late ? late : ~late);
  }
}

}  // namespace

std::string mask_words(std::uint32_t mask) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%08x", mask);
  return text;
}

std::string lane_words(std::uint32_t lanes) {
  const int first = std::countr_zero(lanes), count = std::popcount(lanes);
  if (count == 1) return "lane " + std::to_string(first);
  const std::uint32_t run = lanes >> first;
  if (count > 2 && (run & (run + 1)) == 0)
    return "lanes " + std::to_string(first) + " to " + std::to_string(first + count - 1);
  if (count > 4) return "lanes " + mask_words(lanes);
  std::string text = "lanes ";
  for (int lane = first, left = count; left > 0; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    text += (left == count ? "" : left == 1 ? " and " : ", ") + std::to_string(lane);
    --left;
  }
  return text;
}

std::uint32_t members_of_warp(unsigned threads, unsigned warp) {
  const unsigned lanes = std::min(32u, threads - warp * 32);
  return lanes == 32 ? ~0u : (1u << lanes) - 1;
}

void lane_exited(Block& block, unsigned warp_number, unsigned lane) {
  Warp& warp = block.warps[warp_number];
  warp.exited |= 1u << lane;
  for (std::size_t i = 0; i < warp.rendezvous.size();) {
    if (everyone_is_there(warp, warp.rendezvous[i])) {
      diagnose_other_mask(warp.rendezvous[i], warp.exited);
      conclude(block, warp, i);
    } else {
      ++i;
    }
  }
}

void resolve_converging(Block& block) {
  state.convergence.threads -= block.converging.size();
  std::vector<std::vector<Fiber*>> by_warp(block.warps.size());
  for (Fiber* fiber : block.converging) by_warp[fiber->thread.index() / 32].push_back(fiber);
  block.converging.clear();
  for (std::size_t warp = 0; warp < by_warp.size(); ++warp)
    if (!by_warp[warp].empty()) converge(block.warps[warp], by_warp[warp]);
  for (const std::vector<Fiber*>& fibers : by_warp) {
    for (Fiber* fiber : fibers) {
      fiber->thread.waiting_in = nullptr;
      note_met(fiber->thread, fiber->thread.work);
      wake(*fiber);
    }
  }
}

std::uint64_t warp_operation(const char* name, std::uint32_t mask, LaneOperand mine,
                             WarpFunction compute, const void* site) {
  count_operation(name, site);
  return meet(name, mask, mine, compute, site);
}

// Odd bits, so that it is neither a small number nor a tame float.
std::uint64_t value_of_absent(unsigned lane, unsigned source) {
  constexpr std::uint64_t kOdd = 0x7e57'c0de'7e57'c0deULL;
  if (!state.convergence.absent.was_read && (state.convergence.absent.mask >> source & 1) != 0)
    state.convergence.absent = {state.convergence.absent.mask, true, lane, source};
  return draw_seed() ^ kOdd;
}

void sync_warp(std::uint32_t mask, const void* site) {
  meet("__syncwarp", mask, {}, nullptr, site);
}

std::uint32_t active_mask(const void* site) {
  Thread& me = self();
  me.waiting_in = "__activemask";
  me.waiting_at = site;
  me.block->converging.push_back(running);
  ++state.convergence.threads;
  wait();
  const auto mask = static_cast<std::uint32_t>(me.result);
  return state.settings.faulty_votes ? mask & (mask - 1) : mask;
}

unsigned lane_id() { return self().index() % 32; }
unsigned warp_id() { return self().index() / 32; }
std::uint32_t warp_members() { return self().block->warps[self().index() / 32].members; }

}  // namespace emu
