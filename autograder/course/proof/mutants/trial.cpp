// One mutant at a time: compiler, check program, and the code without instrumentation.
#include "course/proof/mutants/trial.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <nlohmann/json.hpp>

#include "base/process.h"
#include "course/judge/check_program.h"
#include "course/judge/verdict.h"

namespace course::mutants {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::chrono::seconds kCompilerLimit{60};
constexpr double kShortestLimit = 2;  // seconds
constexpr double kTimesAsLong = 3;    // as the solution
constexpr unsigned kFewSeeds = 3;     // before all
constexpr unsigned kManySeeds = 20;   // more than a check has: shows what fewer would miss
constexpr std::size_t kNearbyKillers = 3;

constexpr std::array kStatuses{std::pair{MutantStatus::kKilled, "killed"},
                               std::pair{MutantStatus::kDoesNotCompile, "does not compile"},
                               std::pair{MutantStatus::kSameCode, "same code"},
                               std::pair{MutantStatus::kSurvived, "survived"},
                               std::pair{MutantStatus::kNotJudged, "not judged"}};

std::vector<Schedule> few_schedules() {
  return schedules_for({.kind = {}, .seed = {}, .seeds = kFewSeeds});
}

template <class Result>
Result result_from(const json& result) {
  const std::string name = result.at("name");
  const bool has_schedule = result.contains("schedule") && result["schedule"].is_string();
  const std::string schedule = has_schedule ? result["schedule"] : "late";
  return {name.substr(name.find('.') + 1), text_of(Schedule{schedule, result.value("seed", 0ULL)}),
          verdict_from(result.at("verdict")), result.value("message", ""),
          result.value("seconds", 0.0)};
}

bool is_failure(Verdict verdict) {
  return verdict != Verdict::kPassed && verdict != Verdict::kNotRun;
}

/// Names of folders, one for each mutant that is tried now.
fs::path fresh_folder(const fs::path& parent) {
  static std::atomic<unsigned> serial{0};
  return parent / fmt::format("{}.{}", getpid(), ++serial);
}

class FolderUntilDone {
 public:
  explicit FolderUntilDone(fs::path folder) : folder_(std::move(folder)) {
    fs::create_directories(folder_);
  }
  ~FolderUntilDone() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  FolderUntilDone(const FolderUntilDone&) = delete;
  FolderUntilDone& operator=(const FolderUntilDone&) = delete;
  const fs::path& path() const { return folder_; }

 private:
  fs::path folder_;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

const char* status_name(MutantStatus status) {
  for (const auto& [known, name] : kStatuses) {
    if (known == status) return name;
  }
  return "";
}

MutantStatus status_from(const std::string& name) {
  for (const auto& [status, known] : kStatuses) {
    if (known == name) return status;
  }
  return MutantStatus::kNotJudged;
}

Trial::Trial(const Course& course, const Lesson& lesson, std::string solution, std::stop_token stop)
    : course_(course),
      lesson_(lesson),
      stop_(std::move(stop)),
      folder_(fresh_folder(course.build / "mutants" / lesson.name)) {
  fs::create_directories(folder_);
  write_file(folder_ / "exercise.cu", solution);
  std::string complaint;
  if (!compile(folder_, complaint)) throw std::runtime_error("does not compile: " + complaint);
  solution_code_ = plain_code(folder_);
  measure();
}

Trial::~Trial() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

/// The solution under few schedules, with the lesson's own limit.
void Trial::measure() {
  double longest = 0;
  for (const Schedule& schedule : few_schedules()) {
    const Run run{checks_under(schedule), {schedule}, lesson_.limits.seconds};
    for (const Result& result : results_of(folder_ / "exercise.so", run)) {
      if (is_failure(result.verdict)) {
        throw std::runtime_error(fmt::format("the solution itself fails {} under {} ({})",
                                             result.check, result.schedule,
                                             verdict_words(result.verdict)));
      }
      longest = std::max(longest, result.seconds);
    }
  }
  seconds_ = std::min(lesson_.limits.seconds, std::max(kShortestLimit, kTimesAsLong * longest));
}

Outcome Trial::of(const std::string& mutant, const Hints& hints) {
  const auto start = std::chrono::steady_clock::now();
  Outcome outcome;
  try {
    const FolderUntilDone folder(fresh_folder(course_.build / "mutants" / lesson_.name));
    write_file(folder.path() / "exercise.cu", mutant);
    outcome = judge(folder.path(), hints);
  } catch (const std::exception& error) {
    outcome.how = error.what();
  }
  outcome.seconds = seconds_since(start);
  return outcome;
}

Outcome Trial::judge(const fs::path& folder, const Hints& hints) {
  Outcome outcome;
  if (!compile(folder, outcome.how)) {
    outcome.status = MutantStatus::kDoesNotCompile;
    return outcome;
  }
  std::optional<Failure> failure = first_failure(folder / "exercise.so", hints.line, hints.likely);
  if (!failure) {
    // Only what few schedules let pass is worth a second compilation.
    if (!solution_code_.empty() && plain_code(folder) == solution_code_) {
      outcome.status = MutantStatus::kSameCode;
      return outcome;
    }
    if (!hints.is_accepted) failure = failure_under_all(folder / "exercise.so");
  }
  outcome.status = failure ? MutantStatus::kKilled : MutantStatus::kSurvived;
  if (!failure) return outcome;
  outcome.check = failure->check;
  outcome.schedule = failure->schedule;
  outcome.how = failure->how;
  if (hints.every_seed && failure->schedule.starts_with("random"))
    outcome.seeds = seeds_that_fail(folder / "exercise.so");
  const std::lock_guard lock(mutex_);
  killers_[hints.line] = failure->check;
  return outcome;
}

/// Those that caught changes of the lines around this one, nearest first.
std::vector<std::string> Trial::nearby_killers(std::size_t line, const std::string& likely) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::pair<std::size_t, std::string>> by_distance;
  for (const auto& [where, check] : killers_) {
    by_distance.emplace_back(where > line ? where - line : line - where, check);
  }
  std::sort(by_distance.begin(), by_distance.end());
  std::vector<std::string> checks;
  if (lesson_.check(likely) != nullptr) checks.push_back(likely);
  for (const auto& [distance, check] : by_distance) {
    if (checks.size() >= kNearbyKillers) break;
    if (std::find(checks.begin(), checks.end(), check) == checks.end()) checks.push_back(check);
  }
  return checks;
}

/// The lesson's checks that a student's exercise must pass under this order.
std::vector<std::string> Trial::checks_under(const Schedule& schedule) const {
  std::vector<std::string> checks;
  for (const CheckSpec& check : lesson_.checks) {
    if (schedule.kind != "random" || schedule.seed <= check.seeds) checks.push_back(check.name);
  }
  return checks;
}

std::optional<Trial::Failure> Trial::first_failure(const fs::path& library, std::size_t line,
                                                   const std::string& likely) const {
  const std::vector<Schedule> schedules = few_schedules();
  const std::vector<std::string> killers = nearby_killers(line, likely);
  for (const std::string& check : killers) {
    if (auto failure = fails(library, {{check}, {schedules[0]}, seconds_})) return failure;
  }
  for (const Schedule& schedule : schedules) {
    std::vector<std::string> checks = checks_under(schedule);
    if (&schedule == &schedules[0]) {
      std::erase_if(checks, [&](const std::string& check) {
        return std::find(killers.begin(), killers.end(), check) != killers.end();
      });
    }
    if (checks.empty()) continue;
    if (auto failure = fails(library, {checks, {schedule}, seconds_})) return failure;
  }
  return std::nullopt;
}

std::optional<Trial::Failure> Trial::failure_under_all(const fs::path& library) const {
  for (unsigned seed = kFewSeeds + 1; seed <= kSeeds; ++seed) {
    if (stop_.stop_requested()) throw std::runtime_error("stopped");
    const Schedule schedule{"random", seed};
    const std::vector<std::string> checks = checks_under(schedule);
    if (checks.empty()) break;
    if (auto failure = fails(library, {checks, {schedule}, seconds_})) return failure;
  }
  return std::nullopt;
}

std::vector<unsigned> Trial::seeds_that_fail(const fs::path& library) const {
  std::vector<unsigned> seeds;
  std::vector<std::string> checks;
  for (const CheckSpec& check : lesson_.checks) checks.push_back(check.name);
  for (unsigned seed = 1; seed <= kManySeeds; ++seed) {
    if (fails(library, {checks, {{"random", seed}}, seconds_})) seeds.push_back(seed);
  }
  return seeds;
}

/// A machine that is busy with other things lets run out the time of right programs, too.
bool Trial::solution_is_in_time(const Failure& failure) const {
  Schedule schedule{failure.schedule, 0};
  if (const std::size_t colon = failure.schedule.find(':'); colon != std::string::npos) {
    schedule = {"random", std::stoull(failure.schedule.substr(colon + 1))};
  }
  return !fails(folder_ / "exercise.so", {{failure.check}, {schedule}, seconds_});
}

/// Of the checks up to the first that fails.
std::vector<Trial::Result> Trial::results_of(const fs::path& library, const Run& run) const {
  std::string filter;
  for (const std::string& check : run.checks) {
    filter += (filter.empty() ? "" : ":") + lesson_.suite + "." + check;
  }
  const fs::path file =
      library.parent_path() / fmt::format("{}.json", fresh_folder("results").filename().string());
  base::Command command{{check_program(course_, lesson_), "--exercise=" + library.string(),
                         "--device=emulator", "--emulator=" + course_.emulator.string(),
                         "--schedules=" + text_of(run.schedules), "--results=" + file.string(),
                         fmt::format("--seconds={:.1f}", run.seconds),
                         fmt::format("--memory-mb={}", lesson_.limits.memory_mb),
                         "--gtest_fail_fast", "--gtest_filter=" + filter}};
  command.folder = course_.root;
  command.stop = stop_;
  const double limit = 30 + 3 * run.seconds * static_cast<double>(run.checks.size());
  command.time_limit = std::chrono::milliseconds(static_cast<long long>(1000 * limit));
  const base::Ended ended = base::run_process(command);
  if (stop_.stop_requested()) throw std::runtime_error("stopped");
  if (!fs::exists(file)) {
    throw std::runtime_error("the check program gave no verdict: " + ended.err);
  }
  const json document = json::parse(read_file(file));
  fs::remove(file);
  std::vector<Result> results;
  for (const json& result : document.at("checks")) results.push_back(result_from<Result>(result));
  return results;
}

std::optional<Trial::Failure> Trial::fails(const fs::path& library, const Run& run) const {
  for (const Result& result : results_of(library, run)) {
    if (!is_failure(result.verdict)) continue;
    if (result.verdict == Verdict::kGraderError) {
      throw std::runtime_error(result.check + ": " + result.message);
    }
    const Failure failure{result.check, result.schedule, verdict_words(result.verdict)};
    const bool may_be_slow = result.verdict == Verdict::kTimedOut &&
                             run.seconds < lesson_.limits.seconds &&
                             library.parent_path() != folder_;
    if (!may_be_slow || solution_is_in_time(failure)) return failure;
    return fails(library, {{result.check}, run.schedules, lesson_.limits.seconds});
  }
  return std::nullopt;
}

bool Trial::compile(const fs::path& folder, std::string& complaint) const {
  base::Command command{{course_.emucc, "-std=c++20", "--shared", "-I" + lesson_.folder.string(),
                         "-o", "exercise.so", "exercise.cu"}};
  command.folder = folder;  // so that no path differs between two mutants' code
  command.environment = {{"LC_ALL", "C"}};
  command.stop = stop_;
  command.time_limit = kCompilerLimit;
  const base::Ended ended = base::run_process(command);
  if (stop_.stop_requested()) throw std::runtime_error("stopped");
  if (!ended.ok()) complaint = (ended.err + ended.out).substr(0, 400);
  return ended.ok() && fs::exists(folder / "exercise.so");
}

/// What the compiler makes of it when nothing watches its accesses to memory, without the lines
/// that debuggers want: two texts with the same code do the same. Empty when it cannot be had.
std::string Trial::plain_code(const fs::path& folder) const {
  base::Command command{{course_.emucc, "-std=c++20", "-dc", "--no-check",
                         "-I" + lesson_.folder.string(), "-o", "plain.o", "exercise.cu"}};
  command.folder = folder;
  command.stop = stop_;
  command.time_limit = kCompilerLimit;
  if (!base::run_process(command).ok()) return "";
  base::Command strip{{"strip", "--strip-debug", "plain.o"}};
  strip.folder = folder;
  return base::run_process(strip).ok() ? read_file(folder / "plain.o") : "";
}

}  // namespace course::mutants
