#include "checker/messages/judge.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "checker/state.h"

namespace emu::checker {

namespace {

using Kind = Held::Kind;

bool same_line(const SourceLine& a, const SourceLine& b) {
  return a.line == b.line && a.file == b.file;
}

bool races_at(const Diagnostic& d, const SourceLine& line) {
  return (d.rule == "race" || d.rule == "missing-fence") &&
         (same_line(d.where, line) || same_line(d.other, line));
}

/// Whether an event is what this race lacks.
bool is_between_grids(const Diagnostic& d) {
  constexpr std::string_view kBetweenGrids[] = {"S5", "S1", "P6", "D6"};
  return d.rule == "race" && std::ranges::find(kBetweenGrids, d.cites) != std::end(kBetweenGrids);
}

void judge_vain_waits() {
  if (std::ranges::none_of(diagnostics(), is_between_grids)) return;
  for (const void* site : state.findings.vain_waits) {
    if (state.findings.waits.contains(site)) continue;
    diagnose({.rule = "unrecorded-event",
              .message = "this wait holds back nothing: the event has not been recorded yet, and "
                         "grids race that nothing orders; record it right after the grid that is "
                         "meant, and wait after that, before the launch that must wait (E8)",
              .where = source_line(site),
              .other = {},
              .cites = "E8"});
  }
  state.findings.vain_waits.clear();
  state.findings.waits.clear();
}

bool is_race_between(const Diagnostic& d, const SourceLine& one, const SourceLine& other) {
  return races_at(d, one) && races_at(d, other);
}

bool is_hint(const Held& one) {
  return one.kind == Kind::kRace && state.findings.hints.contains(one.key);
}

bool stands(const Held& one) {
  if (one.kind == Kind::kRace) return !is_hint(one);
  if (one.kind == Kind::kUnlessRace)
    return std::ranges::none_of(diagnostics(), [&one](const Diagnostic& d) {
      return is_race_between(d, one.finding.where, one.finding.other);
    });
  const SourceLine& line = one.finding.where;
  return std::ranges::none_of(diagnostics(),
                              [&line](const Diagnostic& d) { return races_at(d, line); }) &&
         std::ranges::none_of(state.findings.held, [&line](const Held& other) {
           return other.kind == Kind::kRace && stands(other) && races_at(other.finding, line);
         });
}

void hold(Kind kind, std::uint64_t key, Diagnostic finding, Diagnostic hint) {
  state.findings.held.push_back(
      {kind, key, diagnostics().size(), std::move(finding), std::move(hint)});
}

bool count_held(Kind kind, std::uint64_t key) {
  const auto found = state.findings.counted.find({kind, key});
  if (found == state.findings.counted.end()) return false;
  ++state.findings.held[found->second].finding.count;
  return true;
}

void hold_counted(Kind kind, std::uint64_t key, Diagnostic finding) {
  state.findings.counted.emplace(std::pair(kind, key), state.findings.held.size());
  hold(kind, key, std::move(finding), {});
}

}  // namespace

void note_vain_wait(const void* site) { state.findings.vain_waits.insert(site); }

void note_wait(const void* site) { state.findings.waits.insert(site); }

void hold_race(std::uint64_t read, Diagnostic race, Diagnostic hint) {
  hold(Kind::kRace, read, std::move(race), std::move(hint));
}

void note_hint(std::uint64_t read) { state.findings.hints.insert(read); }

bool is_held_uninitialized(std::uint64_t read) { return count_held(Kind::kUninitialized, read); }

void hold_uninitialized(std::uint64_t read, Diagnostic finding) {
  hold_counted(Kind::kUninitialized, read, std::move(finding));
}

bool is_held_with_race(std::uint64_t pair) { return count_held(Kind::kUnlessRace, pair); }

void hold_unless_race(std::uint64_t pair, Diagnostic finding) {
  hold_counted(Kind::kUnlessRace, pair, std::move(finding));
}

void judge() {
  std::vector<bool> keep;
  for (const Held& one : state.findings.held) keep.push_back(stands(one));
  // From the last one on: what stands before a place must not move.
  for (std::size_t i = state.findings.held.size(); i-- > 0;) {
    Held& one = state.findings.held[i];
    if (keep[i] || is_hint(one))
      diagnose_at(one.place, std::move(keep[i] ? one.finding : one.hint));
  }
  state.findings.held.clear();
  state.findings.counted.clear();
  judge_vain_waits();
}

}  // namespace emu::checker
