#include "checker/judge.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace emu::checker {

namespace {

struct Held {
  std::uint64_t read;
  std::size_t place;  // how much had been found before
  Diagnostic finding;
  bool is_race;
};

std::vector<Held>& held() {  // in the order in which they were found
  static std::vector<Held> findings;
  return findings;
}

std::map<std::uint64_t, std::size_t>& held_reads() {  // their places in `held`
  static std::map<std::uint64_t, std::size_t> reads;
  return reads;
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

std::set<const void*>& vain_waits() {
  static std::set<const void*> sites;
  return sites;
}

/// Whether an event is what this race lacks.
bool is_between_grids(const Diagnostic& d) {
  return d.rule == "race" && (d.cites == "S5" || d.cites == "S1" || d.cites == "P6");
}

void judge_vain_waits() {
  if (std::ranges::none_of(diagnostics(), is_between_grids)) return;
  for (const void* site : vain_waits()) {
    diagnose({.rule = "unrecorded-event",
              .message = "this wait holds back nothing: the event has not been recorded yet, and "
                         "grids race that nothing orders; record it right behind the grid that is "
                         "meant, and wait after that, before the launch that must wait (E8)",
              .where = source_line(site),
              .other = {},
              .cites = "E8"});
  }
  vain_waits().clear();
}

bool stands(const Held& one) {
  if (one.is_race) return !hints().contains(one.read);
  const SourceLine& line = one.finding.where;
  return std::ranges::none_of(diagnostics(),
                              [&line](const Diagnostic& d) { return races_at(d, line); }) &&
         std::ranges::none_of(held(), [&line](const Held& other) {
           return other.is_race && stands(other) && races_at(other.finding, line);
         });
}

}  // namespace

void note_vain_wait(const void* site) { vain_waits().insert(site); }

void hold_race(std::uint64_t read, Diagnostic race) {
  held().push_back({read, diagnostics().size(), std::move(race), true});
}

void note_hint(std::uint64_t read) { hints().insert(read); }

bool is_held_uninitialized(std::uint64_t read) {
  const auto found = held_reads().find(read);
  if (found == held_reads().end()) return false;
  ++held()[found->second].finding.count;
  return true;
}

void hold_uninitialized(std::uint64_t read, Diagnostic finding) {
  held_reads().emplace(read, held().size());
  held().push_back({read, diagnostics().size(), std::move(finding), false});
}

void judge() {
  std::vector<bool> keep;
  for (const Held& one : held()) keep.push_back(stands(one));
  // From the last one on: what stands before a place must not move.
  for (std::size_t i = held().size(); i-- > 0;)
    if (keep[i]) diagnose_at(held()[i].place, std::move(held()[i].finding));
  held().clear();
  held_reads().clear();
  judge_vain_waits();
}

}  // namespace emu::checker
