// One run of the check program, for some checks of a lesson: its command line, its time limit, and
// the verdicts that it gave or did not give.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/process.h"
#include "course/course.h"
#include "course/judge/grade_request.h"
#include "course/judge/verdict.h"
#include "course/lesson/lesson.h"

namespace course {

/// What went wrong on our side of one check.
CheckVerdict our_fault(const std::string& check, const std::string& message);

/// Requires: course, lesson and request outlive it. Its clock starts when it is made: the time of
/// all runs (GradeRequest::all_seconds) is shared by all calls of run().
class CheckRun {
 public:
  CheckRun(const Course& course, const Lesson& lesson, const GradeRequest& request,
           const std::filesystem::path& library)
      : course_(course), lesson_(lesson), request_(request), library_(library) {}

  /// A verdict for each of these checks, in any order. Never throws; may be called by several
  /// threads at once.
  std::vector<CheckVerdict> run(const std::vector<std::string>& checks) const;

 private:
  base::Command command(const std::vector<std::string>& checks,
                        const std::filesystem::path& results) const;
  /// Checks that share a process are tried as often as the one that asks for most.
  std::vector<Schedule> schedules_of(const std::vector<std::string>& checks) const;
  /// Of the time of all runs, after the check programs that have run before this one. A moment at
  /// least, in which a run can end in a sentence.
  double seconds_left() const;
  /// The check program has its own limits; this one is for the check program itself.
  std::chrono::milliseconds backstop(std::size_t checks) const;
  std::vector<CheckVerdict> judged(const std::vector<std::string>& checks, const base::Ended& ended,
                                   const std::filesystem::path& results) const;

  const Course& course_;
  const Lesson& lesson_;
  const GradeRequest& request_;
  std::filesystem::path library_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace course
