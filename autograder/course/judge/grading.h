// Grades one lesson: compile, run the checks, judge. The verdicts come from the check program; the
// points, sentences and TODOs from lesson.toml.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <stop_token>
#include <vector>

#include "course/course.h"
#include "course/judge/device.h"
#include "course/judge/verdict.h"
#include "course/lesson/lesson.h"
#include "course/lesson/schedule.h"

namespace course {

/// How many compilers and check programs may run at the same time. Thread safe.
class Slots {
 public:
  explicit Slots(unsigned count) : count_(count), free_(count) {}
  unsigned count() const { return count_; }
  /// Waits for a free slot, then calls `work` in it.
  void use(const std::function<void()>& work);

 private:
  std::mutex mutex_;
  std::condition_variable freed_;
  unsigned count_;
  unsigned free_;
};

/// Calls work(0) … work(count − 1), each once, begun in that order, on `threads` threads.
void in_parallel(std::size_t count, std::size_t threads,
                 const std::function<void(std::size_t)>& work);

struct GradeRequest {
  std::filesystem::path exercises;  ///< has LESSON/exercise.cu
  Device device = Device::kEmulator;
  std::vector<Schedule> schedules;
  std::vector<std::string> only = {};           ///< checks to run; empty: all of the lesson
  bool all_seeds = false;                       ///< also for checks that ask for fewer
  std::vector<std::string> check_options = {};  ///< more options for the check program
  bool is_sandboxed = false;      ///< they say where the emulator is, as the sandbox shows it
  double all_seconds = 0;         ///< wall time of all runs together; 0: no limit
  bool shares_processes = false;  ///< checks run one after another, as many as can in one process
  /// Once asked to stop, what runs is killed; the verdict means nothing.
  std::stop_token stop = {};
  std::filesystem::path source = {};  ///< graded in place of exercises/LESSON/exercise.cu

  std::filesystem::path exercise_of(const Lesson& lesson) const {
    return source.empty() ? exercises / lesson.name / "exercise.cu" : source;
  }
};

/// Never throws for what a student wrote. What is our fault comes back as grader_error.
LessonVerdict grade_lesson(const Course& course, const Lesson& lesson, const GradeRequest& request,
                           Slots& slots);

/// The same for an exercise that is compiled already, `exercise` being its source. Throws what goes
/// wrong on our side before the first check.
LessonVerdict check_library(const Course& course, const Lesson& lesson, const GradeRequest& request,
                            const std::filesystem::path& exercise,
                            const std::filesystem::path& library, Slots& slots);

/// The checks that the check program has for a lesson. Throws std::runtime_error when it cannot
/// say.
std::vector<std::string> tests_of(const Course& course, const Lesson& lesson);

/// One core a slot.
unsigned default_jobs();

}  // namespace course
