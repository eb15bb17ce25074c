// Declares the subcommands, hands over to the one that was asked for, and turns what went wrong
// into a sentence and an exit status.
#include "course/commands/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "course/commands/commands.h"
#include "course/lesson/lesson_names.h"
#include "course/screen/json.h"
#include "course/screen/terminal.h"

namespace course {

namespace {

constexpr int kWrongUse = 2, kNoSandbox = 3;

/// What stands behind "--" belongs to the program that `course run` runs.
std::vector<std::string> take_program_arguments(std::vector<std::string>& words) {
  const auto dashes = std::find(words.begin(), words.end(), "--");
  if (words.empty() || words[0] != "run" || dashes == words.end()) return {};
  const std::vector<std::string> rest(dashes + 1, words.end());
  words.erase(dashes, words.end());
  return rest;
}

/// --plain holds for every command, wherever it stands before "--".
void take_plain(std::vector<std::string>& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  auto rest = std::remove(words.begin(), end, "--plain");
  if (rest != end) speak_plainly(true);
  words.erase(rest, end);
}

std::string no_such_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) names.push_back(command->get_name());
  }
  return fmt::format("there is no command {}; there are {}", word, fmt::join(names, ", "));
}

int complain(const std::string& what, bool json, int status = kWrongUse) {
  if (json) print_json({{"error", what}});
  fmt::print(stderr, "course: {}\n", what);
  return status;
}

}  // namespace

int run_command_line(const Course& course, std::vector<std::string> words) {
  const std::vector<std::string> program_arguments = take_program_arguments(words);
  take_plain(words);
  const bool json = std::find(words.begin(), words.end(), "--json") != words.end();
  int status = 0;
  bool overview_json = false;
  CLI::App app("Learn CUDA Dynamic Parallelism: exercises with an autograder, GPU or not.",
               "course");
  app.require_subcommand(0, 1);
  app.add_flag("--json", overview_json, "Print one JSON document and nothing else");
  bool wants_plain = false;  // and has it: take_plain
  app.add_flag("--plain", wants_plain,
               "For screen readers: no colors, no pictures of characters, nothing redrawn; with "
               "every command, or COURSE_PLAIN=1 in the environment");
  setup_check(app, course, status);
  setup_watch(app, course, status);
  setup_hint(app, course, status);
  setup_quiz(app, course, status);
  setup_trace(app, course, status);
  setup_reset(app, course, status);
  setup_solution(app, course, status);
  setup_update(app, course, status);
  setup_run(app, course, program_arguments, status);
  setup_slides(app, course, status);
  setup_docs(app, course, status);
  setup_doctor(app, course, status);
  setup_class_commands(app, course, status);
  setup_test(app, course, status);
  setup_test_lesson(app, course, status);
  setup_whole_solutions(app, course);
  setup_apply(app);

  const std::string first = words.empty() ? "" : words.front();
  std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
  try {
    app.parse(words);
    if (app.get_subcommands().empty()) status = run_overview(course, overview_json);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    const bool is_word = !first.empty() && !first.starts_with('-');
    if (is_word && app.get_subcommands().empty())
      return complain(no_such_command(app, first), json);
    return complain(fmt::format("{}\nTry: course --help", error.what()), json);
  } catch (const NoSandbox& error) {
    return complain(error.what(), json, kNoSandbox);
  } catch (const std::exception& error) {
    return complain(sentence_of(error), json);
  }
  return status;
}

}  // namespace course
