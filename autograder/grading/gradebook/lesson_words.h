// What a lesson and its checks are called, in words: from lesson.toml, so that reports and exports
// need not know where lessons lie.
#pragma once

#include <string>
#include <vector>

namespace grading {

/// What is known of a check before it runs.
struct CheckWords {
  std::string name;
  std::string what;  ///< a sentence: what must hold
};

struct LessonWords {
  std::string name;                ///< 03-memory-visibility
  std::string title;               ///< Memory visibility
  int max_points = 0;              ///< of its public checks
  std::vector<CheckWords> checks;  ///< the public ones
};

}  // namespace grading
