// A schedule of the emulated device: the order in which it runs grids, blocks and threads that
// nothing orders. A check runs once under each schedule it is given.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace harness {

/// One order, by name.
struct Schedule {
  std::string name = "late";  ///< eager, late or random
  std::uint64_t seed = 0;     ///< of random only

  bool operator==(const Schedule&) const = default;
  bool is_random() const { return name == "random"; }
  /// How to repeat it: "--schedule late", "--seed 7".
  std::string option() const;
};

/// Reads "eager,late,random:1,random:2"; throws std::invalid_argument naming the wrong word.
std::vector<Schedule> parse_schedules(std::string_view text);

/// What is tried when nothing else is asked for: late, eager, then `seeds` random ones from 1 on.
std::vector<Schedule> usual_schedules(int seeds);

}  // namespace harness
