// Grades many submissions at once on this machine: a worker for each slot takes the next one,
// grades it, and enters the result into the gradebook. One bad submission never stops the others,
// and what is our fault is tried again. Only what fails again and again while others are graded in
// between is taken for its own fault, and says so.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "grading/gradebook/gradebook.h"
#include "grading/result.h"

namespace grading {

/// A submission that waits to be graded, and where its files lie.
struct PendingSubmission {
  SubmissionId id = 0;
  Submission submission;
  std::filesystem::path folder;  ///< has exercise.cu, perhaps answers.toml
  Versions versions;             ///< to be graded with
  bool not_judged = false;       ///< with these versions, before: Gradebook::try_again
};

/// Grades one submission in a slot: 0 … slots − 1, no slot twice at a time. The verdict
/// "grader_error" means that it was our fault, as it seems; an exception, that it surely was.
using Grade = std::function<Graded(const PendingSubmission&, int slot)>;

/// How far a batch is. All of them count submissions.
struct Progress {
  std::size_t all = 0;
  std::size_t done = 0;         ///< graded now, by this batch
  std::size_t before = 0;       ///< were graded already
  std::size_t given_up = 0;     ///< not graded, by our fault, however often it was tried
  std::size_t elsewhere = 0;    ///< somebody else grades them right now
  double seconds = 0;           ///< since the batch began
  double per_minute() const;    ///< graded by this batch
  double seconds_left() const;  ///< at this rate

  /// Counts a submission of which the gradebook gave no lease, by the state that it is in there.
  void pass_by(RunState state);
};

struct BatchOptions {
  int slots = 1;
  int lease_seconds = 3600;  ///< longer than any submission takes
  int failures = 3;          ///< tries before one is given up
  std::string host = "here";
  Counts counts = Counts::kAtOnce;
  std::function<void(const Progress&)> on_progress = {};  ///< called by one worker at a time
  std::stop_token stop = {};                              ///< once asked to: begin no more
};

/// Once asked to stop, what is being graded just then is not entered: it was cut short, and waits
/// to be graded again. Grades `pending` in that order, what fails by our fault again at the end:
/// `failures` times, and then it counts as failed with a sentence if it may be its own fault and
/// others were graded meanwhile, else as given up. Throws DatabaseError when the gradebook cannot
/// be written; all that was finished before is in it.
Progress grade_all(Gradebook& book, const std::vector<PendingSubmission>& pending,
                   const Grade& grade, const BatchOptions& options);

}  // namespace grading
