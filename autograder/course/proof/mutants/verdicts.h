// Remembers how each mutant ended, by all that it depends on: its text, the lesson's headers, check
// program and limits, compiler and emulator. A second run of the same is nearly free. What changed
// keeps a hint: the check that caught the mutant the last time goes first.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "course/course.h"
#include "course/lesson/lesson.h"
#include "course/proof/mutants/mutant.h"
#include "course/proof/mutants/trial.h"

namespace course::mutants {

/// Thread safe.
class Verdicts {
 public:
  Verdicts(const Course& course, const Lesson& lesson);

  std::optional<Outcome> find(const Mutant& mutant, const std::string& text) const;
  /// The check that caught this mutant in an earlier state of the lesson; may be empty.
  std::string likely_check(const Mutant& mutant) const;
  void keep(const Mutant& mutant, const std::string& text, const Outcome& outcome);
  /// Writes them to build/mutants/LESSON.json.
  void save() const;

 private:
  std::string key(const std::string& text) const;

  struct Known {
    std::string key;  ///< of the text and all around it
    Outcome outcome;
  };

  std::filesystem::path file_;
  std::string around_;  ///< a key of all but the text
  mutable std::mutex mutex_;
  std::map<std::string, Known> known_;  ///< by what the mutant is
};

}  // namespace course::mutants
