// What we ask of Slurm, behind an interface small enough to be played by a test: hand in a job, say
// what became of it, take it back. Jobs are known by their names, which are ours. Slurm's numbers
// are not told on: a controller that dies goes back in time and gives them out again.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace grading {

/// Slurm has understood and said no: asking again will not help. Its words.
class SlurmRefuses : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Job {
  std::string name;                    ///< without spaces and commas
  std::filesystem::path script;        ///< runs in its folder and writes log-%a.txt there
  int tasks = 1;                       ///< an array of so many, numbered from 1
  int cpus = 1;                        ///< for each task
  int gpus = 0;                        ///< for each task
  std::chrono::minutes limit{60};      ///< for each task
  std::string after = {};              ///< number of a job that must have ended, in whatever way
  std::vector<std::string> more = {};  ///< further words for sbatch
};

/// A task of ours that Slurm knows and that has not ended.
struct Task {
  std::string job;    ///< its name
  int number = 0;     ///< within the array
  std::string state;  ///< RUNNING, PENDING, …
  std::string why;    ///< why it waits, in Slurm's word: Resources, QOSMaxJobsPerUserLimit, …
  /// It waits because the node that ran it is lost, or could not begin it, and Slurm holds such
  /// tasks back: for two minutes as a rule, or until an operator lets them go.
  bool held_back = false;
};

class Scheduler {
 public:
  virtual ~Scheduler() = default;

  /// The job's number, good for `after` at once and for nothing else. None when Slurm does not
  /// answer: then it may have taken the job nevertheless. Throws SlurmRefuses.
  virtual std::optional<std::string> submit(const Job& job) = 0;

  /// The tasks of all jobs that have these names; none when Slurm does not answer.
  virtual std::optional<std::vector<Task>> tasks(const std::vector<std::string>& jobs) = 0;

  /// Ends these tasks if they still wait. Where Slurm does not answer, nothing happens.
  virtual void cancel(const std::vector<Task>& tasks) = 0;
};

/// By sbatch, squeue and scancel, of which PATH says where they are.
class Slurm : public Scheduler {
 public:
  /// Throws std::runtime_error, with the cure, where one of the three is missing.
  Slurm();
  std::optional<std::string> submit(const Job& job) override;
  std::optional<std::vector<Task>> tasks(const std::vector<std::string>& jobs) override;
  void cancel(const std::vector<Task>& tasks) override;
};

/// The words that hand in `job`.
std::vector<std::string> sbatch_words(const Job& job);

/// What squeue printed, in the format that Slurm::tasks asks for.
std::vector<Task> tasks_in(const std::string& printed);

/// Whether these words, printed by a command that failed, say that no controller answered.
bool says_no_answer(const std::string& words);

}  // namespace grading
