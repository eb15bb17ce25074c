// Tries mutants of one solution: compiles each once, runs the lesson's checks on it until one
// fails, and says how it ended.
//
// Most mutants are killed by the check that killed their neighbor, in the first schedule. So
// checks that caught something nearby go first, few schedules come before all, and a mutant's time
// limit is short: three times what the solution takes.
#pragma once

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "course/course.h"
#include "course/judge/verdict.h"
#include "course/lesson/lesson.h"
#include "course/lesson/schedule.h"

namespace course::mutants {

enum class MutantStatus {
  kKilled,
  kDoesNotCompile,  ///< counts neither way
  kSameCode,        ///< the compiler makes the same of it as of the solution
  kSurvived,
  kNotJudged,  ///< our fault
};

const char* status_name(MutantStatus status);
/// kNotJudged for a name that is none.
MutantStatus status_from(const std::string& name);

struct Outcome {
  MutantStatus status = MutantStatus::kNotJudged;
  std::string check;     ///< killed: the one that failed
  std::string schedule;  ///< and under which order, "random:3"
  std::string how;  ///< the check's verdict: failed, crashed, timed_out …; or what went wrong
  double seconds = 0;
  /// If asked for, and `late` and `eager` pass: which random schedules fail.
  std::vector<unsigned> seeds = {};
};

class Trial {
 public:
  /// Compiles `solution`, the text of one, and runs its checks once to learn how long they take.
  /// Throws std::runtime_error when it does not pass.
  Trial(const Course& course, const Lesson& lesson, std::string solution,
        std::stop_token stop = {});
  ~Trial();
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  struct Hints {
    std::size_t line = 0;      ///< where the text differs from the solution
    std::string likely;        ///< a check that may catch it
    bool is_accepted = false;  ///< said to survive: few schedules will do
    bool every_seed = false;   ///< fills Outcome::seeds
  };
  /// Thread safe.
  Outcome of(const std::string& mutant, const Hints& hints);

 private:
  struct Run {
    std::vector<std::string> checks;
    std::vector<Schedule> schedules;
    double seconds = 0;  ///< limit of one run of the exercise
  };
  struct Failure {
    std::string check, schedule, how;
  };
  struct Result {
    std::string check, schedule;
    Verdict verdict;
    std::string message;
    double seconds;
  };

  Outcome judge(const std::filesystem::path& folder, const Hints& hints);
  std::optional<Failure> first_failure(const std::filesystem::path& library, std::size_t line,
                                       const std::string& likely) const;
  std::optional<Failure> failure_under_all(const std::filesystem::path& library) const;
  std::vector<unsigned> seeds_that_fail(const std::filesystem::path& library) const;
  std::vector<Result> results_of(const std::filesystem::path& library, const Run& run) const;
  std::optional<Failure> fails(const std::filesystem::path& library, const Run& run) const;
  bool solution_is_in_time(const Failure& failure) const;
  std::vector<std::string> checks_under(const Schedule& schedule) const;
  std::vector<std::string> nearby_killers(std::size_t line, const std::string& likely) const;
  bool compile(const std::filesystem::path& folder, std::string& complaint) const;
  std::string plain_code(const std::filesystem::path& folder) const;
  void measure();

  const Course& course_;
  const Lesson& lesson_;
  std::stop_token stop_;
  std::filesystem::path folder_;
  std::string solution_code_;
  double seconds_ = 0;  ///< limit of one run
  mutable std::mutex mutex_;
  std::map<std::size_t, std::string> killers_;  ///< line → the check that caught a change there
};

}  // namespace course::mutants
