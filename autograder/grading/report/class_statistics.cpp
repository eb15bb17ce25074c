// Counting.
#include "grading/report/class_statistics.h"

#include <fmt/format.h>

#include <algorithm>

#include "grading/gradebook/failure_kind.h"
#include "grading/gradebook/not_judged.h"
#include "grading/intake/names.h"
#include "grading/intake/text.h"

namespace grading {
namespace {

constexpr std::size_t kLongestExample = 600;  // bytes

// The same of another lesson makes one remark longer. Students come one after the other.
void remark(std::vector<Remark>& all, const std::string& student, const std::string& lesson,
            const std::string& text) {
  for (auto last = all.rbegin(); last != all.rend() && last->student == student; ++last) {
    if (last->text == text) return last->lessons.push_back(lesson);
  }
  all.push_back({student, text, {lesson}});
}

}  // namespace

std::string lessons_in_words(const Remark& remark) {
  if (remark.lessons.empty()) return "everything";
  return remark.lessons.size() == 1 ? remark.lessons[0]
                                    : fmt::format("{} lessons", remark.lessons.size());
}

std::size_t lessons_of(const std::vector<Remark>& remarks) {
  std::size_t count = 0;
  for (const Remark& one : remarks) count += std::max<std::size_t>(1, one.lessons.size());
  return count;
}

LessonStatistics::LessonStatistics(const LessonWords& lesson)
    : words_(&lesson), max_points_(lesson.max_points) {
  for (const CheckWords& check : lesson.checks) checks_.push_back({check.name});
}

void LessonStatistics::add(const LessonResult& result) {
  if (result.stage == Stage::kWaiting) ++waiting_;
  if (result.stage == Stage::kOurFault) ++our_fault_;
  if (result.stage != Stage::kGraded) return;
  ++graded_;
  if (result.standing.verdict == "passed") ++passed_;
  max_points_ = std::max(max_points_, result.standing.max_points);
  ++points_[result.standing.points];
  for (const CheckResult& check : result.checks) add_check(check);
  add_failures(result);
  add_versions(result.standing);
}

void LessonStatistics::add_check(const CheckResult& check) {
  auto found = std::find_if(checks_.begin(), checks_.end(), [&](const CheckStatistics& one) {
    return one.name == check.name && (one.hidden == check.hidden || one.points == 0);
  });
  if (found == checks_.end()) {
    checks_.push_back({check.name});
    found = checks_.end() - 1;
  }
  found->hidden = check.hidden;
  found->points = std::max(found->points, check.max_points);
  ++(check.verdict == "passed"    ? found->passed
     : check.verdict == "not_run" ? found->not_run
                                  : found->failed);
}

// What is said of the whole lesson is not said again for each of its checks.
void LessonStatistics::add_failures(const LessonResult& result) {
  const Standing& standing = result.standing;
  if (!standing.message.empty() && standing.verdict != "passed") {
    add_failure("", false, standing.verdict, standing.message);
  }
  for (const CheckResult& check : result.checks) {
    if (check.verdict == "passed" || check.verdict == "not_run") continue;
    const bool said =
        !standing.message.empty() && (check.message.empty() || check.message == standing.message);
    if (!said) add_failure(check.name, check.hidden, check.verdict, check.message);
  }
}

void LessonStatistics::add_failure(const std::string& check, bool hidden,
                                   const std::string& verdict, const std::string& message) {
  const std::string kind = failure_kind(message);
  Failures& failures = failures_[{check, verdict, kind}];
  if (failures.students++ != 0) return;
  failures.check = check;
  failures.verdict = verdict;
  failures.kind = kind;
  failures.hidden = hidden;
  failures.example = shortened(cleaned(message.substr(0, 4 * kLongestExample)), kLongestExample);
}

void LessonStatistics::add_versions(const Standing& standing) {
  GradedWith& with =
      graded_with_[{standing.grader, standing.versions.checks, standing.versions.toolchain}];
  with.grader = standing.grader;
  with.versions = standing.versions;
  with.first =
      with.submissions == 0 ? standing.graded_at : std::min(with.first, standing.graded_at);
  with.last = std::max(with.last, standing.graded_at);
  ++with.submissions;
}

double LessonStatistics::mean() const {
  double sum = 0;
  for (const auto& [points, students] : points_) sum += static_cast<double>(points) * students;
  return graded_ == 0 ? 0 : sum / graded_;
}

// The points of the student who is `rank`th from below, from 0 on.
int LessonStatistics::points_at(int rank) const {
  for (const auto& [points, students] : points_) {
    if (rank < students) return points;
    rank -= students;
  }
  return 0;
}

double LessonStatistics::median() const {
  if (graded_ == 0) return 0;
  return (points_at((graded_ - 1) / 2) + points_at(graded_ / 2)) / 2.0;
}

std::vector<Failures> LessonStatistics::commonest(std::size_t most) const {
  std::vector<Failures> all;
  for (const auto& [kind, failures] : failures_) all.push_back(failures);
  std::stable_sort(all.begin(), all.end(),
                   [](const Failures& a, const Failures& b) { return a.students > b.students; });
  if (all.size() > most) all.resize(most);
  return all;
}

std::vector<GradedWith> LessonStatistics::graded_with() const {
  std::vector<GradedWith> all;
  for (const auto& [key, with] : graded_with_) all.push_back(with);
  std::stable_sort(all.begin(), all.end(), [](const GradedWith& a, const GradedWith& b) {
    return a.submissions > b.submissions;
  });
  return all;
}

ClassStatistics::ClassStatistics(const std::vector<LessonWords>& words)
    : not_handed_in(words.size()) {
  for (const LessonWords& lesson : words) lessons.emplace_back(lesson);
}

std::string ClassStatistics::shown(const std::string& student) const {
  const auto found = shown_.find(student);
  return found == shown_.end() ? shown_name(student) : found->second;
}

void ClassStatistics::add_remarks(const LessonResult& result, StudentLine& line) {
  const Standing& standing = result.standing;
  const auto note = [&](std::vector<Remark>& all, const std::string& text) {
    remark(all, standing.student, standing.lesson, text);
  };
  if (result.stage == Stage::kOurFault) note(our_fault, result.why);
  if (result.stage == Stage::kRefused && result.refused_with_all) {
    if (refused.empty() || refused.back().student != standing.student) {
      refused.push_back({standing.student, result.why, {}});
    }
  } else if (result.stage == Stage::kRefused) {
    note(refused, result.why);
  }
  if (result.stage != Stage::kGraded) return;
  const bool judged = std::ranges::none_of(standing.flags, &is_not_judged);
  if (!standing.flags.empty()) ++(judged ? line.flagged : line.not_judged);
  for (const std::string& flag : standing.flags)
    is_not_judged(flag) ? note(not_judged, standing.message) : note(flagged, flag);
  if (!standing.override_reason.empty()) {
    note(overridden, fmt::format("{} of {} points: {}", standing.points, standing.max_points,
                                 standing.override_reason));
  }
}

void ClassStatistics::add(const StudentResults& student) {
  StudentLine line;
  line.name = student.name;
  if (!student.shown.empty()) shown_[student.name] = student.shown;
  bool tried = false;  // something came, be it refused
  for (std::size_t i = 0; i < student.lessons.size(); ++i) {
    const LessonResult& result = student.lessons[i];
    lessons[i].add(result);
    add_remarks(result, line);
    if (result.stage == Stage::kMissing) continue;
    tried = true;
    line.handed_in += result.stage == Stage::kRefused ? 0 : 1;
    if (result.stage != Stage::kGraded) continue;
    line.points += result.standing.points;
    line.max_points += result.standing.max_points;
    line.passed += result.standing.verdict == "passed" ? 1 : 0;
  }
  if (!tried) handed_in_nothing.push_back(student.name);
  for (std::size_t i = 0; tried && i < student.lessons.size(); ++i) {
    if (student.lessons[i].stage == Stage::kMissing) {
      not_handed_in[i].push_back(student.name);
    }
  }
  students.push_back(std::move(line));
}

}  // namespace grading
