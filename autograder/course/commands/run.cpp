// course run: compiles any CUDA program for the emulator, runs it, and prints what the emulator
// found wrong the way a compiler prints errors. The program's own output stays as it is. Files, and
// options that are not its own, go to emucc as they are, which knows nvcc's.
#include <fmt/format.h>
#include <string.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/process.h"
#include "base/temporary_folder.h"
#include "course/commands/commands.h"
#include "course/judge/compile_errors.h"
#include "course/lesson/lesson_names.h"
#include "course/lesson/schedule.h"
#include "course/screen/diagnostic.h"
#include "course/screen/excerpt.h"
#include "course/screen/explanation.h"
#include "course/screen/json.h"
#include "course/screen/launch_tree.h"
#include "course/screen/terminal.h"

namespace course {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

struct RunOptions {
  std::vector<std::string> compiled;   ///< files, and options that nvcc has too
  std::vector<std::string> arguments;  ///< the program's own, after --
  Schedule schedule;
  int devices = 1;
  int peer_island = 0;
  bool cdp1 = false;
  bool no_check = false;
  bool strict = false;
  std::string trace;
  bool json = false;
};

class RunCommand {
 public:
  RunCommand(const Course& course, const RunOptions& options)
      : course_(course),
        options_(options),
        program_(folder_.path() / "program"),
        report_(folder_.path() / "report.json"),
        tree_(folder_.path() / "tree.txt") {
    require_program();
  }

  int run() {
    const base::Ended compiled = base::run_process(compile_command());
    if (!compiled.ok()) return does_not_compile(compiled);
    if (!options_.json) std::fputs(compiled.err.c_str(), stderr);
    const base::Ended ended = base::run_process(program_command());
    const ordered_json report =
        fs::exists(report_) ? ordered_json::parse(read_file(report_)) : ordered_json::object();
    if (tells_tree() && fs::exists(tree_)) fmt::print("{}", tree_in_words(read_file(tree_)));
    if (options_.json) {
      print_document(ended, report);
    } else {
      print_findings(ended, report);
    }
    return exit_status(ended, report);
  }

 private:
  void require_program() const {
    bool has_file = false;
    for (const std::string& word : options_.compiled) {
      if (word == "-c" || word == "-dc" || word == "--device-c" || word == "--compile")
        throw WrongUse(fmt::format("{} makes no program that could be run; leave it out", word));
      if (!is_source(word)) continue;
      if (!fs::exists(word)) throw WrongUse(fmt::format("{}: there is no such file", word));
      has_file = true;
    }
    if (!has_file) throw WrongUse("course run needs a file, such as course run program.cu");
  }

  static bool is_source(const std::string& word) {
    if (word.starts_with('-')) return false;
    const std::string ending = fs::path(word).extension().string();
    for (const char* known : {".cu", ".cpp", ".cc", ".cxx", ".c", ".o", ".a"})
      if (ending == known) return true;
    return false;
  }

  /// Whether the launch tree is told in words instead of being drawn.
  bool tells_tree() const { return plain() && options_.trace == "-" && !options_.json; }

  base::Command compile_command() const {
    base::Command command{{course_.emucc, "-rdc=true"}};  // -rdc=false of the user comes later
    command.environment = {{"LC_ALL", "C"}};  // errors are explained by their English words
    if (options_.cdp1) command.arguments.push_back("--cdp1");
    if (options_.no_check) command.arguments.push_back("--no-check");
    command.arguments.insert(command.arguments.end(), options_.compiled.begin(),
                             options_.compiled.end());
    command.arguments.insert(command.arguments.end(), {"-o", program_});
    return command;
  }

  base::Command program_command() const {
    base::Command command{{program_}};
    command.arguments.insert(command.arguments.end(), options_.arguments.begin(),
                             options_.arguments.end());
    command.environment = {{"EMULATOR_SCHEDULE", options_.schedule.kind},
                           {"EMULATOR_SEED", std::to_string(options_.schedule.seed)},
                           {"EMULATOR_DEVICES", std::to_string(options_.devices)},
                           {"EMULATOR_PEER_ISLAND", std::to_string(options_.peer_island)},
                           {"EMULATOR_CHECK", options_.no_check ? "0" : "1"},
                           {"EMULATOR_STRICT", options_.strict ? "1" : "0"},
                           {"EMULATOR_REPORT", report_.string()},
                           {"EMULATOR_REPORT_PARTS", options_.json ? "all" : "findings"}};
    if (!options_.trace.empty()) {
      const bool to_terminal = options_.trace == "-";
      const std::string file = tells_tree() ? tree_.string() : options_.trace;
      command.environment.emplace_back(
          "EMULATOR_TRACE", to_terminal && !tells_tree() ? file : fs::absolute(file).string());
    }
    command.heard = options_.json ? base::Heard::kAll : base::Heard::kNothing;
    command.is_interrupted = true;
    return command;
  }

  int does_not_compile(const base::Ended& compiled) const {
    if (options_.json) {
      print_json({{"compiled", false},
                  {"exit_status", nullptr},
                  {"stdout", compiled.out},
                  {"stderr", compiled.err},
                  {"sticky_error", 0},
                  {"launches", ordered_json::array()},
                  {"diagnostics", ordered_json::array()},
                  {"refused_launches", 0},
                  {"virtual_ns", 0}});
    } else {
      fmt::print(stderr, "{}{}{}", compiled.out, compiled.err,
                 wrapped(explanation(compiled.out + compiled.err), 2));
    }
    return 2;
  }

  /// Of the first error, in the course's words.
  static std::string explanation(const std::string& complaint) {
    const auto errors = compile_errors(complaint);
    if (errors.empty()) return "";
    return explained(errors[0], excerpt(errors[0].file, errors[0].line));
  }

  void print_document(const base::Ended& ended, const ordered_json& report) const {
    ordered_json document{{"compiled", true},
                          {"exit_status", ended.exit_status},
                          {"stdout", ended.out},
                          {"stderr", ended.err},
                          {"sticky_error", report.value("sticky_error", 0)},
                          {"sticky_error_name", report.value("sticky_error_name", "cudaSuccess")},
                          {"launches", report.value("launches", ordered_json::array())},
                          {"diagnostics", report.value("diagnostics", ordered_json::array())},
                          {"refused_launches", report.value("refused_launches", 0)},
                          {"virtual_ns", report.value("virtual_ns", 0LL)},
                          {"finished", report.value("finished", false)}};
    print_json(document);
  }

  void print_findings(const base::Ended& ended, const ordered_json& report) const {
    std::fflush(stdout);
    for (const Diagnostic& diagnostic : diagnostics_of(report)) {
      fmt::print(stderr, "{}", printed(diagnostic, fs::current_path()));
    }
    if (report.value("sticky_error", 0) != 0) {
      fmt::print(stderr, "error: the device is lost after {} ({})\n",
                 report.value("sticky_error_name", ""), report.value("sticky_error", 0));
    }
    if (ended.signal != 0) {
      fmt::print(stderr, "error: the program was ended by signal {} ({})\n", ended.signal,
                 strsignal(ended.signal));
    }
    if (report.empty()) {
      fmt::print(stderr, "error: the program ended in a way that left no report, such as _exit\n");
    }
  }

  static int exit_status(const base::Ended& ended, const ordered_json& report) {
    if (ended.signal != 0) return ended.exit_status;
    bool wrong = report.empty() || report.value("sticky_error", 0) != 0;
    for (const Diagnostic& diagnostic : diagnostics_of(report)) wrong |= diagnostic.is_error;
    return wrong ? 1 : ended.exit_status;
  }

  const Course& course_;
  const RunOptions& options_;
  base::TemporaryFolder folder_;
  fs::path program_;
  fs::path report_;
  fs::path tree_;
};

}  // namespace

void setup_run(CLI::App& app, const Course& course,
               const std::vector<std::string>& program_arguments, int& status) {
  auto options = std::make_shared<RunOptions>();
  options->arguments = program_arguments;
  CLI::App* command = app.add_subcommand(
      "run", "Compile any CUDA program for the emulator and run it: run FILE.cu …");
  command->allow_extras();  // in their order: emucc's words
  command
      ->add_option("--schedule", options->schedule.kind,
                   "Order of grids and threads: eager, late or random")
      ->check(CLI::IsMember({"eager", "late", "random"}))
      ->capture_default_str();
  command->add_option("--seed", options->schedule.seed, "For --schedule random")
      ->capture_default_str();
  command->add_option("--devices", options->devices, "How many devices the program sees")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  command
      ->add_option("--peer-island", options->peer_island,
                   "Only so many neighboring devices can reach each other's memory (0: all)")
      ->check(CLI::Range(0, 16));
  command->add_flag("--cdp1", options->cdp1, "CUDA Dynamic Parallelism as before CUDA 12");
  command->add_flag("--no-check", options->no_check, "Do not look for races and bad accesses");
  command->add_flag("--strict", options->strict,
                    "Take warnings about races that usually do no harm for errors");
  command
      ->add_option(
          "--trace", options->trace,
          "What happened: FILE.svg is a timeline, FILE.tree.svg the launch tree, FILE.json "
          "for ui.perfetto.dev, any other FILE text; - prints the launch tree")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "Print one JSON document and nothing else");
  command->footer(
      "Several files become one program. nvcc's options are taken too: -I -D -U -O -std -x -L -l "
      "-arch -rdc …\nWhat follows -- is handed to the program: course run a.cu b.cpp -DN=8 -- 1024");
  command->callback([&course, &status, command, options] {
    options->compiled = command->remaining();
    status = RunCommand(course, *options).run();
  });
}

}  // namespace course
