// course solution: how the course solves a lesson, for those who have solved it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "grader/commands.h"
#include "grader/lesson_names.h"
#include "grader/standing.h"

namespace grader {

namespace {

struct SolutionOptions {
  std::string lesson;
  bool json = false;
};

/// What the student still has to do before the solution is shown, in one sentence.
std::string missing(const Course& course, const Lesson& lesson, const Standing& standing) {
  if (!standing.open.empty()) {
    const OpenTodo& todo = standing.open[0];
    return fmt::format("TODO {} ({}:{}) is still to do", todo.name,
                       course.shown(lesson.folder / "exercise.cu"), todo.line);
  }
  if (!standing.verdict.message.empty()) return standing.verdict.message;
  const CheckVerdict* failure = standing.verdict.first_failure();
  return failure == nullptr ? "it was not checked" : failure->name + ": " + failure->message;
}

int run_solution(const Course& course, const SolutionOptions& options) {
  const std::vector<Lesson> lessons = load_lessons(course);
  const Lesson& lesson = find_lesson(lessons, options.lesson);
  Slots slots(default_jobs());
  const Standing standing = standing_of(course, lesson, slots);
  const std::filesystem::path file = course.solutions() / lesson.name / "exercise.cu";
  const std::string what = standing.solved() ? "" : missing(course, lesson, standing);
  const std::string text = standing.solved() ? read_file(file) : "";
  if (options.json) {
    print_json({{"lesson", lesson.name},
                {"solved", standing.solved()},
                {"missing", what},
                {"solution", text}});
  } else if (standing.solved()) {
    fmt::print("{}", text);
  } else {
    fmt::print("The solution is shown once {} is solved. {}.\nNext: ./course hint {}\n",
               lesson.name, what, lesson.number());
  }
  return standing.solved() ? 0 : 1;
}

}  // namespace

void setup_solution(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<SolutionOptions>();
  CLI::App* command =
      app.add_subcommand("solution", "Print the course's solution, once yours passes");
  command->add_option("lesson", options->lesson)->type_name("LESSON")->required();
  command->add_flag("--json", options->json, "Print one JSON document and nothing else");
  command->callback([&course, &status, options] { status = run_solution(course, *options); });
}

}  // namespace grader
