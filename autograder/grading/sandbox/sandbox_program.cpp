// course-sandbox: becomes another program, inside the sandbox. It stands between the check program,
// which knows nothing of sandboxes, and the exercise's process; the descriptors of the latter and
// the emulator's environment pass through.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstring>

#include "grading/sandbox/cgroup.h"
#include "grading/sandbox/sandbox.h"

namespace grading {
namespace {

// Set by the check program for the run; all else in the environment is the grader's own.
bool is_for_the_run(std::string_view variable) {
  return variable.starts_with("EMULATOR_") || variable.starts_with("CUDA_") ||
         variable.starts_with("LC_ALL=");
}

std::pair<std::string, std::string> name_and_value(std::string_view text) {
  const std::size_t equals = text.find('=');
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

int run(int count, char** words) {
  CLI::App app("Runs a program in the sandbox in which a class is graded.", "course-sandbox");
  Sandbox sandbox;
  ProcessLimits limits;
  std::vector<std::pair<std::string, std::string>> shown;
  std::vector<std::string> doors, command;
  std::size_t tmp_mb = 64, file_mb = 64, data_mb = 0;
  app.add_option("--uid", sandbox.uid, "Run as this user; needed, and only of use, for root");
  app.add_option("--group", doors, "A file of a control group, to be joined by it")
      ->allow_extra_args(false);
  app.add_option("--show", shown, "OURS SEEN: a file or folder, read-only")
      ->allow_extra_args(false);
  app.add_option("--writable", sandbox.writable, "A folder, seen at its own place");
  app.add_option("--env", sandbox.environment, "NAME VALUE")->allow_extra_args(false);
  app.add_option("--status", sandbox.status, "A file that is not empty once the command runs");
  app.add_option("--folder", sandbox.folder, "Where it starts");
  app.add_flag("--first-process", sandbox.first_process, "Make it process 1 of its namespace");
  app.add_flag("--gpu", sandbox.gpu, "Show the machine's NVIDIA devices");
  app.add_option("--tmp-mb", tmp_mb, "Size of its /tmp");
  app.add_option("--file-mb", file_mb, "The largest file");
  app.add_option("--data-mb", data_mb, "Memory of each process");
  app.add_option("--cpu-seconds", limits.cpu_seconds);
  app.add_option("--processes", limits.processes);
  app.add_option("--open-files", limits.open_files);
  app.add_option("command", command)->required();
  CLI11_PARSE(app, count, words);

  sandbox.shown.assign(shown.begin(), shown.end());
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (is_for_the_run(*variable)) sandbox.environment.push_back(name_and_value(*variable));
  }
  sandbox.tmp_bytes = tmp_mb << 20;
  limits.file_bytes = file_mb << 20;
  limits.data_bytes = data_mb << 20;
  for (const std::string& door : doors) join_cgroup(door);
  become_sandboxed(sandbox, limits, command);
}

}  // namespace
}  // namespace grading

int main(int count, char** words) try {
  return grading::run(count, words);
} catch (const std::exception& error) {
  std::fprintf(stderr, "course-sandbox: %s\n", error.what());
  return 125;
}
