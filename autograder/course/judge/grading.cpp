// The way of one lesson from source text to verdict.
//
// While the exercise compiles, the check program is asked which tests it has; then each check runs
// in a process of its own, as many at once as there are slots.
#include "course/judge/grading.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>

#include "base/process.h"
#include "course/judge/build_cache.h"
#include "course/judge/check_program.h"
#include "course/judge/check_run.h"
#include "course/judge/durations.h"

namespace course {

namespace fs = std::filesystem;

namespace {

/// The names of a suite's tests, from what --gtest_list_tests prints.
std::vector<std::string> listed_tests(const std::string& listing, const std::string& suite) {
  std::vector<std::string> names;
  std::istringstream lines(listing);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ")) {
      inside = line.substr(0, line.find(' ')) == suite + ".";
    } else if (inside) {
      names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
  }
  return names;
}

/// Which checks share a process: on a GPU all (a process there costs a fifth of a second); where
/// they run one after another anyway, those that run under as many schedules; else none.
std::vector<std::vector<std::string>> dealt(const Lesson& lesson, const GradeRequest& request,
                                            const std::vector<std::string>& checks) {
  if (request.device == Device::kGpu) return {checks};
  std::vector<std::vector<std::string>> hands;
  std::map<std::optional<unsigned>, std::size_t> hand_of;  // by number of seeds; none: all
  for (const std::string& check : checks) {
    const CheckSpec* spec = lesson.check(check);
    std::optional<unsigned> seeds;
    if (!request.all_seeds && spec != nullptr) seeds = spec->seeds;
    if (!request.shares_processes || !hand_of.contains(seeds)) {
      hand_of[seeds] = hands.size();
      hands.emplace_back();
    }
    hands[hand_of[seeds]].push_back(check);
  }
  return hands;
}

/// lesson.toml and the check program must name the same checks, or one would go unchecked unseen.
std::vector<CheckVerdict> disagreements(const Lesson& lesson,
                                        const std::vector<std::string>& tests) {
  std::vector<CheckVerdict> faults;
  for (const CheckSpec& spec : lesson.checks) {
    if (std::find(tests.begin(), tests.end(), spec.name) == tests.end()) {
      faults.push_back(our_fault(
          spec.name, fmt::format("lesson.toml names this check, but there is no {}.{} in the "
                                 "check program",
                                 lesson.suite, spec.name)));
    }
  }
  for (const std::string& test : tests) {
    if (lesson.check(test) == nullptr) {
      faults.push_back(our_fault(
          test, fmt::format("the check program has {}.{}, but lesson.toml does not name it",
                            lesson.suite, test)));
    }
  }
  return faults;
}

bool wanted(const GradeRequest& request, const std::string& check) {
  return request.only.empty() ||
         std::find(request.only.begin(), request.only.end(), check) != request.only.end();
}

std::vector<std::string> runnable(const Lesson& lesson, const std::vector<std::string>& tests,
                                  const GradeRequest& request) {
  std::vector<std::string> names;
  for (const CheckSpec& spec : lesson.checks) {
    const bool exists = std::find(tests.begin(), tests.end(), spec.name) != tests.end();
    const bool possible = request.device == Device::kEmulator || !spec.needs_emulator;
    if (exists && possible && wanted(request, spec.name)) names.push_back(spec.name);
  }
  return names;
}

/// Points from lesson.toml; the order of lesson.toml; what did not run is said to be not run.
std::vector<CheckVerdict> in_order(const Lesson& lesson, const GradeRequest& request,
                                   const std::vector<CheckVerdict>& found) {
  std::vector<CheckVerdict> ordered;
  for (const CheckSpec& spec : lesson.checks) {
    if (!wanted(request, spec.name)) continue;
    CheckVerdict verdict;
    verdict.name = spec.name;
    verdict.message = "needs the emulator: looks at what the device did";
    for (const CheckVerdict& candidate : found) {
      if (candidate.name == spec.name) verdict = candidate;
    }
    verdict.max_points = spec.points;
    verdict.points = verdict.verdict == Verdict::kPassed ? spec.points : 0;
    ordered.push_back(verdict);
  }
  for (const CheckVerdict& candidate : found) {
    if (lesson.check(candidate.name) == nullptr) ordered.push_back(candidate);
  }
  return ordered;
}

std::vector<CheckVerdict> run_checks(const Course& course, const CheckRun& check_run,
                                     const Lesson& lesson, const std::vector<std::string>& tests,
                                     const GradeRequest& request, Slots& slots) {
  std::vector<CheckVerdict> found = disagreements(lesson, tests);
  Durations durations(course, lesson);
  const auto hands =
      dealt(lesson, request, durations.longest_first(runnable(lesson, tests, request)));
  std::mutex mutex;
  in_parallel(hands.size(), slots.count(), [&](std::size_t i) {
    if (request.stop.stop_requested()) return;
    std::vector<CheckVerdict> verdicts;
    slots.use([&] { verdicts = check_run.run(hands[i]); });
    const std::lock_guard lock(mutex);
    found.insert(found.end(), verdicts.begin(), verdicts.end());
  });
  const bool ordinary =
      request.only.empty() && !request.shares_processes && !request.stop.stop_requested();
  if (ordinary && request.device == Device::kEmulator) durations.keep(found);
  return in_order(lesson, request, found);
}

std::string shown(const Course& course, const CheckVerdict& check) {
  return check.file.empty() ? "" : course.shown(check.file);
}

LessonVerdict checked(const Course& course, const Lesson& lesson, const GradeRequest& request,
                      const fs::path& exercise, const fs::path& library,
                      const std::vector<std::string>& tests, Slots& slots) {
  LessonVerdict result;
  result.name = lesson.name;
  result.device = device_name(request.device);
  result.checks =
      run_checks(course, CheckRun(course, lesson, request, library), lesson, tests, request, slots);
  result.verdict = summary_of(result.checks);
  for (CheckVerdict& check : result.checks) {
    // The report knows the exercise by its name only, GoogleTest its checks by their full path.
    check.file = check.file == exercise.filename() ? course.shown(exercise) : shown(course, check);
  }
  return result;
}

LessonVerdict compiled_and_checked(const Course& course, const Lesson& lesson,
                                   const GradeRequest& request, Slots& slots) {
  const char* device = device_name(request.device);
  const fs::path exercise = request.exercise_of(lesson);
  if (!fs::is_regular_file(exercise)) {
    const char* what = fs::exists(exercise) ? ": this is no file" : ": there is no such file";
    return same_for_all(lesson, device, Verdict::kNotRun, course.shown(exercise) + what);
  }
  auto tests = std::async(std::launch::async, [&] { return tests_of(course, lesson); });
  Compiled compiled;
  slots.use(
      [&] { compiled = compile_exercise(course, lesson, exercise, request.device, request.stop); });
  const std::vector<std::string> names = tests.get();
  if (!compiled.ok) {
    const Verdict verdict = compiled.our_fault ? Verdict::kGraderError : Verdict::kDoesNotCompile;
    return same_for_all(lesson, device, verdict, compiled.complaint);
  }
  return checked(course, lesson, request, exercise, compiled.library, names, slots);
}

}  // namespace

LessonVerdict grade_lesson(const Course& course, const Lesson& lesson, const GradeRequest& request,
                           Slots& slots) {
  const auto start = std::chrono::steady_clock::now();
  LessonVerdict result;
  try {
    result = compiled_and_checked(course, lesson, request, slots);
  } catch (const std::exception& error) {
    result = same_for_all(lesson, device_name(request.device), Verdict::kGraderError,
                          sentence_of(error));
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

LessonVerdict check_library(const Course& course, const Lesson& lesson, const GradeRequest& request,
                            const fs::path& exercise, const fs::path& library, Slots& slots) {
  return checked(course, lesson, request, exercise, library, tests_of(course, lesson), slots);
}

std::vector<std::string> tests_of(const Course& course, const Lesson& lesson) {
  const base::Ended ended = base::run_process({{check_program(course, lesson), "--gtest_list_tests",
                                                "--gtest_filter=" + lesson.suite + ".*"}});
  if (!ended.ok())
    throw std::runtime_error("the check program cannot list its tests: " + ended.err);
  return listed_tests(ended.out, lesson.suite);
}

}  // namespace course
