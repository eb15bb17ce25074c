// Grades one submission of a class: compiles it in its slot, runs the lesson's checks and the
// instructor's own, judges the quiz, and notes what an instructor should look at.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "course/classes/class_compiler.h"
#include "course/classes/hidden_checks.h"
#include "course/classes/isolation.h"
#include "course/classes/total_time.h"
#include "course/course.h"
#include "course/judge/device.h"
#include "course/judge/verdict.h"
#include "course/lesson/lesson.h"
#include "course/lesson/schedule.h"
#include "grading/gradebook/batch.h"

namespace course {

/// What holds for a whole class.
struct ClassRules {
  Device device = Device::kEmulator;
  std::vector<Schedule> schedules;
  bool all_seeds = false;           ///< also for checks that ask for fewer
  int quiz_points = 0;              ///< for each right answer
  double most_seconds = 0;          ///< of a run, where a lesson allows more; 0: as the lesson says
  double all_seconds = 0;           ///< of all runs of a submission together; 0: total_time.h
  bool any_given_code = false;      ///< not only what stands in regions is the student's
  std::filesystem::path libraries;  ///< copies of compiled exercises: CompiledExercises
  std::filesystem::path pictures;   ///< what exercises' grids did: grading::picture_of
};

/// May be used by all slots at once.
class SubmissionGrader {
 public:
  SubmissionGrader(const Course& course, const std::vector<Lesson>& lessons,
                   const HiddenChecks& hidden, const Isolation& isolation, ClassRules rules);

  /// Once asked to stop, what runs is killed, and what comes back means nothing.
  grading::Graded grade(const grading::PendingSubmission& submission, int slot,
                        const std::stop_token& stop = {}) const;

  /// With what a submission of this lesson is graded, however the course changes meanwhile: its
  /// checks and the quiz's key are copied when they are first asked for, and the copies are used.
  grading::Versions versions(const std::string& lesson) const;

 private:
  const Lesson& lesson(const std::string& name) const;
  /// After this the copies of a lesson's checks are there.
  const grading::Versions& prepared(const std::string& lesson) const;
  std::string hash_of_checks(const Lesson& lesson) const;
  /// Where an exercise is, and how much time is left for it.
  struct InWork {
    const Lesson& lesson;
    std::filesystem::path source, library;
    int slot = 0;
    std::chrono::steady_clock::time_point end;
    std::stop_token stop;

    double seconds_left() const;
  };
  LessonVerdict checked(const InWork& work, const std::vector<Schedule>& schedules,
                        const std::vector<std::string>& only = {},
                        const std::filesystem::path& pictures = {}) const;
  std::optional<LessonVerdict> checked_by_hidden(const InWork& work) const;
  LessonVerdict checked_by(const Course& course, const Lesson& lesson, const InWork& work,
                           const std::vector<Schedule>& schedules,
                           const std::vector<std::string>& only,
                           const std::filesystem::path& pictures) const;
  LessonVerdict checked_and_drawn(const InWork& work, const std::filesystem::path& picture) const;
  static void keep_picture(const LessonVerdict& verdict, const InWork& work,
                           const std::filesystem::path& drawn,
                           const std::filesystem::path& picture);
  bool changes_from_run_to_run(const LessonVerdict& verdict, const InWork& work) const;
  TotalTime time_for(const Lesson& lesson, int slot, const std::stop_token& stop) const;
  double seconds_of_solution(const Lesson& lesson, int slot, const std::stop_token& stop) const;

  const Course& course_;
  Course own_, with_hidden_;  ///< the same, with copies of its checks and of the instructor's own
  std::vector<Lesson> lessons_;
  HiddenChecks hidden_;
  const Isolation& isolation_;
  ClassRules rules_;
  std::string toolchain_;
  std::string grader_;
  mutable std::mutex preparing_;
  mutable std::map<std::string, grading::Versions> prepared_;
  mutable ClassCompiler compiler_;
  mutable ExpectedTimes expected_;
};

}  // namespace course
