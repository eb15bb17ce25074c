// A builder at a time, which builds what those who wait for it want too.
#include "course/judge/check_program.h"

#include <fmt/format.h>

#include <mutex>
#include <set>

#include "course/judge/build_folder.h"
#include "course/judge/checks_ahead.h"

namespace course {

namespace fs = std::filesystem;

namespace {

std::mutex building;
std::mutex wanted_mutex;
std::set<std::string> wanted_lessons;  // names of lessons

std::set<std::string> take_wanted() {
  const std::lock_guard lock(wanted_mutex);
  return std::exchange(wanted_lessons, {});
}

void build(const Course& course, const std::set<std::string>& lessons) {
  fmt::print(stderr, "building the checks of {} (once)\n", fmt::join(lessons, ", "));
  std::vector<std::string> words{"cmake", "--build", course.build.string(), "--target"};
  for (const std::string& lesson : lessons) words.push_back("checks_" + lesson);
  stop_building_ahead(course);
  const BuildLock lock(course);
  build_or_throw(course, words, fmt::format("the checks of {}", fmt::join(lessons, ", ")));
}

}  // namespace

fs::path check_program_path(const Course& course, const Lesson& lesson) {
  return course.checks / lesson.name;
}

fs::path check_program(const Course& course, const Lesson& lesson) {
  fs::path program = check_program_path(course, lesson);
  if (fs::exists(program)) return program;
  {
    const std::lock_guard lock(wanted_mutex);
    wanted_lessons.insert(lesson.name);
  }
  const std::lock_guard lock(building);
  if (fs::exists(program)) return program;
  std::set<std::string> lessons = take_wanted();
  lessons.insert(lesson.name);  // another's build, which failed, may have taken it
  build(course, lessons);
  return program;
}

}  // namespace course
