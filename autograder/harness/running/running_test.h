// What the running test has done so far: how many runs it made, how the first bad one ended, which
// explanation a matcher gave last. The results are made from it when the test ends.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/cause.h"
#include "harness/matchers/refusal.h"
#include "harness/outcome.h"

namespace harness {

class RunningTest {
 public:
  void begin_run() {
    ++runs_;
    picture_.clear();
  }
  void end_run(const Outcome& outcome);
  /// Whether any run so far did; see Outcome.
  bool reaches_for_emulator() const { return reaches_for_emulator_; }
  /// What the emulator drew of the run, whose report is believed.
  void drawn(std::string picture, bool shows_its_work) {
    if (shows_its_work) picture_of_work_ = picture;
    picture_ = std::move(picture);
  }
  /// A matcher has refused a value and said why; the latest is remembered.
  void explained(std::string explanation, std::string file = {}, int line = 0,
                 Cause cause = Cause::kValue);

  int runs() const { return runs_; }
  /// Of the latest run; if the test has passed, of the latest that shows how the exercise works.
  /// Empty where it came to none.
  const std::string& picture(bool passed) const {
    return passed && !picture_of_work_.empty() ? picture_of_work_ : picture_;
  }
  /// How the first run that did not finish ended.
  std::optional<Ending> bad_ending() const { return bad_ending_; }
  const std::string& bad_ending_words() const { return bad_ending_words_; }
  const std::string& explanation() const { return explanation_; }
  /// To be said after it: that it is about the second of two calls in one process; else nothing.
  std::string words_about_calls() const;
  /// The place in the exercise that the explanation is about; empty when it is about none.
  const std::string& file() const { return file_; }
  int line() const { return line_; }
  /// How surely the explanation names the cause.
  Cause cause() const { return cause_; }
  /// What may explain wrong values of the latest run; without words when nothing does.
  const Refusal& warning() const { return warning_; }
  const std::string& standard_output() const { return standard_output_; }
  const std::string& standard_error() const { return standard_error_; }

 private:
  int runs_ = 0;
  bool of_second_call_ = false;
  bool reaches_for_emulator_ = false;
  std::optional<Ending> bad_ending_;
  std::string bad_ending_words_, explanation_, file_, standard_output_, standard_error_, picture_,
      picture_of_work_;
  int line_ = 0;
  Cause cause_ = Cause::kValue;
  Refusal warning_;
};

/// Of the test that GoogleTest runs now; begun anew for each by the results' listener.
RunningTest& running_test();

}  // namespace harness
