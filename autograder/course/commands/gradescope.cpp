// course gradescope: a lesson as an autograder that Gradescope takes: a zip with setup.sh and
// run_autograder at its root, and as much of the course as they need.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "course/classes/course_zip.h"
#include "course/classes/path_option.h"
#include "course/commands/commands.h"
#include "course/lesson/lesson.h"
#include "course/lesson/lesson_names.h"

namespace course {

namespace fs = std::filesystem;

namespace {

struct GradescopeOptions {
  std::string lesson;
  std::string out;
  std::string checks;
};

int make_zip(const Course& course, const GradescopeOptions& options) {
  const std::vector<Lesson> lessons = load_lessons(course);
  const std::string lesson = find_lesson(lessons, options.lesson).name;
  const fs::path out = options.out.empty() ? fs::path(lesson + ".zip") : fs::path(options.out);
  pack_course(course, lesson, options.checks, out);
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
  from_the_root(command->add_option("--out", options->out, "The zip file (default: LESSON.zip)"))
      ->type_name("FILE");
  from_the_root(
      command->add_option("--checks", options->checks, "Checks of your own, as for course grade"))
      ->type_name("DIR");
  command->callback([&course, &status, options] { status = make_zip(course, *options); });
}

}  // namespace course
