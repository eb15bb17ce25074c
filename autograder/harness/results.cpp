// From GoogleTest's events to verdicts. A check counts as passed only when it made a run, the run
// finished, and no assertion failed under any schedule.
#include "harness/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/running/running_test.h"
#include "harness/running/settings.h"
#include "harness/text.h"

namespace harness {
namespace {

constexpr std::size_t kShownOutput = 4096;

bool is_failing(const std::string& verdict) { return verdict != "passed" && verdict != "not_run"; }

// Where in GoogleTest's message a matcher's explanation begins; npos when no matcher made it.
std::size_t explanation_in(const std::string& message) {
  const std::string& explanation = running_test().explanation();
  return explanation.empty() ? std::string::npos : message.rfind(explanation);
}

std::string how_to_repeat(const Schedule& schedule) {
  if (settings().device == DeviceKind::kGpu) return {};
  const std::string name =
      schedule.is_random() ? fmt::format("random, seed {}", schedule.seed) : schedule.name;
  return fmt::format("\n(schedule {}; to see it again: {})", name, schedule.option());
}

nlohmann::json to_json(const CheckResult& check) {
  nlohmann::json j = {{"name", check.name},
                      {"verdict", check.verdict},
                      {"message", check.message},
                      {"file", check.file},
                      {"line", check.line},
                      {"check_file", check.check_file},
                      {"check_line", check.check_line},
                      {"schedule", check.schedule.name},
                      {"seed", check.schedule.seed},
                      {"seconds", check.seconds},
                      {"reaches_for_emulator", check.reaches_for_emulator}};
  if (settings().device == DeviceKind::kGpu) j["schedule"] = nullptr;
  if (is_failing(check.verdict)) {
    j["cause"] = cause_name(check.cause);
    j["stdout"] = check.standard_output;
    j["stderr"] = check.standard_error;
  }
  return j;
}

/// A run that ended early has no picture, and what an earlier one has left would be another's.
void write_picture(const std::filesystem::path& file, const CheckResult& check) {
  std::filesystem::remove(file);
  const std::string& picture = running_test().picture(check.passed());
  if (!picture.empty()) std::ofstream(file, std::ios::binary) << picture;
}

}  // namespace

void Results::OnTestIterationStart(const testing::UnitTest&, int iteration) {
  iteration_ = static_cast<std::size_t>(iteration) % schedules_.size();
}

void Results::OnTestStart(const testing::TestInfo& test) {
  running_test() = RunningTest();
  test_settings() = {.schedule = schedules_[iteration_]};
  told_ = {};
  was_exception_ = false;
  const std::string name = fmt::format("{}.{}", test.test_suite_name(), test.name());
  const auto [at, is_new] = by_name_.try_emplace(name, checks_.size());
  if (is_new) checks_.emplace_back().name = name;
  skip_is_ours_ = !is_new && !checks_[at->second].passed();
  if (skip_is_ours_) GTEST_SKIP() << "decided under an earlier schedule";
}

/// Puts what may be the cause of a wrong value before it.
void Results::explain(Told& told, const Refusal& warning) {
  if (warning.why.empty()) return;
  told.message = warning.why + "\n" + told.message;
  told.source_file = warning.file;
  told.source_line = warning.line;
  told.cause = *warning.cause;
}

Results::Told Results::told_of(const testing::TestPartResult& part) {
  Told told;
  told.message = part.message();
  // GoogleTest wraps the explanation in the check's own source; a student needs only the former.
  const std::size_t begin = explanation_in(told.message);
  const bool is_explained = begin != std::string::npos;
  if (is_explained) told.message.erase(0, begin);
  // GoogleTest 1.14 and later end some messages by a line break.
  while (told.message.ends_with('\n')) told.message.pop_back();
  if (is_explained) {
    told.message += running_test().words_about_calls();
    told.source_file = running_test().file();
    told.cause = running_test().cause();
  }
  told.source_line = running_test().line();
  if (told.cause == Cause::kValue) explain(told, running_test().warning());
  if (told.message.empty()) told.message = "failed";
  told.check_file = part.file_name() == nullptr ? "" : part.file_name();
  told.check_line = std::max(0, part.line_number());
  return told;
}

void Results::OnTestPartResult(const testing::TestPartResult& part) {
  if (part.passed()) return;
  was_exception_ |= std::string_view(part.message()).starts_with("C++ exception");
  Told told = told_of(part);
  if (told_.message.empty() || told.cause < told_.cause) told_ = std::move(told);
}

void Results::OnTestEnd(const testing::TestInfo& test) {
  if (skip_is_ours_) return;
  CheckResult& check =
      checks_[by_name_.at(fmt::format("{}.{}", test.test_suite_name(), test.name()))];
  check.schedule = schedules_[iteration_];
  check.seconds += static_cast<double>(test.result()->elapsed_time()) / 1000.0;
  check.reaches_for_emulator |= running_test().reaches_for_emulator();
  decide(test, check);
  keep_picture(test, check);
  if (!settings().trace.empty()) write_picture(settings().trace, check);
}

/// Of the first schedule, or of the one under which the check failed: there is no run after those
/// that are judged, which an exercise could tell from them.
void Results::keep_picture(const testing::TestInfo& test, const CheckResult& check) const {
  if (settings().pictures.empty() || (iteration_ > 0 && check.passed())) return;
  write_picture(std::filesystem::path(settings().pictures) / fmt::format("{}.svg", test.name()),
                check);
}

void Results::decide(const testing::TestInfo& test, CheckResult& check) {
  const RunningTest& running = running_test();
  if (test.result()->Skipped()) {
    check.verdict = "not_run";
    check.message = clean(told_.message);
  } else if (was_exception_) {
    fail(check, "grader_error", told_.message);
  } else if (running.bad_ending()) {
    fail(check, std::string(ending_name(*running.bad_ending())),
         told_.message.empty() ? running.bad_ending_words() : told_.message);
  } else if (test.result()->Failed()) {
    fail(check, "failed", told_.message);
  } else if (running.runs() == 0) {
    fail(check, "grader_error", "the check passed without running the exercise");
  }
}

void Results::fail(CheckResult& check, std::string verdict, const std::string& message) {
  check.verdict = std::move(verdict);
  check.message = clean(message) + how_to_repeat(check.schedule);
  check.cause = told_.message.empty() ? Cause::kEnding : told_.cause;
  check.check_file = told_.check_file;
  check.check_line = told_.check_line;
  check.file = told_.source_file.empty() ? told_.check_file : told_.source_file;
  check.line = told_.source_file.empty() ? told_.check_line : told_.source_line;
  check.standard_output = clean(running_test().standard_output().substr(0, kShownOutput));
  check.standard_error = clean(running_test().standard_error().substr(0, kShownOutput));
}

bool Results::all_passed() const {
  return std::ranges::none_of(checks_, [](const auto& c) { return is_failing(c.verdict); });
}

std::string Results::json() const {
  nlohmann::json checks = nlohmann::json::array();
  for (const CheckResult& check : checks_) checks.push_back(to_json(check));
  const bool gpu = settings().device == DeviceKind::kGpu;
  const nlohmann::json document = {{"device", gpu ? "gpu" : "emulator"}, {"checks", checks}};
  return document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace harness
