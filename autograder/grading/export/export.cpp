// What all formats share: what a check is called, and what a student may read of it.
#include "grading/export/export.h"

#include <fmt/format.h>

#include <algorithm>

#include "grading/intake/text.h"

namespace grading {
namespace {

const CheckWords* words_of(const Report& report, const CheckResult& check) {
  const auto found =
      std::find_if(report.words.begin(), report.words.end(),
                   [&](const CheckWords& words) { return words.name == check.name; });
  return found == report.words.end() ? nullptr : &*found;
}

// From 1 on, among the hidden checks.
int number_of(const Report& report, const CheckResult& check) {
  int number = 0;
  for (const CheckResult& one : report.graded.checks) {
    if (one.hidden) ++number;
    if (one.name == check.name) break;
  }
  return number;
}

bool has_hidden(const Report& report) {
  const std::vector<CheckResult>& checks = report.graded.checks;
  return std::any_of(checks.begin(), checks.end(),
                     [](const CheckResult& check) { return check.hidden; });
}

/// What a device cannot run fails nobody.
bool passed_in_public(const Report& report) {
  bool passed = false;
  for (const CheckResult& check : report.graded.checks) {
    if (check.hidden || check.verdict == "not_run") continue;
    if (check.verdict != "passed") return false;
    passed = true;
  }
  return passed;
}

}  // namespace

Report report_of(const LessonResult& result) {
  const Standing& standing = result.standing;
  Report report;
  report.student = standing.student;
  report.shown = result.shown_student;
  report.lesson = standing.lesson;
  report.title = result.words->title;
  report.words = result.words->checks;
  report.received_at = standing.handed_in_at();
  report.dated_at = standing.received_at;
  report.found_at = standing.found_at;
  report.graded_at = standing.graded_at;
  report.override_reason = standing.override_reason;
  report.has_score = result.stage == Stage::kGraded;
  if (report.has_score) {
    report.graded = {standing.verdict,    standing.message, standing.points,
                     standing.max_points, standing.seconds, result.checks};
  } else {
    report.graded = {"refused", result.why, 0, result.words->max_points, 0, {}};
  }
  return report;
}

std::string title_of(const Report& report, const CheckResult& check) {
  if (check.hidden) {
    return fmt::format("The instructor's own check {}", number_of(report, check));
  }
  const CheckWords* words = words_of(report, check);
  return in_one_line(words == nullptr || words->what.empty() ? check.name : words->what);
}

std::string name_of(const Report& report, const CheckResult& check) {
  if (check.hidden) return fmt::format("own-check-{}", number_of(report, check));
  return in_one_line(check.name);
}

std::string message_for_student(const CheckResult& check) {
  if (check.verdict == "passed") return {};
  if (check.hidden) return "a check of the instructor's own, whose input is not shown";
  return cleaned(check.message);
}

std::string verdict_for_student(const CheckResult& check) {
  return check.hidden && check.verdict != "passed" ? "failed" : check.verdict;
}

double seconds_for_student(const CheckResult& check) {
  return check.hidden ? 0 : check.milliseconds / 1000;
}

std::string verdict_for_student(const Report& report) {
  const std::string& verdict = report.graded.verdict;
  const bool from_hidden = has_hidden(report) && passed_in_public(report);
  return from_hidden && verdict != "passed" ? "failed" : verdict;
}

// One that no public check has, such as that all runs together took too long, may come from hidden
// checks. The compiler's is every check's.
std::string message_for_student(const Report& report) {
  const std::vector<CheckResult>& checks = report.graded.checks;
  const bool is_public =
      !has_hidden(report) ||
      std::any_of(checks.begin(), checks.end(), [&](const CheckResult& check) {
        return !check.hidden && check.verdict != "passed" && check.message == report.graded.message;
      });
  return is_public ? cleaned(report.graded.message) : "";
}

double seconds_for_student(const Report& report) {
  if (!has_hidden(report)) return report.graded.seconds;
  double seconds = 0;
  for (const CheckResult& check : report.graded.checks) seconds += seconds_for_student(check);
  return seconds;
}

std::int64_t graded_at_for_student(const Report& report) {
  return has_hidden(report) ? 0 : report.graded_at;
}

}  // namespace grading
