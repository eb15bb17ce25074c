// What must hold of every lesson, so that a student never pays for a mistake of the course's.
//
// Each function returns complaints; none means that all is well.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "course/course.h"
#include "course/judge/grading.h"
#include "course/lesson/lesson.h"

namespace course {

using Complaints = std::vector<std::string>;

/// All files are there, with enough mistakes, questions and hints for each TODO; the key answers
/// all questions; every TODO is checked; lesson.toml and the check program name the same checks.
Complaints folder_complaints(const Course& course, const Lesson& lesson);

/// The skeleton is the solution without its regions; it compiles, fails, and says which TODO it is.
/// What README.md quotes below a command line is what its check says, where that can be compared.
Complaints skeleton_complaints(const Course& course, const Lesson& lesson, Slots& slots);

/// Each of the solutions of others opens with its idea, has no TODO left and passes every check,
/// late, eager and under two random schedules. There are 72 of them: every day the first of each
/// lesson is tried, late and eager, and all with `course test --all`.
struct OthersTried {
  std::size_t most = SIZE_MAX;  ///< the first so many pass; of the others only the text is read
  unsigned seeds = 2;           ///< random schedules
};
Complaints others_complaints(const Course& course, const Lesson& lesson, Slots& slots,
                             OthersTried tried = {});

/// Which mistakes are tried: the first of the lesson and those that README.md quotes, or each; both
/// under late, and under all schedules where the named check then passes. Or each under all
/// schedules, as an exercise is.
enum class Thoroughness { kSample, kEachMistake, kAllSchedules };

/// Every mistake is caught by the check that it names, and what `course check` tells of it first
/// has the words that it names. All other failures that README.md quotes are among what is then
/// said, where that can be compared: for their sake kSample may try more mistakes.
Complaints mistake_complaints(const Course& course, const Lesson& lesson, Slots& slots,
                              Thoroughness thoroughness = Thoroughness::kEachMistake);

/// Every mistake is caught under each of the random schedules 1 to `seeds` alone, but for those
/// that say (`Hides:`) in which orders they do not show; those must hide under one of them at
/// least.
Complaints seed_complaints(const Course& course, const Lesson& lesson, unsigned seeds,
                           Slots& slots);

/// What nvcc compiles for sm_90: the solution; the skeleton, too; or also those of others, and the
/// first two for sm_75 as well.
enum class ByNvcc { kSolution, kSkeletonToo, kAll };

/// nvcc compiles it.
/// Requires: find_nvcc() finds one.
Complaints nvcc_complaints(const Course& course, const Lesson& lesson, ByNvcc what);

/// What is tried on a GPU: the solution, those of others and the skeleton.
std::vector<std::filesystem::path> gpu_sources(const Course& course, const Lesson& lesson);

/// On a GPU the solution and those of others pass, and the skeleton does not.
/// Requires: gpu_is_there(), and find_nvcc() finds one.
Complaints gpu_complaints(const Course& course, const Lesson& lesson, Slots& slots);

}  // namespace course
