// All mutants of a lesson, tried: how many the checks kill, and which they let live.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "course/course.h"
#include "course/lesson/lesson.h"
#include "course/proof/mutants/accepted_mutants.h"
#include "course/proof/mutants/mutant.h"
#include "course/proof/mutants/trial.h"

namespace course::mutants {

/// A lesson's solutions, the mutants of each, and what mutants.toml says of them.
struct LessonMutants {
  /// Each solution by its name below the folder, as a whole: its text, and a file that has it.
  std::map<std::string, std::string> texts;
  std::map<std::string, std::filesystem::path> files;
  std::vector<Mutant> mutants;
  std::vector<AcceptedMutant> accepted;

  /// Entries of mutants.toml that hold for no mutant, each as a complaint with file and line.
  std::vector<std::string> stale_entries(const std::filesystem::path& toml) const;
};

/// Those of the solution, and those of the others that the solution, or another before, does not
/// have in the same words between the same lines. Throws FileError for a bad mutants.toml.
LessonMutants mutants_of(const Course& course, const Lesson& lesson);

std::filesystem::path accepted_mutants_file(const Course& course, const Lesson& lesson);

/// At most `count` of them, always the same: operator by operator, each turn another mutant. Those
/// with an entry are left out.
std::vector<Mutant> sample_of(const Lesson& lesson, const LessonMutants& all, std::size_t count);

struct Judged {
  Mutant mutant;
  Outcome outcome;
  const AcceptedMutant* entry = nullptr;  ///< in LessonMutants
};

struct Counts {
  std::size_t changes = 0;  ///< all of the following together
  std::size_t not_compiled = 0, same_code = 0, equivalent = 0, killed = 0, survived = 0;
  std::size_t not_judged = 0;

  /// Killed, of those that are wrong: from 0 to 1; 1 where there are none.
  double score() const;
};

Counts counts_of(const std::vector<Judged>& judged);

struct TryOptions {
  unsigned jobs = 1;
  bool every_seed = false;  ///< fills Outcome::seeds; not from an earlier run
  std::stop_token stop = {};
  /// Called by one thread at a time, with how many are done.
  std::function<void(std::size_t done)> on_progress = {};
};

/// Tries `mutants`, some of `all`. What is known from an earlier run is not tried again. Throws
/// std::runtime_error when a solution does not pass its own checks.
std::vector<Judged> try_mutants(const Course& course, const Lesson& lesson,
                                const LessonMutants& all, const std::vector<Mutant>& mutants,
                                const TryOptions& options);

/// What of a judged lesson is not as it must be: entries whose mutants a check kills, mutants that
/// could not be judged.
std::vector<std::string> judged_complaints(const std::filesystem::path& toml,
                                           const LessonMutants& all,
                                           const std::vector<Judged>& judged);

}  // namespace course::mutants
