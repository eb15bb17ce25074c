#include "course/classes/graded_checks.h"

#include <fmt/format.h>

#include <filesystem>

#include "grading/intake/text.h"

namespace course {

namespace {

/// "exercise.cu:31: " in front, where the message is about a line of it.
std::string with_place(const CheckVerdict& check) {
  const bool in_exercise = std::filesystem::path(check.file).filename() == "exercise.cu" &&
                           check.line > 0 && !check.message.starts_with("exercise.cu:");
  return in_exercise ? fmt::format("exercise.cu:{}: {}", check.line, check.message) : check.message;
}

grading::CheckResult result_of(const CheckVerdict& check, bool hidden) {
  grading::CheckResult result;
  result.name = check.name;
  result.verdict = verdict_name(check.verdict);
  result.message = check.verdict == Verdict::kPassed ? "" : kept(with_place(check));
  result.points = check.points;
  result.max_points = check.max_points;
  result.milliseconds = 1000 * check.seconds;
  result.hidden = hidden;
  return result;
}

}  // namespace

std::string kept(const std::string& message) {
  return grading::shortened_in_the_middle(grading::cleaned(message), grading::kLongestMessage);
}

void add_checks(grading::Graded& graded, const LessonVerdict& verdict, bool hidden) {
  for (const CheckVerdict& check : verdict.checks) {
    graded.checks.push_back(result_of(check, hidden));
  }
  graded.points += verdict.points();
  graded.max_points += verdict.max_points();
}

Verdict both(Verdict own, const std::optional<LessonVerdict>& hidden) {
  if (!hidden || own == Verdict::kGraderError || own != Verdict::kPassed) {
    return hidden && hidden->verdict == Verdict::kGraderError ? Verdict::kGraderError : own;
  }
  return hidden->verdict;
}

}  // namespace course
