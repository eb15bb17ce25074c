// Neither solutions but the quiz's key, nor the attacks that tests try.
#include "course/classes/course_zip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

#include "course/lesson/lesson.h"
#include "course/lesson/lesson_names.h"
#include "grading/intake/zip_file.h"

namespace course {

namespace fs = std::filesystem;

namespace {

/// 03-memory-visibility.cpp: of one lesson.
bool is_numbered(const std::string& name) {
  return name.size() > 3 && std::isdigit(static_cast<unsigned char>(name[0])) != 0 &&
         std::isdigit(static_cast<unsigned char>(name[1])) != 0 && name[2] == '-';
}

class Packing {
 public:
  Packing(const Course& course, const std::string& lesson, const fs::path& to)
      : course_(course), lesson_(lesson), zip_(to) {}

  void pack(const fs::path& checks) {
    const fs::path scripts = course_.root / "autograder" / "grading" / "export" / "gradescope";
    add(scripts / "setup.sh", "setup.sh");
    add(scripts / "run_autograder", "run_autograder");
    zip_.add("lesson", lesson_ + "\n", false);
    for (const char* part : {"course", "CMakeLists.txt", "cmake", "autograder"}) add_part(part);
    for (const fs::path& file : files_in(course_.lessons())) add_part(fs::path("lessons") / file);
    add_part(fs::path("lessons") / lesson_);
    const fs::path key = fs::path("solutions") / lesson_ / "answers.toml";
    if (fs::exists(course_.root / key)) add_part(key);
    if (!checks.empty()) add_folder(checks, "checks");
    zip_.end();
  }

 private:
  static std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      const fs::path name = entry.path().filename();
      if (entry.is_regular_file() && name.string()[0] != '.') files.push_back(name);
    }
    std::sort(files.begin(), files.end());
    return files;
  }

  /// Of the checkout, under its own name.
  void add_part(const fs::path& part) {
    const fs::path from = course_.root / part;
    const std::string name = "course/" + part.generic_string();
    if (fs::is_directory(from)) return add_folder(from, name);
    add(from, name);
  }

  void add_folder(const fs::path& folder, const std::string& name) {
    std::vector<fs::path> entries;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      entries.push_back(entry.path());
    }
    std::sort(entries.begin(), entries.end());
    for (const fs::path& entry : entries) {
      const std::string below = name + "/" + entry.filename().string();
      if (!is_wanted(entry)) continue;
      if (fs::is_directory(entry)) {
        add_folder(entry, below);
      } else {
        add(entry, below);
      }
    }
  }

  /// Not the attacks that tests try, and not what other lessons' checks expect.
  bool is_wanted(const fs::path& file) const {
    static const std::set<std::string> kLeftOut = {"hostile", "node_modules", "__pycache__"};
    const std::string name = file.filename().string();
    if (name[0] == '.' || kLeftOut.contains(name)) return false;
    // Whoever packs may have done the exercise here.
    const bool in_lesson = file.parent_path() == course_.lessons() / lesson_;
    if (in_lesson && (name == "exercise.cu" || name == "answers.toml")) return false;
    const bool of_a_lesson =
        file.parent_path() == course_.root / "autograder" / "checks" && is_numbered(name);
    return !of_a_lesson || file.stem() == lesson_;
  }

  void add(const fs::path& file, const std::string& name) {
    const bool executable =
        (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none;
    zip_.add(name, read_file(file), executable);
  }

  const Course& course_;
  const std::string& lesson_;
  grading::ZipFile zip_;
};

}  // namespace

void pack_course(const Course& course, const std::string& lesson, const fs::path& checks,
                 const fs::path& zip) {
  if (!checks.empty() && !fs::is_directory(checks)) {
    throw WrongUse(fmt::format("{}: there is no such folder", checks.string()));
  }
  Packing(course, lesson, zip).pack(checks);
}

}  // namespace course
