// Remembers the last verdict on each state of an exercise, so that the overview need not grade what
// has not changed. Only verdicts that would come out the same again are kept.
#pragma once

#include <optional>

#include "course/course.h"
#include "course/judge/verdict.h"
#include "course/lesson/lesson.h"

namespace course {

class VerdictCache {
 public:
  explicit VerdictCache(const Course& course) : course_(course) {}

  /// Of the exercise as it is now, on the emulator under all default schedules.
  std::optional<LessonVerdict> find(const Lesson& lesson) const;
  void keep(const Lesson& lesson, const LessonVerdict& verdict) const;

 private:
  std::filesystem::path file(const Lesson& lesson) const;
  std::string key(const Lesson& lesson) const;

  const Course& course_;
};

}  // namespace course
