// That each mistake is caught by the check that it names, in the words that it names; see
// lesson_proof.h.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <mutex>
#include <set>
#include <stdexcept>

#include "course/judge/failures.h"
#include "course/lesson/mistake.h"
#include "course/proof/lesson_proof.h"
#include "course/proof/quotes.h"

namespace course {

namespace fs = std::filesystem;

namespace {

constexpr const char* kNoMistakes = "there are no mistakes to try";

void append(Complaints& to, const Complaints& more) {
  to.insert(to.end(), more.begin(), more.end());
}

fs::path folder_of(const Course& course, const Lesson& lesson, const Mistake& mistake) {
  return course.build / "mistakes" / lesson.name / mistake.slug;
}

/// The checks' verdicts on the solution with the mistake in it: on `only`, or of all where it is
/// empty. Throws std::runtime_error when one could not be run.
LessonVerdict verdict_on(const Course& course, const Lesson& lesson, const Mistake& mistake,
                         const std::vector<Schedule>& schedules, Slots& slots,
                         const std::vector<std::string>& only = {}) {
  if (lesson.check(mistake.check) == nullptr) {
    throw std::runtime_error(
        fmt::format("mistake {}: the lesson has no check {}", mistake.slug, mistake.check));
  }
  const fs::path folder = folder_of(course, lesson, mistake);
  apply_mistake(course, lesson, mistake, folder);
  LessonVerdict verdict =
      grade_lesson(course, lesson, {folder, Device::kEmulator, schedules, only}, slots);
  for (const CheckVerdict& check : verdict.checks) {
    if (check.verdict != Verdict::kGraderError && check.verdict != Verdict::kNotRun) continue;
    throw std::runtime_error(fmt::format("mistake {}: {}", mistake.slug, check.message));
  }
  if (verdict.checks.empty()) {
    throw std::runtime_error(fmt::format("mistake {}: no check was run", mistake.slug));
  }
  return verdict;
}

CheckVerdict on_named_check(const LessonVerdict& verdict, const Mistake& mistake) {
  return *std::ranges::find(verdict.checks, mistake.check, &CheckVerdict::name);
}

/// All checks under the schedule that finds most; under all of them where the named check passes
/// so, or if every mistake is to be tried so.
LessonVerdict verdict_of_all_checks(const Course& course, const Lesson& lesson,
                                    const Mistake& mistake, Thoroughness thoroughness,
                                    Slots& slots) {
  if (thoroughness != Thoroughness::kAllSchedules) {
    LessonVerdict late = verdict_on(course, lesson, mistake, {{"late", 0}}, slots);
    if (on_named_check(late, mistake).failed()) return late;
  }
  return verdict_on(course, lesson, mistake, schedules_for({}), slots);
}

/// The named check must have failed, and what `course check` prints first must have the mistake's
/// words.
std::string mistake_complaint(const Course& course, const Lesson& lesson, const Mistake& mistake,
                              const LessonVerdict& verdict) {
  if (!on_named_check(verdict, mistake).failed()) {
    return fmt::format("mistake {} is not caught by {}", mistake.slug, mistake.check);
  }
  const fs::path exercise = folder_of(course, lesson, mistake) / lesson.name / "exercise.cu";
  const CheckVerdict& first = *failures_in_order(lesson, verdict, {}).front();
  const std::string printed = as_printed(course, lesson, verdict, exercise, Detail::kFirst);
  for (const std::string& words : mistake.words) {
    if (first.message.find(words) != std::string::npos && is_printed(words, printed)) continue;
    return fmt::format(
        "mistake {}: the words \"{}\" are not in what is told first, which {} says ({}, {}):\n{}",
        mistake.slug, words, first.name, verdict_name(first.verdict), cause_name(first.cause),
        first.message);
  }
  return "";
}

/// The seeds under which the mistake is not caught: "3, 7".
std::string seeds_that_pass(const Course& course, const Lesson& lesson, const Mistake& mistake,
                            unsigned seeds, Slots& slots) {
  std::string passing;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const LessonVerdict verdict =
        verdict_on(course, lesson, mistake, {{"random", seed}}, slots, {mistake.check});
    if (verdict.checks.front().failed()) continue;
    passing += (passing.empty() ? "" : ", ") + std::to_string(seed);
  }
  return passing;
}

std::string try_seeds(const Course& course, const Lesson& lesson, const Mistake& mistake,
                      unsigned seeds, Slots& slots) {
  const std::string passing = seeds_that_pass(course, lesson, mistake, seeds, slots);
  if (passing.empty() == mistake.hides.empty()) return "";
  if (passing.empty()) {
    return fmt::format("mistake {}: its header says Hides:, but {} catches it under every seed",
                       mistake.slug, mistake.check);
  }
  return fmt::format("mistake {}: {} passes under seed {} alone", mistake.slug, mistake.check,
                     passing);
}

/// What `complaint_of` says of each of `mistakes`; it may throw.
Complaints of_each(const std::vector<Mistake>& mistakes, const Slots& slots,
                   const std::function<std::string(const Mistake&)>& complaint_of) {
  Complaints complaints;
  std::mutex mutex;
  in_parallel(mistakes.size(), slots.count(), [&](std::size_t i) {
    std::string complaint;
    try {
      complaint = complaint_of(mistakes[i]);
    } catch (const std::exception& error) {
      complaint = error.what();
    }
    const std::lock_guard lock(mutex);
    if (!complaint.empty()) complaints.push_back(complaint);
  });
  return complaints;
}

/// Moves out of `mistakes` the first, and those that README.md says it quotes.
std::vector<Mistake> take_sample(const Lesson& lesson, std::vector<Mistake>& mistakes) {
  std::set<std::string> wanted = {mistakes.front().slug};
  for (const Quote& quote : quotes_of(lesson)) wanted.insert(quote.mistake);
  const auto rest =
      std::stable_partition(mistakes.begin(), mistakes.end(),
                            [&](const Mistake& mistake) { return wanted.contains(mistake.slug); });
  std::vector<Mistake> sample(mistakes.begin(), rest);
  mistakes.erase(mistakes.begin(), rest);
  return sample;
}

/// Of `mistakes` alone; what their checks say is added to `reports`.
Complaints complaints_of_these(const Course& course, const Lesson& lesson, Slots& slots,
                               Thoroughness thoroughness, const std::vector<Mistake>& mistakes,
                               std::string& reports) {
  std::mutex mutex;
  return of_each(mistakes, slots, [&](const Mistake& mistake) {
    const LessonVerdict verdict =
        verdict_of_all_checks(course, lesson, mistake, thoroughness, slots);
    const fs::path exercise = folder_of(course, lesson, mistake) / lesson.name / "exercise.cu";
    const std::string report = as_quoted(course, lesson, verdict, exercise);
    const std::lock_guard lock(mutex);
    reports += report;
    return mistake_complaint(course, lesson, mistake, verdict);
  });
}

}  // namespace

Complaints mistake_complaints(const Course& course, const Lesson& lesson, Slots& slots,
                              Thoroughness thoroughness) {
  std::vector<Mistake> rest = load_mistakes(course, lesson);
  if (rest.empty()) return {kNoMistakes};
  const std::vector<Mistake> sample = take_sample(lesson, rest);
  std::string reports;
  Complaints complaints = complaints_of_these(course, lesson, slots, thoroughness, sample, reports);
  Complaints quotes = quote_complaints(course, lesson, false, reports);
  if (thoroughness != Thoroughness::kSample || !quotes.empty()) {
    append(complaints, complaints_of_these(course, lesson, slots, thoroughness, rest, reports));
    quotes = quote_complaints(course, lesson, false, reports);
  }
  append(complaints, quotes);
  return complaints;
}

Complaints seed_complaints(const Course& course, const Lesson& lesson, unsigned seeds,
                           Slots& slots) {
  const std::vector<Mistake> mistakes = load_mistakes(course, lesson);
  if (mistakes.empty()) return {kNoMistakes};
  return of_each(mistakes, slots, [&](const Mistake& mistake) {
    return try_seeds(course, lesson, mistake, seeds, slots);
  });
}

}  // namespace course
