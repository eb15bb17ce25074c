// The one running test.
#include "harness/running/running_test.h"

#include "harness/matchers/finished.h"

namespace harness {
namespace {

constexpr const char* kSecondCall =
    "\nThis was the second of two calls in one process, and the first was right: what a call "
    "leaves "
    "behind, as in a __device__ variable, the next must set anew";

}  // namespace

void RunningTest::end_run(const Outcome& outcome) {
  standard_output_ = outcome.standard_output;
  standard_error_ = outcome.standard_error;
  warning_ = warning_of(outcome);
  reaches_for_emulator_ |= outcome.reaches_for_emulator;
  if (outcome.finished() || bad_ending_) return;
  bad_ending_ = outcome.ending;
  bad_ending_words_ = outcome.what;
}

void RunningTest::explained(std::string explanation, std::string file, int line, Cause cause) {
  explanation_ = std::move(explanation);
  of_second_call_ = test_settings().calls > 1;
  file_ = std::move(file);
  line_ = line;
  cause_ = cause;
}

std::string RunningTest::words_about_calls() const { return of_second_call_ ? kSecondCall : ""; }

RunningTest& running_test() {
  static RunningTest instance;
  return instance;
}

}  // namespace harness
