// A schedule is the order in which the emulated device runs grids, blocks and threads that nothing
// orders. A check does not choose one: its body runs once under each schedule, and stops at the
// first that fails. By default these are late, eager, and eight random ones.
//
//     (schedule random, seed 7; to see it again: --seed 7)
//
// `seeds = 2` for a `[[check]]` in lesson.toml makes it two random ones, `seeds = 0` none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace harness {

/// One schedule. Outcome::schedule says under which a run happened.
struct Schedule {
  std::string name = "late";  ///< eager, late or random
  std::uint64_t seed = 0;     ///< of random only

  /// Compares name and seed.
  /// @return true if both are equal
  bool operator==(const Schedule&) const = default;
  /// Tests whether the schedule has a seed.
  /// @return true for a random schedule
  bool is_random() const { return name == "random"; }
  /// Says how to repeat a run under this schedule.
  /// @return the option of `./course check`: "--schedule late", "--seed 7"
  std::string option() const;
};

/// Reads a list of schedules, as the option `--schedules` of the check program has it.
/// @param text  names with commas between them: "eager,late,random:1,random:2"
/// @return the schedules, in that order
/// @throws std::invalid_argument with the word that is no schedule
std::vector<Schedule> parse_schedules(std::string_view text);

/// Lists the schedules that a check runs under by default: late, eager, then random ones.
/// @param seeds  how many random schedules, with the seeds 1, 2, …
/// @return the schedules, in the order in which they are tried
std::vector<Schedule> usual_schedules(int seeds);

}  // namespace harness
