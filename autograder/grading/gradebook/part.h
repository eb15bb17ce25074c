// A part of a class: the submissions that one task of a job array grades, as a file, and what the
// task does with it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "grading/gradebook/batch.h"

namespace grading {

struct ClassPart {
  std::filesystem::path results;  ///< the folder that result files go to
  std::vector<PendingSubmission> submissions;
};

/// Throws std::system_error.
void write_part(const std::filesystem::path& file, const ClassPart& part);

/// Throws std::runtime_error for what is no part, std::system_error for what cannot be read.
ClassPart read_part(const std::filesystem::path& file);

struct PartGraded {
  std::size_t graded = 0;
  std::size_t before =
      0;  ///< had a result already: this task was begun before, on a node that died
  std::size_t failed = 0;  ///< by our fault; the result file says why
};

/// Grades each submission that has no result yet, in `slots` slots at a time, and writes its result
/// as soon as it is known. Throws std::system_error when results cannot be written.
PartGraded grade_part(const ClassPart& part, const Grade& grade, int slots = 1);

/// The name of this machine: that of Slurm's node, where there is one.
std::string host_name();

}  // namespace grading
