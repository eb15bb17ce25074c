// The way of one lesson from source text to verdict.
//
// While the exercise compiles, the check program is asked which tests it has; then each check runs
// in a process of its own, as many at once as there are slots.
#include "course/judge/grading.h"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <future>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "base/process.h"
#include "course/judge/build_cache.h"
#include "course/judge/check_program.h"
#include "course/judge/durations.h"

namespace course {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// What went wrong on our side of one check.
CheckVerdict our_fault(const std::string& check, const std::string& message) {
  CheckVerdict verdict;
  verdict.name = check;
  verdict.verdict = Verdict::kGraderError;
  verdict.message = message;
  return verdict;
}

/// The check program has ended itself (harness/running/program.cpp).
CheckVerdict too_much_to_judge(const std::string& check) {
  CheckVerdict verdict;
  verdict.name = check;
  verdict.verdict = Verdict::kTimedOut;
  verdict.message =
      "there was no end of looking through what the exercise launches: these are far more grids "
      "than it needs";
  return verdict;
}

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

/// The check program's "Suite.Name" without the suite.
std::string without_suite(const std::string& name) { return name.substr(name.find('.') + 1); }

CheckVerdict check_verdict_from(const json& result) {
  CheckVerdict verdict;
  verdict.name = without_suite(result.at("name"));
  verdict.verdict = verdict_from(result.at("verdict"));
  verdict.message = result.value("message", "");
  if (result.contains("file") && result["file"].is_string()) verdict.file = result["file"];
  if (result.contains("line") && result["line"].is_number()) verdict.line = result["line"];
  if (result.contains("schedule") && result["schedule"].is_string()) {
    verdict.schedule = result["schedule"];
  }
  verdict.seed = result.value("seed", 0ULL);
  verdict.cause = cause_from(result.value("cause", ""));
  verdict.seconds = result.value("seconds", 0.0);
  verdict.reaches_for_emulator = result.value("reaches_for_emulator", false);
  verdict.output = result.value("stdout", "") + result.value("stderr", "");
  return verdict;
}

/// The check program's results file: name → verdict.
std::vector<CheckVerdict> read_results(const fs::path& file) {
  const json document = json::parse(read_file(file));
  std::vector<CheckVerdict> results;
  for (const json& result : document.is_array() ? document : document.at("checks")) {
    results.push_back(check_verdict_from(result));
  }
  return results;
}

std::string last_lines(const std::string& text) {
  constexpr std::size_t kMost = 600;
  return text.size() > kMost ? "…" + text.substr(text.size() - kMost) : text;
}

/// One run of the check program for some of a lesson's checks.
class CheckRun {
 public:
  CheckRun(const Course& course, const Lesson& lesson, const GradeRequest& request,
           const fs::path& library)
      : course_(course), lesson_(lesson), request_(request), library_(library) {}

  std::vector<CheckVerdict> run(const std::vector<std::string>& checks) const {
    static std::atomic<unsigned> serial{0};
    const fs::path results =
        library_.parent_path() / fmt::format("results.{}.{}.json", getpid(), ++serial);
    std::vector<CheckVerdict> verdicts;
    try {
      const base::Ended ended = base::run_process(command(checks, results));
      verdicts = judged(checks, ended, results);
    } catch (const std::exception& error) {
      for (const std::string& check : checks) verdicts.push_back(our_fault(check, error.what()));
    }
    fs::remove(results);
    return verdicts;
  }

 private:
  base::Command command(const std::vector<std::string>& checks, const fs::path& results) const {
    std::string filter;
    for (const std::string& check : checks) {
      filter += (filter.empty() ? "" : ":") + lesson_.suite + "." + check;
    }
    base::Command command{
        {check_program(course_, lesson_), "--exercise=" + library_.string(),
         fmt::format("--device={}", device_name(request_.device)),
         "--schedules=" + text_of(schedules_of(checks)), "--results=" + results.string(),
         fmt::format("--seconds={}", lesson_.limits.seconds),
         fmt::format("--memory-mb={}", lesson_.limits.memory_mb), "--gtest_filter=" + filter}};
    if (request_.all_seconds > 0)
      command.arguments.push_back(fmt::format("--all-seconds={}", seconds_left()));
    if (request_.device == Device::kGpu) {
      command.arguments.push_back(fmt::format("--gpus={}", gpus_there()));
    }
    if (!request_.is_sandboxed)
      command.arguments.push_back("--emulator=" + course_.emulator.string());
    command.arguments.insert(command.arguments.end(), request_.check_options.begin(),
                             request_.check_options.end());
    command.folder = course_.root;
    command.stop = request_.stop;
    command.time_limit = backstop(checks.size());
    return command;
  }

  /// Checks that share a process are tried as often as the one that asks for most.
  std::vector<Schedule> schedules_of(const std::vector<std::string>& checks) const {
    if (request_.all_seeds) return request_.schedules;
    unsigned seeds = 1;
    for (const std::string& check : checks) {
      if (const CheckSpec* spec = lesson_.check(check)) seeds = std::max(seeds, spec->seeds);
    }
    return with_seeds(request_.schedules, seeds);
  }

  /// Of the time of all runs, after the check programs that have run before this one. A moment at
  /// least, in which a run can end in a sentence.
  double seconds_left() const {
    constexpr double kMoment = 0.05;
    const double used =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    return std::max(kMoment, request_.all_seconds - used);
  }

  /// The check program has its own limits; this one is for the check program itself.
  std::chrono::milliseconds backstop(std::size_t checks) const {
    const double runs = static_cast<double>(checks * (request_.schedules.size() + 1));
    return std::chrono::milliseconds(
        static_cast<long long>(1000 * (30 + 2 * lesson_.limits.seconds * runs)));
  }

  std::vector<CheckVerdict> judged(const std::vector<std::string>& checks, const base::Ended& ended,
                                   const fs::path& results) const {
    std::vector<CheckVerdict> found;
    if (fs::exists(results)) found = read_results(results);
    for (const std::string& check : checks) {
      const bool known = std::any_of(found.begin(), found.end(),
                                     [&](const CheckVerdict& v) { return v.name == check; });
      if (known) continue;
      if (ended.signal == SIGPROF) {
        found.push_back(too_much_to_judge(check));
        continue;
      }
      found.push_back(
          our_fault(check, fmt::format("the check program gave no verdict (status {}{}): {}",
                                       ended.exit_status, ended.timed_out ? ", took too long" : "",
                                       last_lines(ended.err + ended.out))));
    }
    return found;
  }

  const Course& course_;
  const Lesson& lesson_;
  const GradeRequest& request_;
  fs::path library_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Which checks share a process: on a GPU all (a process there costs a fifth of a second); where
/// they run one after another anyway, those that run under as many schedules; else none.
std::vector<std::vector<std::string>> dealt(const Lesson& lesson, const GradeRequest& request,
                                            const std::vector<std::string>& checks) {
  if (request.device == Device::kGpu) return {checks};
  std::vector<std::vector<std::string>> hands;
  std::map<unsigned, std::size_t> hand_of;  // by number of seeds
  for (const std::string& check : checks) {
    const CheckSpec* spec = lesson.check(check);
    const unsigned seeds = request.all_seeds || spec == nullptr ? 0 : spec->seeds;
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

void Slots::use(const std::function<void()>& work) {
  std::unique_lock lock(mutex_);
  freed_.wait(lock, [this] { return free_ > 0; });
  --free_;
  lock.unlock();
  try {
    work();
  } catch (...) {
    lock.lock();
    ++free_;
    freed_.notify_one();
    throw;
  }
  lock.lock();
  ++free_;
  freed_.notify_one();
}

void in_parallel(std::size_t count, std::size_t threads,
                 const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::vector<std::future<void>> parts;
  for (std::size_t t = 0; t < std::min(count, threads); ++t) {
    parts.push_back(std::async(std::launch::async, [&] {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    }));
  }
  for (std::future<void>& part : parts) part.get();
}

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

unsigned default_jobs() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&allowed)));
  }
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace course
