// course test --mutants: tries the mutants of lessons and says which their checks do not see.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "course/course.h"
#include "course/lesson/lesson.h"

namespace course::mutants {

struct MutantOptions {
  std::vector<std::string> lessons;  ///< numbers or names; empty: all
  std::string file;                  ///< only mutants of solutions whose name has this in it
  std::size_t sample = 0;            ///< try so many of each lesson; 0: all
  bool shows_diffs = false;
  bool shows_entries = false;  ///< of mutants.toml, for what survived
  bool every_seed = false;     ///< says which random schedules catch what only they do
  bool json = false;
  bool lists = false;           ///< only says which there are
  std::filesystem::path table;  ///< where the table goes; empty: nowhere
  unsigned jobs = 1;
};

/// Returns the exit status: 1 when a lesson's score is too low or an entry of mutants.toml is
/// wrong.
int run_mutants(const Course& course, const MutantOptions& options);

/// What a sample of so many of a lesson's mutants shows, which may be none, and whether the row of
/// docs/mutants.md still fits the lesson's solutions.
std::vector<std::string> mutant_complaints(const Course& course, const Lesson& lesson,
                                           std::size_t sample, unsigned jobs);

/// Wrong mutants of a lesson that must be caught, from 0 to 1.
inline constexpr double kLowestScore = 0.97;

}  // namespace course::mutants
