// The launch tree, and the order that it promises.
#include "harness/launches.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/matchers/finished.h"
#include "harness/text.h"

namespace harness {
namespace {

constexpr std::size_t kSummaryLines = 6;

/// The device stops at a bad address or a trap, and not at a race.
Refusal fault_of(const Report& report) {
  for (const Diagnostic& d : report.diagnostics) {
    const Cause cause = cause_of(d.rule);
    if (!d.is_error || (cause != Cause::kAddress && cause != Cause::kEnding)) continue;
    return {diagnostic_words(d), clean(d.file), d.line, cause};
  }
  return {};
}

}  // namespace

Launches::Launches(const Report& report)
    : known_(true),
      launches_(report.launches),
      refused_(report.refused),
      host_waits_(report.host_waits) {
  if (report.sticky_error != 0) fault_ = fault_of(report);
  for (std::size_t i = 0; i < launches_.size(); ++i) by_id_[launches_[i].id] = i;
}

const Launch* Launches::find(std::int64_t id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : &launches_[found->second];
}

const Launch& Launches::root(const Launch& launch) const {
  const Launch* at = &launch;
  while (const Launch* parent = find(at->parent)) at = parent;
  return *at;
}

// What comes before a tail: its parent's threads, the parent's other work, and its earlier tails.
bool Launches::Ended::has(const Launch& grid, const Launches& all) const {
  if (tails.contains(grid.id)) return true;
  for (const Launch* at = &grid; at != nullptr; at = all.find(at->parent)) {
    if (trees.contains(at->id)) return true;
    const auto tail = tails.find(at->parent);
    if (tail == tails.end()) continue;
    if (at->stream != Stream::kTail || at->id < tail->second) return true;
  }
  return false;
}

// Chains of streams can be long: a loop, with those still to be followed in a list.
void Launches::add_ended(const Launch& start, Ended& ended) const {
  std::vector<const Launch*> open = {&start};
  while (!open.empty()) {
    const Launch& at = *open.back();
    open.pop_back();
    if (!ended.seen.insert(at.id).second) continue;
    for (const std::int64_t id : at.waits_for) {
      ended.trees.insert(id);
      if (const Launch* waited_for = find(id)) open.push_back(waited_for);
    }
    const Launch* parent = find(at.parent);
    if (parent == nullptr) continue;
    open.push_back(parent);
    if (at.stream != Stream::kTail) continue;
    std::int64_t& last = ended.tails[at.parent];
    last = std::max<std::int64_t>(last, at.id);
  }
}

const Launches::Ended& Launches::ended_before(const Launch& start) const {
  constexpr std::size_t kKept = 16;
  if (const auto known = ended_.find(start.id); known != ended_.end()) return known->second;
  if (ended_.size() >= kKept) ended_.clear();
  Ended& ended = ended_[start.id];
  add_ended(start, ended);
  return ended;
}

// Whether the host knew, when that wait was over, that `grid` is complete.
bool Launches::is_waited_for(const Launch& grid, const HostWait& wait) const {
  return wait.everything || std::ranges::any_of(wait.grids, [&](std::int64_t id) {
           for (const Launch* at = &grid; at != nullptr; at = find(at->parent)) {
             if (at->id == id) return true;
           }
           const Launch* waited_for = find(id);
           return waited_for != nullptr && ended_before(*waited_for).has(grid, *this);
         });
}

bool Launches::host_waited_between(const Launch& before, const Launch& after) const {
  const int first = root(before).id, second = root(after).id;
  return std::ranges::any_of(host_waits_, [&](const HostWait& wait) {
    return first <= wait.launches_before && wait.launches_before < second &&
           is_waited_for(before, wait);
  });
}

bool Launches::ordered(const Launch& before, const Launch& after) const {
  if (before.id == after.id) return false;
  return ended_before(after).has(before, *this) || host_waited_between(before, after);
}

std::string launch_words(const Launch& l) {
  const std::string name =
      fmt::format("{}<<<{}, {}>>>", clean(l.kernel), dim_words(l.grid), dim_words(l.block));
  if (l.from_host()) return name + " by the host";
  return fmt::format("{} by {} into {}", name, clean(l.parent_kernel), stream_words(l.stream));
}

namespace {

// Launches that read alike are one line.
std::string listed(const std::vector<std::string>& lines) {
  std::vector<std::pair<std::string, std::size_t>> groups;
  std::unordered_map<std::string, std::size_t> place;
  for (const std::string& line : lines) {
    const auto [at, is_new] = place.try_emplace(line, groups.size());
    if (is_new) groups.emplace_back(line, 0);
    ++groups[at->second].second;
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(groups.size(), kSummaryLines); ++i) {
    text += fmt::format("\n  {} × {}", groups[i].second, groups[i].first);
  }
  if (groups.size() > kSummaryLines) {
    text += fmt::format("\n  and {} other kinds of launch", groups.size() - kSummaryLines);
  }
  return text;
}

std::string refusals(const Launches& launches) {
  std::vector<std::string> lines;
  for (const Launch& l : launches.refused()) {
    lines.push_back(fmt::format("{}: error {}, {}", launch_words(l), l.error, l.error_name));
  }
  return lines.empty() ? "" : "\nwhat was refused:" + listed(lines);
}

}  // namespace

std::string summary(const Launches& launches) {
  if (launches.empty()) return "nothing was launched" + refusals(launches);
  std::vector<std::string> lines;
  for (const Launch& launch : launches) lines.push_back(launch_words(launch));
  return "what was launched:" + listed(lines) + refusals(launches);
}

void PrintTo(const Launches& launches, std::ostream* os) {
  *os << (launches.known() ? counted(launches.size(), "launch", "launches") : "unknown launches");
}

}  // namespace harness
