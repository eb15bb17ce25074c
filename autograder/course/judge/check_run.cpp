#include "course/judge/check_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <nlohmann/json.hpp>

#include "course/judge/check_program.h"

namespace course {

namespace fs = std::filesystem;
using nlohmann::json;

CheckVerdict our_fault(const std::string& check, const std::string& message) {
  CheckVerdict verdict;
  verdict.name = check;
  verdict.verdict = Verdict::kGraderError;
  verdict.message = message;
  return verdict;
}

namespace {

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

}  // namespace

std::vector<CheckVerdict> CheckRun::run(const std::vector<std::string>& checks) const {
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

base::Command CheckRun::command(const std::vector<std::string>& checks,
                                const fs::path& results) const {
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

std::vector<Schedule> CheckRun::schedules_of(const std::vector<std::string>& checks) const {
  if (request_.all_seeds) return request_.schedules;
  unsigned seeds = 0;
  for (const std::string& check : checks) {
    if (const CheckSpec* spec = lesson_.check(check)) seeds = std::max(seeds, spec->seeds);
  }
  return with_seeds(request_.schedules, seeds);
}

double CheckRun::seconds_left() const {
  constexpr double kMoment = 0.05;
  const double used =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  return std::max(kMoment, request_.all_seconds - used);
}

std::chrono::milliseconds CheckRun::backstop(std::size_t checks) const {
  const double runs = static_cast<double>(checks * (request_.schedules.size() + 1));
  return std::chrono::milliseconds(
      static_cast<long long>(1000 * (30 + 2 * lesson_.limits.seconds * runs)));
}

std::vector<CheckVerdict> CheckRun::judged(const std::vector<std::string>& checks,
                                           const base::Ended& ended,
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
    found.push_back(our_fault(
        check,
        fmt::format("the check program gave no verdict (status {}{}): {}", ended.exit_status,
                    ended.timed_out ? ", took too long" : "", last_lines(ended.err + ended.out))));
  }
  return found;
}

}  // namespace course
