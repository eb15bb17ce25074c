// Schedules as the command line names them.
#include "harness/schedule.h"

#include <charconv>
#include <stdexcept>

namespace harness {
namespace {

Schedule parse_schedule(std::string_view word) {
  if (word == "eager" || word == "late") return {std::string(word), 0};
  constexpr std::string_view kRandom = "random:";
  if (word.starts_with(kRandom)) {
    const std::string_view digits = word.substr(kRandom.size());
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), seed);
    if (error == std::errc() && end == digits.end()) return {"random", seed};
  }
  throw std::invalid_argument("no such schedule: '" + std::string(word) +
                              "' (eager, late or random:SEED)");
}

}  // namespace

std::string Schedule::option() const {
  return is_random() ? "--seed " + std::to_string(seed) : "--schedule " + name;
}

std::vector<Schedule> parse_schedules(std::string_view text) {
  std::vector<Schedule> schedules;
  while (true) {
    const std::size_t comma = text.find(',');
    schedules.push_back(parse_schedule(text.substr(0, comma)));
    if (comma == std::string_view::npos) return schedules;
    text.remove_prefix(comma + 1);
  }
}

std::vector<Schedule> usual_schedules(int seeds) {
  std::vector<Schedule> schedules = {{"late", 0}, {"eager", 0}};
  for (int seed = 1; seed <= seeds; ++seed) {
    schedules.push_back({"random", static_cast<std::uint64_t>(seed)});
  }
  return schedules;
}

}  // namespace harness
