// The launches of a run as a tree, and the matchers over it. Without a report (on a GPU) the tree is
// not known, and every matcher over launches holds: structure is only looked at on the emulator.
#pragma once

#include <ostream>
#include <string>
#include <unordered_map>
#include <vector>

#include "harness/report.h"

namespace harness {

class Launches {
 public:
  using value_type = Launch;
  using const_iterator = std::vector<Launch>::const_iterator;

  Launches() = default;
  Launches(std::vector<Launch> launches, std::vector<Launch> refused);

  bool known() const { return known_; }
  const_iterator begin() const { return launches_.begin(); }
  const_iterator end() const { return launches_.end(); }
  std::size_t size() const { return launches_.size(); }
  bool empty() const { return launches_.empty(); }
  const std::vector<Launch>& refused() const { return refused_; }
  /// Null when there is none of that id.
  const Launch* find(int id) const;
  /// Whether the order of the program alone makes `before` complete before `after` starts.
  bool ordered(const Launch& before, const Launch& after) const;

 private:
  bool is_completed_by(const Launch& grid, const Launch& waited_for, const Launch& waiter) const;

  bool known_ = false;
  std::vector<Launch> launches_;
  std::vector<Launch> refused_;
  std::unordered_map<int, std::size_t> by_id_;
};

void PrintTo(const Launches& launches, std::ostream* os);

}  // namespace harness
