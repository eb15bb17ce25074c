// The one running test.
#include "harness/running_test.h"

#include "harness/finished.h"

namespace harness {

void RunningTest::end_run(const Outcome& outcome) {
  standard_output_ = outcome.standard_output;
  standard_error_ = outcome.standard_error;
  warning_ = warning_of(outcome);
  if (outcome.finished() || bad_ending_) return;
  bad_ending_ = outcome.ending;
  bad_ending_words_ = outcome.what;
}

void RunningTest::explained(std::string explanation, std::string file, int line, Cause cause) {
  explanation_ = std::move(explanation);
  file_ = std::move(file);
  line_ = line;
  cause_ = cause;
}

RunningTest& running_test() {
  static RunningTest instance;
  return instance;
}

}  // namespace harness
