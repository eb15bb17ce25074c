// Which of the causes it is, and those causes that do not depend on who can wait for whom.
#include "checker/messages/races/cause.h"

#include "checker/state.h"
#include "memory/memory.h"

namespace emu::checker {

namespace {

Explanation scope_too_narrow(const TwoAccesses& two) {
  if (two.race.access.block_scope || (two.race.earlier & kBlockScope) != 0)
    return {.missing =
                "an atomic with the suffix _block is atomic for the threads of one block only; "
                "use the form without it, which holds for the device",
            .cites = "M13",
            .weight = kBlocks};
  return {.missing =
              "an atomic is atomic for the threads of one device only; where another device or the "
              "host shares the memory use the form with the suffix _system",
          .cites = "M13",
          .weight = kDevices};
}

bool is_constant(const TwoAccesses& two) {
  const memory::Allocation* allocation = memory::find(two.race.begin);
  return allocation != nullptr && allocation->kind == memory::Kind::kConstant;
}

Explanation changed_constant() {
  return {.missing =
              "a constant may change only while no grid that reads it is alive; copy it in the "
              "stream of those grids, or synchronize with them first",
          .cites = "M7"};
}

std::string lost_update(const TwoAccesses& two) {
  const bool devices = two.first.info.device != two.second.info.device;
  return std::string(
             "nothing orders the two: each reads the word, changes it and writes it "
             "back, so that one change is lost; use ") +
         (devices ? "atomicAdd_system" : "atomicAdd") + ", or the atomic that does what line " +
         std::to_string(two.where.line) + " does, or let one thread do it";
}

/// The first side has fenced; the atomic or volatile read that saw it did happen, but no fence
/// behind it. A barrier behind it does on every card that we know of, though nothing says so.
Explanation missing_acquire(const TwoAccesses& two) {
  const bool barrier = two.race.acquired == Acquired::kByBarrier;
  const std::string here = two.same_work()
                               ? "line " + std::to_string(two.where.line)
                               : "the launch at line " + std::to_string(two.second.info.line);
  return {.rule = "missing-acquire",
          .missing = std::string("an atomic or volatile read has seen that it was done, ") +
                     (barrier ? "and a barrier followed, but no fence" : "but no fence followed") +
                     "; put __threadfence() after that read, too, before " + here,
          .cites = "M4",
          .severity = barrier ? state.settings.harmless : Severity::kError};
}

/// Who can wait for whom decides which cure there is.
Explanation by_relation(const TwoAccesses& two) {
  if (two.same_block()) return between_threads(two);
  if (two.same_work()) return between_blocks(two);
  if (const Work* child = child_towards(&two.first, &two.second))
    return parent_then_child(two, *child);
  if (const Work* child = child_towards(&two.second, &two.first))
    return child_then_parent(two, *child);
  return between_streams(two);
}

}  // namespace

Explanation cause_of(const TwoAccesses& two) {
  if (two.race.access.atomic && two.earlier_atomic()) return scope_too_narrow(two);
  if (two.race.acquired != Acquired::kByFence) return missing_acquire(two);
  if (is_constant(two)) return changed_constant();
  if (is_host(two.first) || is_host(two.second)) return with_host(two);
  if (auto why = with_early_start(two)) return *why;
  Explanation why = by_relation(two);
  if (two.updates && why.rule == "race") {  // a lock without fences needs these
    why.missing = lost_update(two);
    why.weight = kUpdate;
  }
  return why;
}

Explanation same_value() {
  return {.rule = "same-value",
          .missing =
              "both store the same value, which passes here, and nothing orders the two: to "
              "the memory model of C++ this is a race all the same; let one thread store "
              "it, or use an atomic",
          .cites = "M12",
          .severity = state.settings.harmless};
}

Explanation hint() {
  return {.rule = "hint",
          .missing =
              "a plain read that an atomic follows and checks passes here, and nothing "
              "orders the two: to the memory model of C++ this is a race all the same; read "
              "by a volatile pointer, or take the value that the atomic returns",
          .cites = "M12",
          .severity = state.settings.harmless};
}

}  // namespace emu::checker
