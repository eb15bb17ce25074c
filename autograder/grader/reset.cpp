// course reset: the lesson's exercise as it was in the beginning. What the student wrote is kept.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "grader/commands.h"
#include "grader/hint_state.h"
#include "grader/lesson_names.h"
#include "grader/todo.h"

namespace grader {

namespace fs = std::filesystem;

namespace {

struct ResetOptions {
  std::string lesson;
  bool json = false;
};

/// exercise.cu.1.bak, or the first number that is free.
fs::path free_backup(const fs::path& exercise) {
  for (int i = 1;; ++i) {
    const fs::path backup = fmt::format("{}.{}.bak", exercise.string(), i);
    if (!fs::exists(backup)) return backup;
  }
}

int run_reset(const Course& course, const ResetOptions& options) {
  const std::vector<Lesson> lessons = load_lessons(course);
  const Lesson& lesson = find_lesson(lessons, options.lesson);
  const fs::path solution = course.solutions() / lesson.name / "exercise.cu";
  const fs::path exercise = lesson.folder / "exercise.cu";
  const std::string skeleton = make_skeleton(read_file(solution), lesson.todos, solution);
  std::string saved;
  if (fs::exists(exercise) && read_file(exercise) != skeleton) {
    const fs::path backup = free_backup(exercise);
    fs::copy_file(exercise, backup);
    saved = course.shown(backup);
  }
  write_file(exercise, skeleton);
  HintState(course.build / "state").forget(lesson);
  if (options.json) {
    print_json({{"lesson", lesson.name}, {"file", course.shown(exercise)}, {"saved_as", saved}});
    return 0;
  }
  fmt::print("{} is as it was in the beginning.\n", course.shown(exercise));
  if (!saved.empty()) fmt::print("Your version is in {}.\n", saved);
  return 0;
}

}  // namespace

void setup_reset(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<ResetOptions>();
  CLI::App* command =
      app.add_subcommand("reset", "Begin a lesson anew; your version is saved beside it");
  command->add_option("lesson", options->lesson)->type_name("LESSON")->required();
  command->add_flag("--json", options->json, "Print one JSON document and nothing else");
  command->callback([&course, &status, options] { status = run_reset(course, *options); });
}

}  // namespace grader
