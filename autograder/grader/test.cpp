// course test: the course's own tests. Without a GPU they are CTest's; with --device gpu every
// lesson's solution and skeleton are tried on the GPU.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "grader/commands.h"
#include "grader/device.h"
#include "grader/lesson_proof.h"
#include "grader/process.h"

namespace grader {

namespace {

struct TestOptions {
  std::string device = "emulator";
  std::string only;
  unsigned jobs = default_jobs();
};

int run_ctest(const Course& course, const TestOptions& options) {
  Command command{{"ctest", "--test-dir", course.build.string(), "--output-on-failure", "-j",
                   std::to_string(options.jobs)}};
  if (!options.only.empty()) {
    command.arguments.push_back("-R");
    command.arguments.push_back(options.only);
  }
  command.capture = false;
  return run_process(command).ok() ? 0 : 1;
}

int run_on_gpu(const Course& course) {
  devices_for("gpu");  // says so when there is none
  Slots slots(default_jobs());
  int failed = 0;
  const std::vector<Lesson> lessons = load_lessons(course);
  for (const Lesson& lesson : lessons) {
    const Complaints complaints = gpu_complaints(course, lesson, slots);
    failed += complaints.empty() ? 0 : 1;
    fmt::print("{:<40} {}\n", lesson.name, complaints.empty() ? "passed" : "FAILED");
    for (const std::string& complaint : complaints) fmt::print("{}\n", complaint);
  }
  fmt::print("{} of {} lessons passed on the GPU\n", lessons.size() - failed, lessons.size());
  return failed == 0 ? 0 : 1;
}

}  // namespace

void setup_test(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<TestOptions>();
  CLI::App* command = app.add_subcommand("test", "Run the course's own tests");
  command->add_option("--device", options->device, "emulator, or gpu for what needs one")
      ->check(CLI::IsMember({"emulator", "gpu"}))
      ->capture_default_str();
  command->add_option("--only", options->only, "Only tests whose name matches")->type_name("REGEX");
  command->add_option("--jobs", options->jobs, "How many run at once (default: cores)")
      ->check(CLI::PositiveNumber);
  command->callback([&course, &status, options] {
    status = options->device == "gpu" ? run_on_gpu(course) : run_ctest(course, *options);
  });
}

}  // namespace grader
