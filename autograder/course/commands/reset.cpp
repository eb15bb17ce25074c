// course reset: the lesson's exercise as it was in the beginning. What the student wrote is kept.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/file_lock.h"
#include "course/commands/commands.h"
#include "course/lesson/lesson_names.h"
#include "course/screen/json.h"
#include "course/student/hint_state.h"
#include "course/student/progress.h"
#include "course/student/students_files.h"

namespace course {

namespace fs = std::filesystem;

namespace {

struct ResetOptions {
  std::string lesson;
  bool json = false;
};

int run_reset(const Course& course, const ResetOptions& options) {
  const std::vector<Lesson> lessons = load_lessons(course);
  const Lesson& lesson = find_lesson(lessons, options.lesson);
  const std::string skeleton = read_file(lesson.folder / "skeleton.cu");
  const base::FileLock lock(Progress::lock(course));
  const StudentsFile exercise = exercise_of(course, lesson);
  std::string saved;
  if (fs::exists(exercise.own) && read_file(exercise.own) != skeleton) {
    saved = course.shown(back_up(exercise.own));
  }
  write_file(exercise.own, skeleton);
  write_file(exercise.begun, skeleton);
  HintState(course.progress() / "hints").forget(lesson);
  const std::string file = course.shown(exercise.own);
  if (options.json) {
    print_json({{"lesson", lesson.name}, {"file", file}, {"saved_as", saved}});
    return 0;
  }
  fmt::print("{} is as it was in the beginning.\n", file);
  if (!saved.empty()) fmt::print("Your version is in {}.\n", saved);
  return 0;
}

}  // namespace

void setup_reset(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<ResetOptions>();
  CLI::App* command =
      app.add_subcommand("reset", "Start a lesson again; your version is saved beside it");
  command->add_option("lesson", options->lesson)->type_name("LESSON")->required();
  command->add_flag("--json", options->json, "Print one JSON document and nothing else");
  command->callback([&course, &status, options] { status = run_reset(course, *options); });
}

}  // namespace course
