// course test-lesson: one proof about one lesson, for CTest. Not shown in the help.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <string_view>

#include "course/commands/commands.h"
#include "course/judge/device.h"
#include "course/lesson/lesson_names.h"
#include "course/proof/lesson_proof.h"
#include "course/proof/mutants/command.h"
#include "course/proof/quotes.h"

namespace course {

namespace {

constexpr std::size_t kMutantsOfASample = 2;
constexpr int kSkipped = 77;  ///< as cmake/lessons.cmake tells CTest

/// Every day less is tried: see what_is_tried_whole of `course test`.
std::string_view tried_whole() {
  const char* wish = std::getenv("COURSE_TEST_ALL");
  return wish == nullptr ? "" : wish;
}

bool tries_all() { return tried_whole() == "1" || tried_whole() == "samples"; }

struct TestLessonOptions {
  std::string lesson;
  std::string part;
  unsigned jobs = default_jobs();
};

Complaints complaints_of(const Course& course, const Lesson& lesson, const std::string& part,
                         Slots& slots) {
  if (part == "folder") return folder_complaints(course, lesson);
  if (part == "skeleton") return skeleton_complaints(course, lesson, slots);
  if (part == "others") {
    const OthersTried sample{.most = 1, .seeds = 0};
    return others_complaints(course, lesson, slots, tries_all() ? OthersTried{} : sample);
  }
  if (part == "mistakes") {
    const auto all = tries_all() ? Thoroughness::kEachMistake : Thoroughness::kSample;
    return mistake_complaints(course, lesson, slots, all);
  }
  if (part == "mistakes-in-every-order") {
    return mistake_complaints(course, lesson, slots, Thoroughness::kAllSchedules);
  }
  if (part == "mutants") {
    const std::size_t sample = tried_whole() == "1" ? kMutantsOfASample : 0;
    return mutants::mutant_complaints(course, lesson, sample, slots.count());
  }
  if (part == "gpu") return gpu_complaints(course, lesson, slots);
  return nvcc_complaints(course, lesson,
                         tried_whole() == "1" ? ByNvcc::kAll
                         : tries_all()        ? ByNvcc::kSkeletonToo
                                              : ByNvcc::kSolution);
}

bool is_possible(const std::string& part) {
  if (part == "nvcc") return !find_nvcc().empty();
  return part != "gpu" || (gpu_is_there() && !find_nvcc().empty());
}

/// A part that passes is called skipped, with a word why, when nothing could be said of its quotes.
bool leaves_quotes(const std::string& part) {
  return !quotes_can_be_compared() && (part == "skeleton" || part.starts_with("mistakes"));
}

int run_test_lesson(const Course& course, const TestLessonOptions& options) {
  const std::vector<Lesson> lessons = load_lessons(course);
  const Lesson& lesson = find_lesson(lessons, options.lesson);
  if (!is_possible(options.part)) return kSkipped;
  Slots slots(options.jobs);
  const Complaints complaints = complaints_of(course, lesson, options.part, slots);
  for (const std::string& complaint : complaints) fmt::print("{}: {}\n", lesson.name, complaint);
  if (!complaints.empty()) return 1;
  if (!leaves_quotes(options.part)) return 0;
  fmt::print(
      "{}: all is well but for README.md's quotes, which are of programs that g++ compiles: "
      "they were not compared\n",
      lesson.name);
  return kSkipped;
}

}  // namespace

void setup_test_lesson(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<TestLessonOptions>();
  CLI::App* command = app.add_subcommand("test-lesson", "Prove one part of a lesson")->group("");
  command->add_option("lesson", options->lesson)->required();
  command->add_option("--part", options->part)
      ->required()
      ->check(CLI::IsMember({"folder", "skeleton", "others", "mistakes", "mistakes-in-every-order",
                             "mutants", "nvcc", "gpu"}));
  command->add_option("--jobs", options->jobs)->check(CLI::PositiveNumber);
  command->callback([&course, &status, options] { status = run_test_lesson(course, *options); });
}

}  // namespace course
