// Everything that grading a class needs at one place: the output folder with its lock and
// gradebook, the walls, the checks, the grader of one submission. `grade`, `regrade` and a
// cluster's workers differ only in which submissions they hand to it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "course/classes/hidden_checks.h"
#include "course/classes/isolation.h"
#include "course/classes/submission_grader.h"
#include "course/course.h"
#include "course/lesson/lesson.h"
#include "course/lesson/lesson_names.h"
#include "grading/gradebook/batch.h"
#include "grading/gradebook/gradebook.h"

namespace CLI {
class App;
}

namespace course {

/// What the command line says about how a class is graded.
struct ClassOptions {
  std::filesystem::path out;
  std::vector<std::string> lessons;  ///< empty: all
  std::string device = "emulator";
  std::string hidden_checks;  ///< a folder; empty: none
  int jobs = 1;
  bool no_sandbox = false;
  std::optional<unsigned> seeds;  ///< random schedules for every check
  unsigned long long first_seed = 1;
  int quiz_points = 0;
  double most_seconds = 0;
  double all_seconds = 0;
  int compile_seconds = 60;
  bool any_given_code = false;
};

/// Declares the options that all commands of this kind share, but `out`.
void add_class_options(CLI::App& command, ClassOptions& options);

/// Those of them that were given, but --jobs, as words for the same program on another machine.
/// Requires: the command's words have been read.
std::vector<std::string> class_words(const CLI::App& command);

/// Throws WrongUse where one of these folders could be read by every submission: with a sandbox
/// they may not lie in what it shows of the machine.
void must_be_out_of_sight(const Course& course, const ClassOptions& options,
                          const std::vector<std::filesystem::path>& more = {});

/// What this process writes from now on only its user may read.
void write_for_us_only();

/// OUT's parts.
struct ClassFolder {
  std::filesystem::path out;
  std::filesystem::path gradebook() const { return out / "gradebook.db"; }
  std::filesystem::path submissions() const { return out / "submissions"; }
  std::filesystem::path libraries() const { return out / "libraries"; }
  std::filesystem::path pictures() const { return out / "pictures"; }
};

/// OUT is another grader's just now.
class ClassIsLocked : public WrongUse {
 public:
  using WrongUse::WrongUse;
};

/// Holds OUT for this process; throws ClassIsLocked when another grader has it. What we write from
/// then on is closed to other users of the machine, and OUT is, if it is new.
class ClassLock {
 public:
  explicit ClassLock(const std::filesystem::path& out);
  ~ClassLock();
  ClassLock(const ClassLock&) = delete;
  ClassLock& operator=(const ClassLock&) = delete;

 private:
  int fd_;
};

class ClassSession {
 public:
  /// Throws NoSandbox where untrusted code would run without a sandbox and nobody allowed it.
  ClassSession(const Course& course, const ClassOptions& options);

  const std::vector<Lesson>& lessons() const { return lessons_; }
  grading::Versions versions(const std::string& lesson) const { return grader_->versions(lesson); }
  /// Once asked to stop, what runs is killed, and what comes back means nothing.
  grading::Graded grade(const grading::PendingSubmission& submission, int slot,
                        const std::stop_token& stop = {}) const {
    return grader_->grade(submission, slot, stop);
  }

 private:
  std::vector<Lesson> lessons_;
  HiddenChecks hidden_;
  std::unique_ptr<Isolation> isolation_;
  std::unique_ptr<SubmissionGrader> grader_;
};

/// From now on Ctrl-C and a polite kill do not end the process, but ask what has this token to
/// stop; the second time the process ends at once.
std::stop_token stop_when_asked();

}  // namespace course
