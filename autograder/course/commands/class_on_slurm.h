// A class on a cluster: what the command line says about it, and the two commands that jobs run.
#pragma once

#include <string>
#include <vector>

#include "course/classes/class_session.h"
#include "course/course.h"
#include "grading/gradebook/batch.h"
#include "grading/gradebook/gradebook.h"

namespace CLI {
class App;
}

namespace course {

struct SlurmWords {
  int per_task = 30;                       ///< submissions
  std::vector<std::string> more;           ///< for sbatch: --partition=short
  std::vector<std::string> of_class = {};  ///< for jobs: class_words of the command
};

void add_slurm_options(CLI::App& command, SlurmWords& words);

/// Grades `pending` by job arrays and shows how far it is. Throws grading::SlurmRefuses, and
/// std::runtime_error where there is no Slurm.
/// Requires: the caller holds OUT's ClassLock; every node sees the checkout, built, and OUT, both
/// by the names that they have here.
grading::Progress grade_by_jobs(const Course& course, const ClassOptions& options,
                                const SlurmWords& words, grading::Gradebook& book,
                                const std::vector<grading::PendingSubmission>& pending);

}  // namespace course
