// Checks a lesson while something else goes on, and can be stopped at any moment: a save makes what
// is still running worthless.
#pragma once

#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "course/course.h"
#include "course/judge/verdict.h"
#include "course/lesson/lesson.h"

namespace course {

struct Checked {
  const Lesson* lesson = nullptr;
  LessonVerdict verdict;
  std::string timeline;  ///< where the picture is; empty while there is none
};

/// Requires: one thread uses it, and the lessons outlive it.
class BackgroundCheck {
 public:
  explicit BackgroundCheck(const Course& course);
  ~BackgroundCheck();
  BackgroundCheck(const BackgroundCheck&) = delete;
  BackgroundCheck& operator=(const BackgroundCheck&) = delete;

  /// Stops what runs, and begins.
  void begin(const Lesson& lesson);
  void stop();

  int descriptor() const { return ready_; }  ///< readable when there is something to take
  /// The verdict, and later once more with the timeline of a lesson that passed.
  std::optional<Checked> take();

 private:
  void check(const std::stop_token& stop, const Lesson& lesson);
  void hand_over(const std::stop_token& stop, const Checked& checked);

  const Course& course_;
  int ready_ = -1;
  std::mutex mutex_;
  std::optional<Checked> checked_;
  std::jthread thread_;
};

}  // namespace course
