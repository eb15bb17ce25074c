// The results of a check program: one verdict a check over all schedules, as one JSON document.
// Made by listening to GoogleTest in the trusted parent; nothing from the student's process gets in
// but as cleaned text.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "base/cause.h"
#include "harness/matchers/refusal.h"
#include "harness/schedule.h"

namespace harness {

struct CheckResult {
  std::string name;  ///< Suite.Name
  std::string verdict = "passed";
  std::string message;
  std::string file;  ///< in the exercise where the cause is known, else of the check
  int line = 0;
  Cause cause = Cause::kValue;  ///< how surely the message names the cause
  std::string check_file;       ///< where the check says so
  int check_line = 0;
  Schedule schedule;                            ///< the first failing one, else the last one tried
  double seconds = 0;                           ///< over all schedules
  std::string standard_output, standard_error;  ///< of the failing run, shortened
  bool reaches_for_emulator = false;            ///< any of its runs; see Outcome

  bool passed() const { return verdict == "passed"; }
};

/// Listens to GoogleTest, sets the schedule of each iteration, and skips what has failed already.
class Results : public testing::EmptyTestEventListener {
 public:
  explicit Results(std::vector<Schedule> schedules) : schedules_(std::move(schedules)) {}

  void OnTestIterationStart(const testing::UnitTest&, int iteration) override;
  void OnTestStart(const testing::TestInfo& test) override;
  void OnTestPartResult(const testing::TestPartResult& part) override;
  void OnTestEnd(const testing::TestInfo& test) override;

  const std::vector<CheckResult>& checks() const { return checks_; }
  bool all_passed() const;
  /// The JSON document.
  std::string json() const;

 private:
  void decide(const testing::TestInfo& test, CheckResult& check);
  void keep_picture(const testing::TestInfo& test, const CheckResult& check) const;
  void fail(CheckResult& check, std::string verdict, const std::string& message);

  std::vector<Schedule> schedules_;
  std::size_t iteration_ = 0;
  std::vector<CheckResult> checks_;
  std::map<std::string, std::size_t> by_name_;
  /// Of the running test's failures the one that names the cause most surely.
  struct Told {
    std::string message;
    Cause cause = Cause::kValue;
    std::string check_file, source_file;
    int check_line = 0, source_line = 0;
  };
  static Told told_of(const testing::TestPartResult& part);
  static void explain(Told& told, const Refusal& warning);

  Told told_;
  bool was_exception_ = false;
  bool skip_is_ours_ = false;
};

}  // namespace harness
