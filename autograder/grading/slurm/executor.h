// Grades a class as job arrays of Slurm. Our ledger is the truth: which submissions have a result
// file, which part each task was given, and which tasks Slurm says are there. What no task has any
// more and has no result is handed in again at once, however it was lost: with its node, by a
// controller that forgot it, or by a task that died.
//
//   FOLDER/results/                a file for each submission, by workers
//   FOLDER/run-…/array-3/          the third array of a run: grade.sh, part-1.json …, logs of tasks
//
// A task gets a few dozen submissions; what is handed in again gets smaller tasks, down to one, so
// that a submission that brings down its task does so alone. Workers see FOLDER by the same name.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "grading/gradebook/batch.h"
#include "grading/slurm/scheduler.h"

namespace grading {

struct SlurmProgress {
  Progress counts;
  std::size_t running = 0;  ///< tasks
  std::size_t waiting = 0;  ///< tasks
  std::string why;          ///< what those wait for, in Slurm's words
  std::string note;         ///< what went wrong and what is done about it; empty most of the time
};

struct SlurmOptions {
  std::filesystem::path folder;     ///< where ledger and results are kept
  std::vector<std::string> worker;  ///< the command that grades a part; its file is added
  std::vector<std::string>
      collector;                  ///< the command that collects when nobody waits; may be empty
  std::vector<std::string> more;  ///< further words for sbatch: --partition=gpu
  int submissions_per_task = 30;
  int cpus_per_task = 1;
  int tries = 4;     ///< how often a submission is handed in before it is given up
  int failures = 3;  ///< how often the grader may say that it failed; then, if others were graded
                     ///< meanwhile, it is the submission's own fault (not_judged.h), else ours
  Counts counts = Counts::kAtOnce;
  std::function<int(const Submission&)> gpus = {};  ///< that grading it needs
  std::chrono::seconds limit_each{300};             ///< for one submission, made generous
  std::chrono::milliseconds between_looks{2000};    ///< at first; up to ten times that later
  std::chrono::milliseconds late_files{20'000};     ///< until all see what a node has written
  std::chrono::minutes no_answer{30};               ///< of Slurm, until we stop and say so
  std::function<void(const SlurmProgress&)> on_progress = {};  ///< at each look
  std::stop_token stop = {};  ///< once asked to: wait no longer; tasks go on
};

/// Whose work it is to wait for the end.
enum class Waiting {
  kHere,         ///< ours
  kByCollector,  ///< nobody's: look once, hand in what is missing, leave the rest to the next job
};

/// Grades `pending`. Only one at a time works on a FOLDER: a second one that is to wait does so,
/// and a collector leaves at once. Throws SlurmRefuses, DatabaseError, and std::runtime_error when
/// Slurm has not answered for too long; what has been graded is kept, and the same call goes on.
/// Requires: `options.folder` is absolute, else throws std::invalid_argument; all nodes see it by
/// that name.
Progress grade_on_slurm(Gradebook& book, const std::vector<PendingSubmission>& pending,
                        Scheduler& scheduler, const SlurmOptions& options,
                        Waiting waiting = Waiting::kHere);

}  // namespace grading
