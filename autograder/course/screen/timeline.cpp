// The check program writes it (--trace).
#include "course/screen/timeline.h"

#include <exception>
#include <stdexcept>

#include "base/process.h"
#include "course/judge/build_cache.h"
#include "course/judge/check_program.h"
#include "course/screen/place.h"
#include "course/screen/terminal.h"

namespace course {

namespace fs = std::filesystem;

void draw_timeline(const Course& course, const Lesson& lesson, const fs::path& exercise,
                   const std::string& check, const Schedule& schedule, const fs::path& output,
                   std::stop_token stop) {
  const Compiled compiled = compile_exercise(course, lesson, exercise, Device::kEmulator, stop);
  if (!compiled.ok) {
    throw std::runtime_error("the exercise does not compile:\n" + compiled.complaint);
  }
  fs::create_directories(output.parent_path());
  fs::remove(output);
  base::Command command{{check_program(course, lesson), "--exercise=" + compiled.library.string(),
                         "--device=emulator", "--schedules=" + text_of(schedule),
                         "--trace=" + output.string(),
                         "--gtest_filter=" + lesson.suite + "." + check}};
  command.stop = std::move(stop);
  base::run_process(command);  // whether the check holds is not the question
  if (!fs::exists(output)) {
    throw std::runtime_error("the run of " + check + " ended before there was anything to draw");
  }
}

fs::path timeline_of(const Course& course, const Lesson& lesson) {
  return course.build / "timelines" / (lesson.name + ".svg");
}

std::string timeline_line(const Course& course, const Lesson& lesson, const fs::path& exercise,
                          std::stop_token stop) {
  const fs::path output = timeline_of(course, lesson);
  try {
    draw_timeline(course, lesson, exercise, lesson.checks.front().name, {}, output,
                  std::move(stop));
  } catch (const std::exception&) {
    return "";
  }
  return labeled("Timeline", path_from_here(course, output));
}

}  // namespace course
