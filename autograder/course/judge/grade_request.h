// What is graded: which exercise, on which device, under which schedules, which of its checks.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "course/judge/device.h"
#include "course/lesson/lesson.h"
#include "course/lesson/schedule.h"

namespace course {

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

}  // namespace course
