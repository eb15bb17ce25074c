// Reads the options and lets GoogleTest run, once a schedule.
#include "harness/running/program.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>

#include "harness/results.h"
#include "harness/running/grader_error.h"
#include "harness/running/memory_file.h"
#include "harness/running/settings.h"

namespace harness {
namespace {

constexpr char kHelp[] =
    R"(checks --exercise=exercise.so [--device=emulator|gpu] [options] [GoogleTest's options]

  --schedules=LIST      eager, late and random:SEED, separated by commas
  --seeds=N             without --schedules: late, eager and N random schedules (default 3)
  --results=WHERE       write the results as JSON to a file, or to a descriptor (fd:N)
  --seconds=S           wall time of one run (default 10)
  --all-seconds=S       wall time of all runs together (default: no limit)
  --memory-mb=N         memory of one run (default 1024)
  --gpus=N              how many GPUs a run finds (default 1)
  --runner=PATH         the program that loads the exercise (default: exercise-runner beside this one)
  --launcher=WORD       started instead of the runner, as in a sandbox; once for each of its words
  --launcher-stays      it makes a sandbox whose first process is the runner, for all runs
  --group=FILE          join the control group of this file, such as cgroup.procs; may be said again
  --die-with-parent     do not outlive whoever has started this
  --trace=FILE          what the last run's grids did: .svg, .tree.svg, .json or text
  --pictures=FOLDER     CHECK.svg: what the grids of each check's first run did, or of the one that failed
  --emulator=PATH       libemulator.so as the runner sees it: loaded once for all runs
  --seen-as=PATH        where the runner finds the exercise's library (default: where we do)
)";

struct Options {
  std::optional<std::vector<Schedule>> schedules;
  int seeds = 3;
  std::string results;
};

template <class T>
T number(std::string_view option, std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.begin(), text.end(), value);
  if (error != std::errc() || end != text.end() || value < T{}) {
    throw std::invalid_argument(std::string(option) + " wants a number, not '" + std::string(text) +
                                "'");
  }
  return value;
}

DeviceKind device_kind(std::string_view name) {
  if (name == "emulator") return DeviceKind::kEmulator;
  if (name == "gpu") return DeviceKind::kGpu;
  throw std::invalid_argument("no such device: '" + std::string(name) + "' (emulator or gpu)");
}

// Its limits hold for this process; a launcher puts itself into a group of its own.
void join_group(const std::string& door) {
  std::ofstream out(door);
  out << "0" << std::flush;
  if (!out) throw std::invalid_argument("the control group of " + door + " cannot be joined");
}

void read_option(std::string_view argument, Options& options) {
  const std::size_t equals = std::min(argument.find('='), argument.size());
  const std::string_view name = argument.substr(0, equals);
  const std::string_view value = argument.substr(std::min(equals + 1, argument.size()));
  Settings& s = settings();
  const std::pair<std::string_view, std::function<void()>> known[] = {
      {"--exercise", [&] { s.exercise = value; }},
      {"--device", [&] { s.device = device_kind(value); }},
      {"--schedules", [&] { options.schedules = parse_schedules(value); }},
      {"--seeds", [&] { options.seeds = number<int>(name, value); }},
      {"--results", [&] { options.results = value; }},
      {"--seconds", [&] { s.limits.seconds = number<double>(name, value); }},
      {"--all-seconds", [&] { s.all_seconds = number<double>(name, value); }},
      {"--memory-mb", [&] { s.limits.memory_mb = number<std::size_t>(name, value); }},
      {"--gpus", [&] { s.gpus = number<int>(name, value); }},
      {"--runner", [&] { s.runner = value; }},
      {"--launcher", [&] { s.launcher.emplace_back(value); }},
      {"--launcher-stays", [&] { s.launcher_stays = true; }},
      {"--emulator", [&] { s.emulator = value; }},
      {"--die-with-parent", [] { prctl(PR_SET_PDEATHSIG, SIGKILL); }},
      {"--group", [&] { join_group(std::string(value)); }},
      {"--trace", [&] { s.trace = value; }},
      {"--pictures", [&] { s.pictures = value; }},
      {"--seen-as", [&] { s.seen_as = value; }},
  };
  for (const auto& [option, read] : known) {
    if (option == name) return read();
  }
  throw std::invalid_argument("no such option: " + std::string(argument));
}

// Of processor time, and of this process alone: what an exercise has launched may be too much to be
// looked through. Whoever grades knows SIGPROF for that.
void limit_own_time() {
  constexpr time_t kSeconds = 10;  // an honest exercise takes less than one
  const itimerval limit{{}, {kSeconds, 0}};
  setitimer(ITIMER_PROF, &limit, nullptr);
}

// Beside this program, unless told otherwise; a launcher knows its own.
void find_runner() {
  Settings& s = settings();
  if (!s.launcher.empty()) return;
  if (s.runner.empty()) {
    s.runner = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "exercise-runner";
  }
  if (!std::filesystem::exists(s.runner)) {
    throw std::invalid_argument("there is no program " + s.runner +
                                " to run exercises with: build the target exercise_runner, or say "
                                "--runner=PATH");
  }
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) read_option(argv[i], options);
  if (settings().all_seconds > 0) limit_own_time();
  if (settings().exercise.empty()) throw std::invalid_argument("--exercise=exercise.so is missing");
  if (!std::filesystem::exists(settings().exercise)) {
    throw std::invalid_argument("there is no file " + settings().exercise);
  }
  find_runner();
  if (settings().device == DeviceKind::kGpu) {
    options.schedules = {Schedule{}};
    // The driver's own memory and threads come on top.
    settings().limits.memory_mb += 4096;
    settings().limits.processes += 64;
    settings().limits.open_files += 256;
  }
  return options;
}

void write_results(const std::string& where, const std::string& text) {
  Descriptor fd;
  if (where.starts_with("fd:")) {
    fd = Descriptor(number<int>("--results", std::string_view(where).substr(3)));
  } else {
    fd = Descriptor(open(where.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  }
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t n = write(fd.get(), rest.data(), rest.size());
    if (n <= 0) throw_system_error("writing the results to " + where);
    rest.remove_prefix(static_cast<std::size_t>(n));
  }
}

// For a person at a terminal: a line a check, and the words of those that did not pass.
void print(const std::vector<CheckResult>& checks) {
  for (const CheckResult& check : checks) {
    std::cout << check.verdict << " " << check.name << "\n";
    if (!check.passed()) std::cout << check.message << "\n\n";
  }
}

// A results descriptor must not reach the child.
void keep_from_child(const std::string& where) {
  if (!where.starts_with("fd:")) return;
  fcntl(number<int>("--results", std::string_view(where).substr(3)), F_SETFD, FD_CLOEXEC);
}

// What an exercise that runs as the same user must not open: our memory, our descriptors, our
// environment. AddressSanitizer looks for leaks as a debugger does.
void close_to_other_processes() {
#ifndef __SANITIZE_ADDRESS__
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

int run_all(const Options& options) {
  close_to_other_processes();
  const auto schedules = options.schedules.value_or(usual_schedules(options.seeds));
  auto* results = new Results(schedules);  // GoogleTest owns and deletes it at the end
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  listeners.Append(results);
  delete listeners.Release(listeners.default_result_printer());
  keep_from_child(options.results);
  GTEST_FLAG_SET(repeat, static_cast<int>(schedules.size()));
  GTEST_FLAG_SET(recreate_environments_when_repeating, false);
  const int ignored [[maybe_unused]] = RUN_ALL_TESTS();
  if (results->checks().empty()) {
    throw std::invalid_argument("no check is called " + GTEST_FLAG_GET(filter));
  }
  if (options.results.empty()) {
    print(results->checks());
  } else {
    write_results(options.results, results->json());
  }
  return results->all_passed() ? 0 : 1;
}

}  // namespace

int run_checks(int argc, char** argv, std::span<const ExerciseHeader> headers) try {
  if (argc == 2 && std::strcmp(argv[1], "--help") == 0) {
    std::cout << kHelp;
    return 0;
  }
  testing::InitGoogleMock(&argc, argv);
  if (GTEST_FLAG_GET(list_tests)) return RUN_ALL_TESTS();
  const Options options = read_options(argc, argv);
  know_headers(headers);
  return run_all(options);
} catch (const std::exception& error) {
  std::cerr << "checks: " << error.what() << "\n";
  return 2;
}

}  // namespace harness
