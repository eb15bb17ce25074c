// What all formats share: what a check is called, and what a student may read of it.
#include "grading/export.h"

#include <fmt/format.h>

#include <algorithm>

#include "grading/text.h"

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

}  // namespace

Report report_of(const LessonResult& result) {
  const Standing& standing = result.standing;
  Report report;
  report.student = standing.student;
  report.shown = result.shown_student;
  report.lesson = standing.lesson;
  report.title = result.words->title;
  report.words = result.words->checks;
  report.received_at = standing.received_at;
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

}  // namespace grading
