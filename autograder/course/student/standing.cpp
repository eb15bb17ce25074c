// Cache first, then grading.
#include "course/student/standing.h"

#include "course/judge/failures.h"
#include "course/judge/verdict_cache.h"

namespace course {

void remember(const Course& course, const Lesson& lesson, const LessonVerdict& verdict) {
  VerdictCache(course).keep(lesson, verdict);
  Progress(course).note(lesson, verdict);
}

Standing standing_of(const Course& course, const Lesson& lesson, Slots& slots) {
  Standing standing;
  const std::filesystem::path exercise = lesson.folder / "exercise.cu";
  if (std::filesystem::exists(exercise)) standing.open = open_todos(read_file(exercise));
  standing.begun = lesson.todos.empty() || standing.open.size() < lesson.todos.size();
  standing.passed = Progress(course).passed(lesson);
  if (!standing.begun) return standing;
  if (const auto known = VerdictCache(course).find(lesson)) {
    standing.verdict = *known;
    return standing;
  }
  standing.verdict =
      grade_lesson(course, lesson, {course.lessons(), Device::kEmulator, schedules_for({})}, slots);
  remember(course, lesson, standing.verdict);
  if (standing.solved()) standing.passed = Progress(course).passed(lesson);
  return standing;
}

std::string todo_in_question(const Lesson& lesson, const Standing& standing) {
  const auto failures = failures_in_order(lesson, standing.verdict, standing.open);
  if (!failures.empty()) {
    const CheckSpec* spec = lesson.check(failures.front()->name);
    if (spec != nullptr && !spec->todo.empty()) return spec->todo;
  }
  return standing.open.empty() ? "" : standing.open[0].name;
}

}  // namespace course
