// build/durations/LESSON: a name and its seconds a line.
#include "course/judge/durations.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <sstream>

namespace course {

Durations::Durations(const Course& course, const Lesson& lesson)
    : file_(course.build / "durations" / lesson.name) {
  if (!std::filesystem::exists(file_)) return;
  std::istringstream lines(read_file(file_));
  std::string name;
  for (double seconds = 0; lines >> name >> seconds;) seconds_[name] = seconds;
}

std::vector<std::string> Durations::longest_first(std::vector<std::string> checks) const {
  const auto seconds = [this](const std::string& check) {
    const auto known = seconds_.find(check);
    return known == seconds_.end() ? std::numeric_limits<double>::max() : known->second;
  };
  std::stable_sort(checks.begin(), checks.end(), [&](const std::string& a, const std::string& b) {
    return seconds(a) > seconds(b);
  });
  return checks;
}

void Durations::keep(const std::vector<CheckVerdict>& checks) {
  std::string text;
  for (const CheckVerdict& check : checks) seconds_[check.name] = check.seconds;
  for (const auto& [name, seconds] : seconds_) text += fmt::format("{} {:.4f}\n", name, seconds);
  write_file(file_, text);
}

}  // namespace course
