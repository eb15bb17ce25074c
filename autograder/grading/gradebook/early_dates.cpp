// Files' times against our own.
#include "grading/gradebook/early_dates.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <utility>

namespace grading {
namespace {

// Clocks of file servers go wrong by that much.
constexpr std::int64_t kSeconds = 10 * 60;

std::string in_words(std::int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm utc{};
  gmtime_r(&time, &utc);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02} UTC", utc.tm_year + 1900, utc.tm_mon + 1,
                     utc.tm_mday, utc.tm_hour, utc.tm_min);
}

bool is_late(const Standing& one) { return one.received_at + kSeconds < one.missing_at; }

std::string flag_of(const Standing& one) {
  return fmt::format(
      "its files say that they are of {}, but the intake of {} did not take this version in, and "
      "the one of {} did: it may have been handed in between them, under an early date",
      in_words(one.received_at), in_words(one.missing_at), in_words(one.found_at));
}

std::string note_of(const std::string& lesson, std::size_t late, std::int64_t missing_at) {
  return fmt::format(
      "{}: {} students have files that say they are older than the intake of {}, which did not take "
      "them in. If you have copied the class's files late, with their times, all is well",
      lesson, late, in_words(missing_at));
}

}  // namespace

std::vector<std::string> judge_dates(std::vector<Standing>& standings) {
  constexpr std::size_t kFew = 3;
  std::map<std::string, std::size_t> all;
  std::map<std::pair<std::string, std::int64_t>, std::vector<Standing*>> late;
  for (Standing& one : standings) {
    ++all[one.lesson];
    if (is_late(one)) late[{one.lesson, one.missing_at}].push_back(&one);
  }
  std::vector<std::string> notes;
  for (const auto& [when, those] : late) {
    const auto& [lesson, missing_at] = when;
    if (those.size() > kFew && 2 * those.size() > all[lesson]) {
      notes.push_back(note_of(lesson, those.size(), missing_at));
      continue;
    }
    for (Standing* one : those) {
      one->dated_too_early = true;
      one->flags.push_back(flag_of(*one));
    }
  }
  return notes;
}

}  // namespace grading
