// The launches of a run as a tree, and the order that its grids must keep. A matcher of your own
// reads it from Outcome::launches.
//
//     LaunchesMatcher ChildrenAreOrdered() {
//       return {"children are ordered", [](const Launches& launches) -> Refusal {
//                 for (const Launch& a : launches) {
//                   for (const Launch& b : launches) {
//                     if (a.id < b.id && !launches.ordered(a, b))
//                       return {launch_words(b) + " does not wait", b.file, b.line};
//                   }
//                 }
//                 return {};
//               }};
//     }
//
// Without a report, as on a GPU, the tree is not known, and every matcher of launches holds.
#pragma once

#include <ostream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "harness/matchers/refusal.h"
#include "harness/report.h"

namespace harness {

/// The launches of a run. It is a range of the accepted ones, in the order of launching.
class Launches {
 public:
  using value_type = Launch;                                   ///< what it is a range of
  using const_iterator = std::vector<Launch>::const_iterator;  ///< for the standard library

  /// Makes a tree that is not known.
  /// @param problem  why the report could not be read; empty on a GPU, where there is none
  explicit Launches(std::string problem = {}) : problem_(std::move(problem)) {}
  /// Makes the tree of a report.
  /// @param report  what the emulator reported of a run
  explicit Launches(const Report& report);

  /// Tests whether there was a report.
  /// @return false on a GPU, and if the report could not be read
  bool known() const { return known_; }
  /// Says why the tree is not known although it should be.
  /// @return a sentence; empty on a GPU
  const std::string& problem() const { return problem_; }
  /// Points to the first accepted launch.
  /// @return the begin of the range
  const_iterator begin() const { return launches_.begin(); }
  /// Points after the last accepted launch.
  /// @return the end of the range
  const_iterator end() const { return launches_.end(); }
  /// Counts the accepted launches.
  /// @return their number
  std::size_t size() const { return launches_.size(); }
  /// Tests whether no launch was accepted.
  /// @return true if there is none
  bool empty() const { return launches_.empty(); }
  /// Lists the launches that were refused, by a full pool or another error.
  /// @return these launches, in the order of launching; their id is 0
  const std::vector<Launch>& refused() const { return refused_; }
  /// Says what stopped the device before its end.
  /// @return the fault and its line; empty if nothing stopped it
  const Refusal& fault() const { return fault_; }
  /// Finds a launch by its number.
  /// @param id  Launch::id or Launch::parent
  /// @return the launch; null if there is none of that number
  const Launch* find(std::int64_t id) const;

  /// Tests whether one grid is complete before another starts, under any schedule.
  ///
  /// Stream order, events, tail launches (N2, N4, T2, T3) and the host's waits, its copies
  /// included, give this order. An order that merely happened in this run does not count.
  /// @param before  the grid that should come first
  /// @param after  the grid that should wait
  /// @return true if `after` waits for `before`
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

/// Writes a launch in words, for messages.
/// @param launch  an accepted or refused launch
/// @return "double_all<<<4, 256>>> by fill into the NULL stream"
std::string launch_words(const Launch& launch);
/// Writes all launches in a few lines, for messages.
/// @param launches  the launches of a run
/// @return one line per kind of launch, such as "64 × double_all<<<1, 32>>> by fill …"; then the
///   refused ones with their errors
std::string summary(const Launches& launches);
void PrintTo(const Launches& launches, std::ostream* os);

}  // namespace harness
