// course trace: a picture of what an exercise's grids did, from a real run of one of its checks.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/temporary_folder.h"
#include "course/commands/commands.h"
#include "course/lesson/lesson_names.h"
#include "course/lesson/schedule.h"
#include "course/lesson/solution.h"
#include "course/screen/json.h"
#include "course/screen/launch_tree.h"
#include "course/screen/place.h"
#include "course/screen/terminal.h"
#include "course/screen/timeline.h"
#include "course/student/students_files.h"

namespace course {

namespace fs = std::filesystem;

namespace {

struct TraceOptions {
  std::string lesson;
  std::string check;
  std::string from;
  std::string output;
  Schedule schedule;
  bool json = false;
};

/// The check named, or the first of the lesson.
std::string check_to_run(const Lesson& lesson, const std::string& name) {
  if (name.empty()) return lesson.checks.front().name;
  if (lesson.check(name) == nullptr) {
    throw WrongUse(fmt::format("{} has no check {}", lesson.name, name));
  }
  return name;
}

int run_trace(const Course& course, const TraceOptions& options) {
  const std::vector<Lesson> lessons = load_lessons(course);
  const Lesson& lesson = find_lesson(lessons, options.lesson);
  const fs::path exercises =
      options.from.empty() ? course.lessons() : exercises_from(course, {lesson}, options.from);
  if (options.from.empty()) begin_lessons(course, {lesson});
  const base::TemporaryFolder folder;
  const bool to_terminal = options.output == "-";
  const fs::path output = to_terminal              ? folder.path() / "tree.txt"
                          : options.output.empty() ? timeline_of(course, lesson)
                                                   : fs::absolute(options.output);
  const std::string check = check_to_run(lesson, options.check);
  draw_timeline(course, lesson, exercises / lesson.name / "exercise.cu", check, options.schedule,
                output);
  if (to_terminal) {
    fmt::print("{}", plain() ? tree_in_words(read_file(output)) : read_file(output));
  } else if (options.json) {
    print_json({{"lesson", lesson.name}, {"check", check}, {"file", output.string()}});
  } else {
    fmt::print("{}: a run of {} (schedule {})\n", path_from_here(course, output), check,
               text_of(options.schedule));
  }
  return 0;
}

}  // namespace

void setup_trace(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<TraceOptions>();
  CLI::App* command = app.add_subcommand("trace", "Draw the timeline of an exercise's grids");
  command->add_option("lesson", options->lesson)->type_name("LESSON")->required();
  command->add_option("--check", options->check,
                      "The check whose run is drawn (default: the first)");
  command->add_option("--from", options->from, "Take the exercise from this folder")
      ->type_name("DIR");
  command
      ->add_option("-o,--output", options->output,
                   "FILE.svg is a timeline, FILE.tree.svg the launch tree, FILE.json for "
                   "ui.perfetto.dev, any other FILE text; - prints the launch tree (default: "
                   "build/timelines/LESSON.svg)")
      ->type_name("FILE");
  command->add_option("--schedule", options->schedule.kind, "eager, late or random")
      ->check(CLI::IsMember({"eager", "late", "random"}))
      ->capture_default_str();
  command->add_option("--seed", options->schedule.seed, "For --schedule random")
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print one JSON document and nothing else");
  command->callback([&course, &status, options] { status = run_trace(course, *options); });
}

}  // namespace course
