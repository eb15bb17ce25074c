// The list of schedules.
#include "course/lesson/schedule.h"

#include <fmt/format.h>

namespace course {

std::string text_of(const Schedule& schedule) {
  return schedule.kind == "random" ? fmt::format("random:{}", schedule.seed) : schedule.kind;
}

std::string text_of(const std::vector<Schedule>& schedules) {
  std::string text;
  for (const Schedule& schedule : schedules) text += (text.empty() ? "" : ",") + text_of(schedule);
  return text;
}

std::vector<Schedule> schedules_for(const ScheduleChoice& choice) {
  if (choice.kind == "eager" || choice.kind == "late") return {{choice.kind, 0}};
  if (choice.seed) return {{"random", *choice.seed}};
  std::vector<Schedule> schedules;
  // Late first: it shows what is not ordered as what it is, a race.
  if (choice.kind.empty()) schedules = {{"late", 0}, {"eager", 0}};
  for (unsigned seed = 1; seed <= choice.seeds.value_or(kSeeds); ++seed)
    schedules.push_back({"random", seed});
  return schedules;
}

std::vector<Schedule> with_seeds(const std::vector<Schedule>& schedules, unsigned most) {
  std::vector<Schedule> fewer;
  unsigned seeds = 0;
  for (const Schedule& schedule : schedules) {
    if (schedule.kind != "random" || seeds++ < most) fewer.push_back(schedule);
  }
  if (fewer.empty() && !schedules.empty()) return {schedules.front()};  // somebody asked for it
  return fewer;
}

}  // namespace course
