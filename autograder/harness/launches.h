// The launches of a run as a tree. Without a report (on a GPU) the tree is not known, and every
// matcher over launches holds: structure is only looked at on the emulator.
#pragma once

#include <ostream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "harness/matchers/refusal.h"
#include "harness/report.h"

namespace harness {

/// The accepted launches in the order of launching, and the refused ones.
class Launches {
 public:
  using value_type = Launch;
  using const_iterator = std::vector<Launch>::const_iterator;

  /// Not known; `problem` says why when it should be, and is empty on a GPU.
  explicit Launches(std::string problem = {}) : problem_(std::move(problem)) {}
  explicit Launches(const Report& report);

  bool known() const { return known_; }
  const std::string& problem() const { return problem_; }
  const_iterator begin() const { return launches_.begin(); }
  const_iterator end() const { return launches_.end(); }
  std::size_t size() const { return launches_.size(); }
  bool empty() const { return launches_.empty(); }
  /// Launches that the device did not accept.
  const std::vector<Launch>& refused() const { return refused_; }
  /// What stopped the device before its end; without words when nothing did.
  const Refusal& fault() const { return fault_; }
  /// Null when there is none of that id.
  const Launch* find(std::int64_t id) const;

  /// Whether `before` has ended when `after` starts, whatever the schedule: stream order, events,
  /// tails (N2, N4, T2, T3) and the host's waits, those of its copies too, say so, not this run's
  /// luck.
  bool ordered(const Launch& before, const Launch& after) const;

 private:
  /// All that has ended when a grid starts: whole trees, and what precedes tails (T2, T3).
  struct Ended {
    std::unordered_set<std::int64_t> seen, trees;
    std::unordered_map<std::int64_t, std::int64_t> tails;  // by parent, the last one's id
    bool has(const Launch& grid, const Launches& all) const;
  };
  void add_ended(const Launch& start, Ended& ended) const;
  const Ended& ended_before(const Launch& start) const;
  bool is_waited_for(const Launch& grid, const HostWait& wait) const;
  bool host_waited_between(const Launch& before, const Launch& after) const;
  const Launch& root(const Launch& launch) const;

  bool known_ = false;
  std::string problem_;
  Refusal fault_;
  std::vector<Launch> launches_;
  std::vector<Launch> refused_;
  std::vector<HostWait> host_waits_;
  std::unordered_map<std::int64_t, std::size_t> by_id_;
  mutable std::unordered_map<std::int64_t, Ended> ended_;  // of the last few that were asked for
};

/// "double_all<<<4, 256>>> by fill into the NULL stream".
std::string launch_words(const Launch& launch);
/// The launches in a few lines, equal ones counted: "64 × double_all<<<1, 32>>> by fill …"; below
/// them those that were refused, with their errors.
std::string summary(const Launches& launches);
void PrintTo(const Launches& launches, std::ostream* os);

}  // namespace harness
