// course gradescope: a lesson as an autograder that Gradescope takes: a zip with setup.sh and
// run_autograder at its root (autograder/grading/gradescope), and as much of the course as they
// need.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <set>

#include "grader/commands.h"
#include "grader/lesson.h"
#include "grader/lesson_names.h"
#include "grading/zip_file.h"

namespace grader {

namespace fs = std::filesystem;

namespace {

struct GradescopeOptions {
  std::string lesson;
  std::string out;
  std::string checks;
};

/// 03-memory-visibility.cpp: of one lesson.
bool is_numbered(const std::string& name) {
  return name.size() > 3 && std::isdigit(static_cast<unsigned char>(name[0])) != 0 &&
         std::isdigit(static_cast<unsigned char>(name[1])) != 0 && name[2] == '-';
}

class Packing {
 public:
  Packing(const Course& course, const std::string& lesson, const fs::path& to)
      : course_(course), lesson_(lesson), zip_(to) {}

  void pack(const std::string& checks) {
    const fs::path scripts = course_.root / "autograder" / "grading" / "gradescope";
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

int make_zip(const Course& course, const GradescopeOptions& options) {
  const std::vector<Lesson> lessons = load_lessons(course);
  const std::string lesson = find_lesson(lessons, options.lesson).name;
  if (!options.checks.empty() && !fs::is_directory(options.checks)) {
    throw WrongUse(fmt::format("{}: there is no such folder", options.checks));
  }
  const fs::path out = options.out.empty() ? fs::path(lesson + ".zip") : fs::path(options.out);
  Packing(course, lesson, out).pack(options.checks);
  fmt::print("{}: upload it as the assignment's autograder\n", out.string());
  return 0;
}

}  // namespace

void setup_gradescope(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<GradescopeOptions>();
  CLI::App* command = app.add_subcommand("gradescope", "Make a lesson's autograder for Gradescope");
  command->add_option("lesson", options->lesson, "Number, name or part of a name")
      ->type_name("LESSON")
      ->required();
  command->add_option("--out", options->out, "The zip file (default: LESSON.zip)")
      ->type_name("FILE");
  command->add_option("--checks", options->checks, "Checks of your own, as for course grade")
      ->type_name("DIR");
  command->callback([&course, &status, options] { status = make_zip(course, *options); });
}

}  // namespace grader
