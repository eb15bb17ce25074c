// Under which orders of grids, blocks and threads an exercise is run.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace course {

struct Schedule {
  std::string kind = "late";  ///< eager, late or random
  unsigned long long seed = 0;
};

/// "late" or "random:7", as the check program reads it.
std::string text_of(const Schedule& schedule);
/// "eager,late,random:1".
std::string text_of(const std::vector<Schedule>& schedules);

/// How many random schedules a check runs under unless it or the command line says otherwise.
inline constexpr unsigned kSeeds = 8;

/// What the command line asked for. Nothing asked: late, eager and kSeeds random ones.
struct ScheduleChoice {
  std::string kind;                        ///< empty: all kinds
  std::optional<unsigned long long> seed;  ///< just this one of the random schedules
  std::optional<unsigned> seeds;           ///< so many random ones, for every check

  bool is_ordinary() const { return kind.empty() && !seed && !seeds; }
};
std::vector<Schedule> schedules_for(const ScheduleChoice& choice);

/// `schedules` with no more than the first `most` of the random ones; the first of all rather than
/// none.
std::vector<Schedule> with_seeds(const std::vector<Schedule>& schedules, unsigned most);

}  // namespace course
