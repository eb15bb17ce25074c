// build_ahead.sh is the builder: a session of its own, so that Ctrl-C goes past it.
#include "course/judge/checks_ahead.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>

#include <algorithm>
#include <cstdlib>

#include "base/descriptor.h"
#include "base/process.h"

namespace course {

namespace fs = std::filesystem;

std::vector<std::string> lessons_from(const std::vector<Lesson>& lessons, const std::string& name,
                                      std::size_t count) {
  std::vector<std::string> names;
  auto at = std::ranges::find(lessons, name, &Lesson::name);
  for (; at != lessons.end() && names.size() < count; ++at) names.push_back(at->name);
  return names;
}

bool emulator_is_built(const Course& course) {
  return fs::exists(course.emucc) && fs::exists(course.emulator) && fs::exists(course.runner());
}

bool build_ahead(const Course& course, const std::vector<std::string>& lessons) noexcept try {
  std::vector<std::string> targets;
  if (!emulator_is_built(course)) targets.emplace_back("course_runtime");
  for (const std::string& lesson : lessons) {
    if (!fs::exists(course.checks / lesson)) targets.push_back("checks_" + lesson);
  }
  if (targets.empty()) return true;
  const fs::path builder = course.root / "autograder/course/judge/build_ahead.sh";
  if (!fs::exists(course.build / "build.ninja") || !fs::exists(builder)) return false;
  std::vector<std::string> words = {
      "setsid", "--fork", "nice", "-n", "19", builder.string(), course.build.string()};
  words.insert(words.end(), targets.begin(), targets.end());
  return base::run_process({words}).ok();
} catch (...) {
  return false;
}

void stop_building_ahead(const Course& course) {
  const fs::path file = course.build / ".ahead";
  const base::Descriptor locked(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (locked.get() < 0 || flock(locked.get(), LOCK_EX | LOCK_NB) == 0) return;
  const int group = std::atoi(read_file(file).c_str());
  if (group <= 1) return;
  kill(-group, SIGTERM);
  fs::resize_file(file, 0);  // in place: a new file would have no lock
}

}  // namespace course
