// The folder becomes more check programs of the course's build.
#include "course/classes/hidden_checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "course/judge/build_folder.h"
#include "course/lesson/lesson_names.h"

namespace course {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> files_with(const fs::path& folder, const char* extension) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// The same files in the course's build folder: only what changed is written, so that only that is
/// built again.
void copy_checks(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  for (const fs::directory_entry& entry : fs::directory_iterator(to)) {
    if (!fs::exists(from / entry.path().filename())) fs::remove_all(entry.path());
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(from)) {
    const fs::path copy = to / entry.path().filename();
    if (!entry.is_regular_file()) continue;
    if (!fs::exists(copy) || read_file(copy) != read_file(entry.path())) {
      write_file(copy, read_file(entry.path()));
    }
  }
}

fs::path build_programs(const Course& course, const fs::path& folder) {
  const std::string what = fmt::format("the checks of {}", folder.string());
  const BuildLock lock(course);
  copy_checks(folder, course.build / "hidden-checks");
  build_or_throw(course, {"cmake", course.build.string()}, what);
  build_or_throw(course, {"cmake", "--build", course.build.string(), "--target", "hidden_checks"},
                 what);
  return course.checks / "hidden";
}

}  // namespace

const Lesson* HiddenChecks::of(const std::string& lesson) const {
  for (const Lesson& candidate : lessons) {
    if (candidate.name == lesson) return &candidate;
  }
  return nullptr;
}

HiddenChecks load_hidden_checks(const Course& course, const std::vector<Lesson>& lessons,
                                const fs::path& folder) {
  if (!fs::is_directory(folder)) {
    throw WrongUse(fmt::format("{}: there is no such folder", folder.string()));
  }
  HiddenChecks hidden;
  for (const fs::path& file : files_with(folder, ".toml")) {
    const std::string name = file.stem().string();
    const auto lesson = std::find_if(lessons.begin(), lessons.end(), [&](const Lesson& candidate) {
      return candidate.name == name;
    });
    if (lesson == lessons.end()) {
      throw WrongUse(fmt::format("{}: no lesson is called {}", file.string(), name));
    }
    if (!fs::exists(fs::path(file).replace_extension(".cpp"))) {
      throw WrongUse(fmt::format("{}: there is no {}.cpp beside it", file.string(), name));
    }
    hidden.lessons.push_back(with_checks_of(*lesson, file));
  }
  for (const fs::path& file : files_with(folder, ".cpp")) {
    if (hidden.of(file.stem().string()) == nullptr) {
      throw WrongUse(
          fmt::format("{}: there is no {}.toml beside it, which says what its checks are "
                      "worth",
                      file.string(), file.stem().string()));
    }
  }
  if (!hidden.lessons.empty()) hidden.programs = build_programs(course, folder);
  return hidden;
}

}  // namespace course
