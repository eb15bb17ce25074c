// One line on standard error that says how far a class is: overwritten on a terminal, elsewhere
// written anew every ten seconds.
#pragma once

#include <chrono>
#include <string>

#include "grading/gradebook/batch.h"

namespace course {

class ProgressLine {
 public:
  ~ProgressLine();  ///< leaves the last state on the terminal
  /// `more` is put behind it.
  void show(const grading::Progress& progress, const std::string& more = {});

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  bool shown_ = false;
};

}  // namespace course
