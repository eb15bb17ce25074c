// course test: the course's own tests. Without a GPU they are CTest's; with --device gpu every
// lesson's solution and skeleton are tried on the GPU; with --seeds N every mistake is tried under
// each of N random schedules alone, which takes minutes; with --mutants every lesson's checks are
// tried on small changes of its solutions, which takes hours for all and minutes for one; with
// --speed nothing is tested: autograder/benchmarks measures. Tests that take minutes each belong to
// CTest's configurations Long and Sanitize, which options ask for (LongSanitize: both). --all tells
// the tests of which a part can wait to leave none out, by COURSE_TEST_ALL, which scripts read too,
// and runs those with the label `waits`; --rest runs only those, and those that every day try a
// sample (label `samples`). So does --only, since whoever names tests has just changed
// what they are about.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <regex>
#include <utility>
#include <vector>

#include "base/process.h"
#include "course/commands/commands.h"
#include "course/judge/build_cache.h"
#include "course/judge/device.h"
#include "course/lesson/others.h"
#include "course/proof/lesson_proof.h"
#include "course/proof/mutants/command.h"

namespace course {

namespace {

struct SpeedOptions {
  std::vector<std::string> parts;
  unsigned rounds = 3;
  bool each = false;
  std::string write;
  std::string against;
};

struct TestOptions {
  std::string device = "emulator";
  std::string only;
  unsigned seeds = 0;
  bool sanitize = false;
  bool all = false;
  bool rest = false;
  bool long_too = false;
  bool tries_mutants = false;
  mutants::MutantOptions mutants;
  bool measures_speed = false;
  SpeedOptions speed;
  unsigned jobs = default_jobs();
};

/// The value of COURSE_TEST_ALL, which the tests read of which a part can wait: 1, nothing waits;
/// `samples`, only what takes longer than a change can wait for does; empty, a part is enough.
std::string what_is_tried_whole(const TestOptions& options) {
  if (options.long_too || !options.only.empty()) return "1";
  return options.all || options.rest ? "samples" : "";
}

int run_ctest(const Course& course, const TestOptions& options) {
  base::Command command{{"ctest", "--test-dir", course.build.string(), "--output-on-failure",
                         "--no-label-summary", "-j", std::to_string(options.jobs)}};
  const auto append = [&command](std::initializer_list<std::string> words) {
    command.arguments.insert(command.arguments.end(), words);
  };
  if (!options.only.empty()) append({"-R", options.only});
  const std::string configuration =
      std::string(options.long_too ? "Long" : "") + (options.sanitize ? "Sanitize" : "");
  if (!configuration.empty()) append({"-C", configuration});
  const std::string whole = what_is_tried_whole(options);
  if (!whole.empty())
    command.environment.emplace_back("COURSE_TEST_ALL", whole);
  else
    append({"-LE", "^waits$"});
  if (options.rest) append({"-L", "^(waits|samples)$"});
  command.heard = base::Heard::kNothing;
  return base::run_process(command).ok() ? 0 : 1;
}

/// Prints what holds of each lesson that --only names. Returns the exit status.
int prove(const Course& course, const std::string& only,
          const std::function<Complaints(const Lesson&)>& complaints_of) {
  const std::regex wanted(only);
  int tried = 0;
  int failed = 0;
  for (const Lesson& lesson : load_lessons(course)) {
    if (!std::regex_search(lesson.name, wanted)) continue;
    const Complaints complaints = complaints_of(lesson);
    ++tried;
    failed += complaints.empty() ? 0 : 1;
    fmt::print("{:<40} {}\n", lesson.name, complaints.empty() ? "passed" : "FAILED");
    for (const std::string& complaint : complaints) fmt::print("{}\n", complaint);
    std::fflush(stdout);
  }
  fmt::print("{} of {} lessons passed\n", tried - failed, tried);
  return failed == 0 && tried > 0 ? 0 : 1;
}

/// nvcc takes longer than the checks, and checks that measure time must not run beside others: so
/// all programs are compiled first, on all cores, and found compiled when their turn comes.
void compile_for_gpu(const Course& course, const TestOptions& options) {
  const std::regex wanted(options.only);
  std::vector<std::pair<Lesson, std::filesystem::path>> programs;
  for (const Lesson& lesson : load_lessons(course)) {
    if (!std::regex_search(lesson.name, wanted)) continue;
    for (const auto& source : gpu_sources(course, lesson)) programs.emplace_back(lesson, source);
  }
  in_parallel(programs.size(), options.jobs, [&](std::size_t one) {
    const auto& [lesson, source] = programs[one];
    compile_exercise(course, lesson, source, Device::kGpu);
  });
}

int run_on_gpu(const Course& course, const TestOptions& options) {
  devices_for("gpu");  // says so when there is none
  compile_for_gpu(course, options);
  Slots slots(default_jobs());
  return prove(course, options.only,
               [&](const Lesson& lesson) { return gpu_complaints(course, lesson, slots); });
}

int run_seeds(const Course& course, const TestOptions& options) {
  Slots slots(options.jobs);
  return prove(course, options.only, [&](const Lesson& lesson) {
    Complaints complaints = seed_complaints(course, lesson, options.seeds, slots);
    if (!load_others(course, lesson).empty()) {
      const Complaints others = others_complaints(course, lesson, slots, {.seeds = options.seeds});
      complaints.insert(complaints.end(), others.begin(), others.end());
    }
    return complaints;
  });
}

int measure_speed(const Course& course, const SpeedOptions& options) {
  base::Command command{{"python3", "-B", course.root / "autograder/benchmarks/speed.py", "--build",
                         course.build, "--rounds", std::to_string(options.rounds)}};
  if (options.each) command.arguments.emplace_back("--each");
  if (!options.write.empty()) command.arguments.push_back("--write=" + options.write);
  if (!options.against.empty()) command.arguments.push_back("--against=" + options.against);
  command.arguments.insert(command.arguments.end(), options.parts.begin(), options.parts.end());
  command.heard = base::Heard::kNothing;
  return base::run_process(command).exit_status;
}

int run_test(const Course& course, TestOptions& options) {
  if (options.measures_speed) return measure_speed(course, options.speed);
  if (options.tries_mutants) {
    options.mutants.jobs = options.jobs;
    return mutants::run_mutants(course, options.mutants);
  }
  if (options.device == "gpu") return run_on_gpu(course, options);
  return options.seeds > 0 ? run_seeds(course, options) : run_ctest(course, options);
}

/// The option --speed, and those that go with it.
CLI::Option* add_speed_options(CLI::App& command, SpeedOptions& options) {
  CLI::Option* speed =
      command
          .add_option(
              "--speed", options.parts,
              "Only this: measure how fast the course is, beside its goals (some minutes).\n"
              "autograder/benchmarks/README.md has the parts")
          ->expected(0, -1)
          ->type_name("PART ...");
  command.add_option("--rounds", options.rounds, "With --speed: medians of so many")
      ->needs(speed)
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_flag("--each", options.each, "With --speed: a row for each lesson")->needs(speed);
  command.add_option("--write", options.write, "With --speed: also write the results as JSON")
      ->needs(speed)
      ->type_name("FILE");
  command
      .add_option("--against", options.against,
                  "With --speed: mark what has grown since --write wrote this")
      ->needs(speed)
      ->check(CLI::ExistingFile)
      ->type_name("FILE");
  return speed;
}

}  // namespace

void setup_test(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<TestOptions>();
  CLI::App* command = app.add_subcommand("test", "Run the course's own tests");
  command->add_option("--device", options->device, "emulator, or gpu for what needs one")
      ->check(CLI::IsMember({"emulator", "gpu"}))
      ->capture_default_str();
  command->add_option("--only", options->only, "Only tests whose name matches, but all of each")
      ->type_name("REGEX");
  command->add_flag("--sanitize", options->sanitize,
                    "Also build emulator and harness with AddressSanitizer and\n"
                    "UndefinedBehaviorSanitizer and test them: some minutes");
  command->add_flag("--all", options->all,
                    "Also what can wait: each mistake, all solutions of others, all decks, every\n"
                    "third attacker instead of every sixth, and tests that take long");
  command->add_flag("--rest", options->rest,
                    "Only what --all tries, and nothing that is tried without it");
  command->add_flag(
      "--long", options->long_too,
      "All that --all tries, and: every attacker; a sample of each lesson's mutants;\n"
      "in the browser also slides and pages that have not changed; clang-tidy; and\n"
      "the course built again, as Gradescope and clang++ do (hours on two cores)");
  command->add_option("--jobs", options->jobs, "How many run at once (default: cores)")
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--seeds", options->seeds,
                   "Only this: every mistake must fail under each of so many random schedules,\n"
                   "and other right solutions pass")
      ->type_name("N");
  CLI::Option* mutants =
      command
          ->add_option("--mutants", options->mutants.lessons,
                       "Only this: small changes of these lessons' solutions, of all without a\n"
                       "name, must each make a check fail (minutes a lesson, the first time)")
          ->expected(0, -1)
          ->type_name("LESSON ...");
  command->add_option("--sample", options->mutants.sample, "With --mutants: N of each lesson")
      ->needs(mutants)
      ->type_name("N");
  command
      ->add_option("--file", options->mutants.file,
                   "With --mutants: only of solutions whose file name contains this")
      ->needs(mutants)
      ->type_name("TEXT");
  command->add_flag("--diff", options->mutants.shows_diffs, "With --mutants: survivors as diffs")
      ->needs(mutants);
  command
      ->add_flag("--entries", options->mutants.shows_entries,
                 "With --mutants: the entry for mutants.toml of each survivor")
      ->needs(mutants);
  command
      ->add_flag("--list", options->mutants.lists,
                 "With --mutants: try nothing, say which there are")
      ->needs(mutants);
  command
      ->add_flag("--every-seed", options->mutants.every_seed,
                 "With --mutants and --json: what fails neither under late nor eager\n"
                 "is tried under twenty random schedules, and those that fail are named")
      ->needs(mutants);
  command->add_flag("--json", options->mutants.json, "With --mutants: print one JSON document")
      ->needs(mutants);
  command
      ->add_option("--table", options->mutants.table,
                   "With --mutants: write the results into this file's table")
      ->needs(mutants)
      ->type_name("FILE");
  const CLI::Option* speed = add_speed_options(*command, options->speed);
  command->callback([&course, &status, options, mutants, speed] {
    options->tries_mutants = mutants->count() > 0;
    options->measures_speed = speed->count() > 0;
    // How CLI11 says that none was named.
    std::erase(options->mutants.lessons, "");
    std::erase(options->speed.parts, "");
    status = run_test(course, *options);
  });
}

}  // namespace course
