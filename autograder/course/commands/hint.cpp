// course hint: one more hint each time, for the TODO that stands in the way first.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "course/commands/commands.h"
#include "course/lesson/lesson_names.h"
#include "course/screen/json.h"
#include "course/screen/terminal.h"
#include "course/student/hint_state.h"
#include "course/student/standing.h"
#include "course/student/students_files.h"

namespace course {

namespace {

struct HintOptions {
  std::string lesson;
  bool all = false;
  bool json = false;
};

std::string shown(const Lesson& lesson, std::size_t i) {
  const Hint& hint = lesson.hints[i];
  const std::string about = hint.todo.empty() ? "" : " for TODO " + hint.todo;
  return paint(Color::kBold, fmt::format("Hint {} of {}{}", i + 1, lesson.hints.size(), about)) +
         "\n" + wrapped(hint.text, 2);
}

nlohmann::ordered_json to_json(const Lesson& lesson, std::size_t i) {
  return {{"number", i + 1}, {"todo", lesson.hints[i].todo}, {"text", lesson.hints[i].text}};
}

void print_hints(const Lesson& lesson, const std::vector<std::size_t>& hints,
                 const std::string& todo, const HintOptions& options) {
  if (options.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const std::size_t i : hints) list.push_back(to_json(lesson, i));
    print_json({{"lesson", lesson.name}, {"todo", todo}, {"hints", list}});
    return;
  }
  for (const std::size_t i : hints) fmt::print("{}", shown(lesson, i));
}

std::vector<std::size_t> hints_for(const Lesson& lesson, const std::string& todo) {
  std::vector<std::size_t> hints;
  for (std::size_t i = 0; i < lesson.hints.size(); ++i) {
    if (todo.empty() || lesson.hints[i].todo == todo || lesson.hints[i].todo.empty()) {
      hints.push_back(i);
    }
  }
  return hints;
}

int run_hint(const Course& course, const HintOptions& options) {
  const std::vector<Lesson> lessons = load_lessons(course);
  const Lesson& lesson = find_lesson(lessons, options.lesson);
  if (options.all) {
    print_hints(lesson, hints_for(lesson, ""), "", options);
    return 0;
  }
  begin_lessons(course, {lesson});
  Slots slots(default_jobs());
  const Standing standing = standing_of(course, lesson, slots);
  const std::string todo = todo_in_question(lesson, standing);
  const HintState state(course.progress() / "hints");
  const auto next = next_hint(lesson, todo, state.given(lesson));
  if (!options.json && standing.solved()) fmt::print("{} is solved.\n", lesson.name);
  if (next) {
    state.remember(lesson, *next);
    print_hints(lesson, {*next}, todo, options);
    return 0;
  }
  if (!options.json) fmt::print("That is all there is; here it is again.\n");
  print_hints(lesson, hints_for(lesson, todo), todo, options);
  return 0;
}

}  // namespace

void setup_hint(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<HintOptions>();
  CLI::App* command = app.add_subcommand("hint", "The next hint; each time one that says more");
  command->add_option("lesson", options->lesson)->type_name("LESSON")->required();
  command->add_flag("--all", options->all, "All hints of the lesson");
  command->add_flag("--json", options->json, "Print one JSON document and nothing else");
  command->callback([&course, &status, options] { status = run_hint(course, *options); });
}

}  // namespace course
