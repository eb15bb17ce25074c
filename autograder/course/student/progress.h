// progress/progress.txt: which lessons were passed, when, and with how much help. A line a lesson,
// to be read by people and copied from machine to machine:
//
//   01-first-child-grid  2026-11-22  20 of 20 points  3 hints
//
// A lesson once passed stays passed, whatever becomes of the exercise afterwards.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "course/course.h"
#include "course/judge/verdict.h"
#include "course/lesson/lesson.h"

namespace course {

struct Passed {
  std::string date;  ///< 2026-11-22, when it was passed first
  int points = 0;
  int max_points = 0;
  std::size_t hints = 0;  ///< that had been asked for by then
};

class Progress {
 public:
  explicit Progress(const Course& course) : course_(course) {}

  /// Nothing when the lesson was not passed yet.
  std::optional<Passed> passed(const Lesson& lesson) const;

  /// Notes a verdict that is the first to pass; any other changes nothing.
  void note(const Lesson& lesson, const LessonVerdict& verdict) const;

  /// Takes lines that cannot be read out of the file, keeps the file as it was beside it, and says
  /// so on standard error.
  /// Requires: the caller holds the lock of progress/.
  void mend() const;

  /// The lock for whoever changes what is in progress/.
  static std::filesystem::path lock(const Course& course) { return course.progress() / ".lock"; }

 private:
  std::filesystem::path file() const { return course_.progress() / "progress.txt"; }

  const Course& course_;
};

}  // namespace course
