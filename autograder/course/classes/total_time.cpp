// FOLDER/LESSON-MACHINE: the key and the seconds.
#include "course/classes/total_time.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <exception>
#include <sstream>

#include "course/course.h"

namespace course {

namespace fs = std::filesystem;

namespace {

constexpr double kTimes = 4, kLeast = 60, kMost = 120, kTimesWhereSlow = 2;

std::string name_of_machine() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  std::string text = name.data();
  std::replace(text.begin(), text.end(), '/', '-');
  return text;
}

}  // namespace

TotalTime total_time(double expected) {
  if (expected <= 0) return {kMost, 0, false};
  return {std::max(std::clamp(kTimes * expected, kLeast, kMost), kTimesWhereSlow * expected),
          expected, false};
}

std::string sentence_about(const TotalTime& time) {
  if (time.chosen)
    return fmt::format("the limit is {:g} s, as the instructor has set it", time.seconds);
  if (time.expected <= 0) return fmt::format("the limit is {:g} s", time.seconds);
  return fmt::format(
      "the limit is {:.0f} s: four times the {:.2g} s that the course's solution takes on this "
      "machine, but at least {:g} s and, where that is enough, at most {:g} s",
      time.seconds, time.expected, kLeast, kMost);
}

double ExpectedTimes::of(const std::string& lesson, const std::function<std::string()>& key,
                         const std::function<double()>& measure) {
  std::promise<double> promise;
  std::shared_future<double> known;
  {
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(lesson);
    if (found != known_.end()) known = found->second;
    if (!known.valid()) known_[lesson] = promise.get_future().share();
  }
  if (known.valid()) return known.get();
  const double seconds = kept_or_measured(lesson, key, measure);
  promise.set_value(seconds);
  return seconds;
}

double ExpectedTimes::kept_or_measured(const std::string& lesson,
                                       const std::function<std::string()>& key,
                                       const std::function<double()>& measure) const {
  const fs::path file = folder_ / (lesson + "-" + name_of_machine());
  try {
    const std::string wanted_key = key();
    std::string kept_key;
    double seconds = 0;
    if (fs::exists(file)) std::istringstream(read_file(file)) >> kept_key >> seconds;
    if (kept_key == wanted_key && seconds > 0) return seconds;
    seconds = measure();
    if (seconds > 0) write_file(file, fmt::format("{} {:.4f}\n", wanted_key, seconds));
    return seconds;
  } catch (const std::exception&) {  // the limit is the usual one then
    return 0;
  }
}

}  // namespace course
