// course: the program that students and instructors talk to. Declares the subcommands, hands over,
// and turns what went wrong into a sentence and an exit status.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "grader/commands.h"

namespace grader {

void print_json(const nlohmann::ordered_json& document) {
  using Json = nlohmann::ordered_json;
  fmt::print("{}\n", document.dump(2, ' ', false, Json::error_handler_t::replace));
}

namespace {

constexpr int kWrongUse = 2;

/// What stands behind "--" belongs to the program that `course run` runs.
std::vector<std::string> take_program_arguments(std::vector<std::string>& words) {
  const auto dashes = std::find(words.begin(), words.end(), "--");
  if (words.empty() || words[0] != "run" || dashes == words.end()) return {};
  const std::vector<std::string> rest(dashes + 1, words.end());
  words.erase(dashes, words.end());
  return rest;
}

int complain(const std::string& what, bool json) {
  if (json) print_json({{"error", what}});
  fmt::print(stderr, "course: {}\n", what);
  return kWrongUse;
}

int run(const Course& course, std::vector<std::string> words) {
  const std::vector<std::string> program_arguments = take_program_arguments(words);
  const bool json = std::find(words.begin(), words.end(), "--json") != words.end();
  int status = 0;
  bool overview_json = false;
  CLI::App app("Learn CUDA Dynamic Parallelism: exercises that a machine checks, GPU or not.",
               "course");
  app.require_subcommand(0, 1);
  app.add_flag("--json", overview_json, "Print one JSON document and nothing else");
  setup_check(app, course, status);
  setup_run(app, course, program_arguments, status);

  std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
  try {
    app.parse(words);
    if (app.get_subcommands().empty()) status = run_overview(course, overview_json);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return complain(fmt::format("{}\nTry: course --help", error.what()), json);
  } catch (const std::exception& error) {
    return complain(error.what(), json);
  }
  return status;
}

}  // namespace
}  // namespace grader

int main(int count, char** words) {
  const grader::Course course{COURSE_ROOT, COURSE_BUILD, COURSE_EMUCC, COURSE_EMULATOR,
                              COURSE_CHECKS};
  return grader::run(course, std::vector<std::string>(words + 1, words + count));
}
