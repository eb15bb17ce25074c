#include "checker/messages/judge.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace emu::checker {

namespace {

enum class Kind { kRace, kUninitialized, kUnlessRace };

struct Held {
  Kind kind;
  std::uint64_t key;
  std::size_t place;  // how much had been found before
  Diagnostic finding;
  Diagnostic hint;  // instead of a race
};

std::vector<Held>& held() {  // in the order in which they were found
  static std::vector<Held> findings;
  return findings;
}

std::map<std::pair<Kind, std::uint64_t>, std::size_t>& counted() {  // their places in `held`
  static std::map<std::pair<Kind, std::uint64_t>, std::size_t> places;
  return places;
}

std::set<std::uint64_t>& hints() {
  static std::set<std::uint64_t> sites;
  return sites;
}

bool same_line(const SourceLine& a, const SourceLine& b) {
  return a.line == b.line && a.file == b.file;
}

bool races_at(const Diagnostic& d, const SourceLine& line) {
  return (d.rule == "race" || d.rule == "missing-fence") &&
         (same_line(d.where, line) || same_line(d.other, line));
}

std::set<const void*>& waits() {  // for events that had been recorded
  static std::set<const void*> sites;
  return sites;
}

std::set<const void*>& vain_waits() {
  static std::set<const void*> sites;
  return sites;
}

/// Whether an event is what this race lacks.
bool is_between_grids(const Diagnostic& d) {
  constexpr std::string_view kBetweenGrids[] = {"S5", "S1", "P6", "D6"};
  return d.rule == "race" && std::ranges::find(kBetweenGrids, d.cites) != std::end(kBetweenGrids);
}

void judge_vain_waits() {
  if (std::ranges::none_of(diagnostics(), is_between_grids)) return;
  for (const void* site : vain_waits()) {
    if (waits().contains(site)) continue;
    diagnose({.rule = "unrecorded-event",
              .message = "this wait holds back nothing: the event has not been recorded yet, and "
                         "grids race that nothing orders; record it right behind the grid that is "
                         "meant, and wait after that, before the launch that must wait (E8)",
              .where = source_line(site),
              .other = {},
              .cites = "E8"});
  }
  vain_waits().clear();
  waits().clear();
}

bool is_race_between(const Diagnostic& d, const SourceLine& one, const SourceLine& other) {
  return races_at(d, one) && races_at(d, other);
}

bool is_hint(const Held& one) { return one.kind == Kind::kRace && hints().contains(one.key); }

bool stands(const Held& one) {
  if (one.kind == Kind::kRace) return !is_hint(one);
  if (one.kind == Kind::kUnlessRace)
    return std::ranges::none_of(diagnostics(), [&one](const Diagnostic& d) {
      return is_race_between(d, one.finding.where, one.finding.other);
    });
  const SourceLine& line = one.finding.where;
  return std::ranges::none_of(diagnostics(),
                              [&line](const Diagnostic& d) { return races_at(d, line); }) &&
         std::ranges::none_of(held(), [&line](const Held& other) {
           return other.kind == Kind::kRace && stands(other) && races_at(other.finding, line);
         });
}

void hold(Kind kind, std::uint64_t key, Diagnostic finding, Diagnostic hint) {
  held().push_back({kind, key, diagnostics().size(), std::move(finding), std::move(hint)});
}

bool count_held(Kind kind, std::uint64_t key) {
  const auto found = counted().find({kind, key});
  if (found == counted().end()) return false;
  ++held()[found->second].finding.count;
  return true;
}

void hold_counted(Kind kind, std::uint64_t key, Diagnostic finding) {
  counted().emplace(std::pair(kind, key), held().size());
  hold(kind, key, std::move(finding), {});
}

}  // namespace

void note_vain_wait(const void* site) { vain_waits().insert(site); }

void note_wait(const void* site) { waits().insert(site); }

void hold_race(std::uint64_t read, Diagnostic race, Diagnostic hint) {
  hold(Kind::kRace, read, std::move(race), std::move(hint));
}

void note_hint(std::uint64_t read) { hints().insert(read); }

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
  for (const Held& one : held()) keep.push_back(stands(one));
  // From the last one on: what stands before a place must not move.
  for (std::size_t i = held().size(); i-- > 0;) {
    Held& one = held()[i];
    if (keep[i] || is_hint(one))
      diagnose_at(one.place, std::move(keep[i] ? one.finding : one.hint));
  }
  held().clear();
  counted().clear();
  judge_vain_waits();
}

}  // namespace emu::checker
