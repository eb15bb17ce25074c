// A thread and an eventfd.
#include "course/student/background_check.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <stdexcept>
#include <utility>

#include "course/judge/grading.h"
#include "course/screen/timeline.h"
#include "course/student/standing.h"

namespace course {

BackgroundCheck::BackgroundCheck(const Course& course)
    : course_(course), ready_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (ready_ < 0) throw std::runtime_error("no eventfd can be opened");
}

BackgroundCheck::~BackgroundCheck() {
  stop();
  close(ready_);
}

void BackgroundCheck::stop() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  take();  // of what was stopped nobody wants to hear
}

void BackgroundCheck::begin(const Lesson& lesson) {
  stop();
  thread_ = std::jthread([this, &lesson](const std::stop_token& stop) { check(stop, lesson); });
}

void BackgroundCheck::check(const std::stop_token& stop, const Lesson& lesson) {
  GradeRequest request{course_.lessons(), Device::kEmulator, schedules_for({})};
  request.stop = stop;
  Slots slots(default_jobs());
  Checked checked{&lesson, grade_lesson(course_, lesson, request, slots), ""};
  if (stop.stop_requested()) return;
  try {
    remember(course_, lesson, checked.verdict);
  } catch (const std::exception&) {
    // A full disk, or an exercise that was just deleted: the verdict stands, though not remembered.
  }
  hand_over(stop, checked);
  if (checked.verdict.verdict != Verdict::kPassed) return;
  checked.timeline = timeline_line(course_, lesson, lesson.folder / "exercise.cu", stop);
  if (!checked.timeline.empty()) hand_over(stop, checked);
}

void BackgroundCheck::hand_over(const std::stop_token& stop, const Checked& checked) {
  const std::lock_guard lock(mutex_);
  if (stop.stop_requested()) return;
  checked_ = checked;
  eventfd_write(ready_, 1);
}

std::optional<Checked> BackgroundCheck::take() {
  const std::lock_guard lock(mutex_);
  eventfd_t count = 0;
  eventfd_read(ready_, &count);
  return std::exchange(checked_, std::nullopt);
}

}  // namespace course
