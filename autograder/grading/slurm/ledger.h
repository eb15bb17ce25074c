// Which tasks of a run were given which submissions: what lies in the run's folder, read again when
// the program was ended and goes on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "grading/gradebook/batch.h"

namespace grading {

/// Tells a submission, with the versions that it is to be graded with, from all others.
std::string key_of(const PendingSubmission& one);

class Ledger {
 public:
  /// The run in `folder` that has not ended, or a new one. Throws std::system_error.
  explicit Ledger(const std::filesystem::path& folder);

  const std::filesystem::path& results() const { return results_; }

  /// A folder for one more array, in which these are its parts, as files part-1.json and so on.
  /// Returns its script's name, which nobody has written yet. Throws std::system_error.
  std::filesystem::path add_array(const std::vector<std::vector<PendingSubmission>>& parts);
  /// Slurm refused `script` or did not answer. It was no try; in the latter case its tasks may come
  /// nevertheless.
  void note_no_try(const std::filesystem::path& script);

  /// The name of the job that `script` is handed in as, and of all of them.
  std::string job_name(const std::filesystem::path& script) const;
  std::vector<std::string> job_names() const;

  /// What a task of a job was given, as keys; nothing when it is none of ours.
  const std::vector<std::string>& given_to(const std::string& job, int task) const;
  /// How often a submission was handed in.
  int tries(const std::string& key) const;
  /// Grading it failed once more, when `finished` runs of the gradebook had come to an end.
  void note_failure(const std::string& key, std::int64_t finished);
  /// For each time that it failed in this run of ours, how many had come to an end by then.
  std::vector<std::int64_t> failures(const std::string& key) const;
  /// The log of the last task that had it; empty when none had.
  std::filesystem::path last_log(const std::string& key) const;

  /// All is graded or given up: the next Ledger begins a new run.
  void end();

 private:
  void load();
  void note_part(int array, int part, const std::vector<PendingSubmission>& submissions,
                 bool tried);

  std::filesystem::path results_;
  std::filesystem::path run_;
  int arrays_ = 0;
  std::map<std::pair<std::string, int>, std::vector<std::string>> parts_;
  std::map<std::string, int> tries_;
  std::map<std::string, std::filesystem::path> logs_;
  std::map<std::string, std::vector<std::int64_t>> failures_;
};

}  // namespace grading
