// One line on standard error that says how far a class is: overwritten on a terminal, elsewhere
// written anew every ten seconds.
#pragma once

#include <chrono>

#include "grading/batch.h"

namespace grader {

class ProgressLine {
 public:
  ~ProgressLine();  ///< leaves the last state on the terminal
  void show(const grading::Progress& progress);

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  bool shown_ = false;
};

}  // namespace grader
