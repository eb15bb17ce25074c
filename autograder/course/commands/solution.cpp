// course solution: how the course and others solve a lesson, for those who have solved it once.
#include "course/lesson/solution.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "course/commands/commands.h"
#include "course/lesson/change.h"
#include "course/lesson/lesson_names.h"
#include "course/lesson/others.h"
#include "course/screen/json.h"
#include "course/screen/terminal.h"
#include "course/student/standing.h"
#include "course/student/students_files.h"

namespace course {

namespace {

struct SolutionOptions {
  std::string lesson;
  std::string name;
  bool others = false;
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

/// The one that was asked for, or the course's own.
std::string text_of(const Course& course, const Lesson& lesson,
                    const std::vector<OtherSolution>& others, const std::string& name) {
  if (name.empty()) return solution_of(course, lesson);
  std::string names;
  for (const OtherSolution& other : others) {
    if (other.name == name) return other.text;
    names += "\n  " + other.name;
  }
  throw WrongUse(names.empty() ? fmt::format("there are no other solutions of {} here", lesson.name)
                               : fmt::format("no solution of {} is named {}; there are:{}",
                                             lesson.name, name, names));
}

void list_others(const Lesson& lesson, const std::vector<OtherSolution>& others) {
  fmt::print("{} right ways to solve {}, each with a thought of its own:\n", others.size() + 1,
             lesson.name);
  fmt::print("\n  {}\n{}", paint(Color::kBold, "./course solution " + lesson.number()),
             wrapped("The course's own.", 4));
  for (const OtherSolution& other : others) {
    fmt::print(
        "\n  {}\n{}",
        paint(Color::kBold, fmt::format("./course solution {} {}", lesson.number(), other.name)),
        wrapped(other.idea, 4));
  }
}

nlohmann::ordered_json to_json(const Course& course, const std::vector<OtherSolution>& others) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const OtherSolution& other : others) {
    list.push_back(
        {{"name", other.name}, {"idea", other.idea}, {"file", course.shown(other.file)}});
  }
  return list;
}

/// What those see who have not solved the lesson.
int refuse(const Course& course, const Lesson& lesson, const Standing& standing, bool json) {
  const std::string what = missing(course, lesson, standing);
  if (json) {
    print_json({{"lesson", lesson.name}, {"solved", false}, {"missing", what}, {"solution", ""}});
  } else {
    fmt::print("The solution is shown once {} is solved. {}.\nNext: ./course hint {}\n",
               lesson.name, what, lesson.number());
  }
  return 1;
}

int run_solution(const Course& course, const SolutionOptions& options) {
  const std::vector<Lesson> lessons = load_lessons(course);
  const Lesson& lesson = find_lesson(lessons, options.lesson);
  begin_lessons(course, {lesson});
  if (!Progress(course).passed(lesson)) {
    Slots slots(default_jobs());
    const Standing standing = standing_of(course, lesson, slots);
    if (!standing.solved()) return refuse(course, lesson, standing, options.json);
  }
  const std::vector<OtherSolution> others = load_others(course, lesson);
  const std::string text = text_of(course, lesson, others, options.name);
  if (options.json) {
    print_json({{"lesson", lesson.name},
                {"solved", true},
                {"missing", ""},
                {"solution", text},
                {"others", to_json(course, others)}});
  } else if (options.others) {
    list_others(lesson, others);
  } else {
    fmt::print("{}", text);
    if (options.name.empty() && !others.empty()) {
      fmt::print(stderr, "How others solve it: ./course solution {} --others\n", lesson.number());
    }
  }
  return 0;
}

}  // namespace

void setup_solution(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<SolutionOptions>();
  CLI::App* command =
      app.add_subcommand("solution", "Print the course's solution, once yours passes");
  command->add_option("lesson", options->lesson)->type_name("LESSON")->required();
  command->add_option("name", options->name, "One of --others instead of the course's own")
      ->type_name("NAME");
  command->add_flag("--others", options->others, "List how others solve it");
  command->add_flag("--json", options->json, "Print one JSON document and nothing else");
  command->callback([&course, &status, options] { status = run_solution(course, *options); });
}

void setup_whole_solutions(CLI::App& app, const Course& course) {
  app.add_subcommand("whole-solutions", "Put all solutions together, for the build")
      ->group("")
      ->callback([&course] { whole_solutions(course, load_lessons(course)); });
}

void setup_apply(CLI::App& app) {
  auto files = std::make_shared<std::pair<std::string, std::string>>();
  CLI::App* command =
      app.add_subcommand("apply", "Print FILE with a change, for scripts of the course")->group("");
  command->add_option("change", files->first)->type_name("CHANGE")->required();
  command->add_option("file", files->second)->type_name("FILE")->required();
  command->callback([files] {
    const auto& [change, file] = *files;
    fmt::print("{}", changed(read_file(file), read_file(change), change));
  });
}

}  // namespace course
