// course check: grades exercises and says what holds, what does not, and why.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <mutex>
#include <nlohmann/json.hpp>

#include "course/commands/commands.h"
#include "course/judge/checks_ahead.h"
#include "course/judge/class_note.h"
#include "course/judge/grading.h"
#include "course/lesson/lesson_names.h"
#include "course/lesson/solution.h"
#include "course/screen/json.h"
#include "course/screen/lesson_report.h"
#include "course/screen/timeline.h"
#include "course/student/standing.h"
#include "course/student/students_files.h"

namespace course {

namespace fs = std::filesystem;

namespace {

struct CheckOptions {
  std::vector<std::string> lessons;
  std::string check;
  std::string from;
  std::string device;
  ScheduleChoice schedules;
  unsigned jobs = default_jobs();
  bool all = false;
  bool json = false;
};

/// One lesson on one device.
struct Task {
  const Lesson* lesson;
  Device device;
};

/// As a shell reads it back.
std::string shell_word(const std::string& word) {
  const bool is_plain = std::ranges::all_of(word, [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("/._-+=:,@%").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (is_plain && !word.empty()) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

class CheckCommand {
 public:
  CheckCommand(const Course& course, const CheckOptions& options)
      : course_(course),
        options_(options),
        lessons_(find_lessons(load_lessons(course), options.lessons)),
        exercises_(options.from.empty() ? course.lessons()
                                        : exercises_from(course, lessons_, options.from)),
        slots_(options.jobs) {
    if (!fs::is_directory(exercises_)) {
      throw WrongUse(fmt::format("{}: there is no such folder", options.from));
    }
    require_check();
    if (options.from.empty()) begin_lessons(course, lessons_);
    for (const Device device : devices_for(options.device)) {
      for (const Lesson& lesson : lessons_) tasks_.push_back({&lesson, device});
    }
  }

  int run() {
    verdicts_.resize(tasks_.size());
    // One lesson more than there are slots: while its neighbors wait for a slow check, it
    // compiles.
    in_parallel(tasks_.size(), slots_.count() + 1, [this](std::size_t i) { grade(i); });
    if (options_.json) print_all();
    if (!options_.json && tasks_.size() > 1) print_sum();
    if (options_.from.empty())
      build_ahead(course_, lessons_from(load_lessons(course_), lessons_.back().name, 2));
    return status();
  }

 private:
  void require_check() const {
    if (options_.check.empty()) return;
    for (const Lesson& lesson : lessons_) {
      if (lesson.check(options_.check) == nullptr)
        throw WrongUse(fmt::format("{} has no check {}", lesson.name, options_.check));
    }
  }

  std::vector<std::string> only() const {
    return options_.check.empty() ? std::vector<std::string>{} : std::vector{options_.check};
  }

  int status() const {
    int status = 0;
    for (const LessonVerdict& verdict : verdicts_) {
      if (verdict.verdict == Verdict::kGraderError) return 2;
      if (verdict.verdict != Verdict::kPassed) status = 1;
    }
    return status;
  }

  /// What another `course check` needs to see the same; which schedule, the report knows.
  std::string options_that_matter() const {
    std::string text;
    if (!options_.from.empty()) text += " --from " + shell_word(options_.from);
    if (!options_.device.empty()) text += " --device " + options_.device;
    if (!options_.check.empty()) text += " --check " + options_.check;
    return text;
  }

  /// A student's own exercise, as it counts.
  bool is_ordinary(Device device) const {
    return options_.check.empty() && options_.from.empty() && device == Device::kEmulator &&
           options_.schedules.is_ordinary();
  }

  void grade(std::size_t i) {
    const auto& [lesson, device] = tasks_[i];
    const LessonVerdict verdict =
        grade_lesson(course_, *lesson,
                     {exercises_, device, schedules_for(options_.schedules), only(),
                      !options_.schedules.is_ordinary()},
                     slots_);
    if (is_ordinary(device)) remember(course_, *lesson, verdict);
    const std::lock_guard lock(mutex_);
    verdicts_[i] = verdict;
    done_.resize(tasks_.size());
    done_[i] = true;
    if (!options_.json) print_in_order();
  }

  /// Reports come out in the lessons' order, each as soon as those before it are there.
  void print_in_order() {
    for (; printed_ < tasks_.size() && done_[printed_]; ++printed_) {
      const Lesson& lesson = *tasks_[printed_].lesson;
      fmt::print(
          "{}", lesson_report(course_, lesson, verdicts_[printed_],
                              exercises_ / lesson.name / "exercise.cu",
                              options_.all ? Detail::kAll : Detail::kFirst, options_that_matter()));
      std::fflush(stdout);  // the note takes a moment
      note_about_class(lesson, verdicts_[printed_]);
      if (is_ordinary(tasks_[printed_].device) && verdicts_[printed_].verdict == Verdict::kPassed) {
        fmt::print("{}", timeline_line(course_, lesson, lesson.folder / "exercise.cu"));
      }
      std::fflush(stdout);
    }
  }

  /// What would be another verdict, or none, where a class is graded.
  void note_about_class(const Lesson& lesson, const LessonVerdict& verdict) const {
    const fs::path exercise = exercises_ / lesson.name / "exercise.cu";
    if (!fs::is_regular_file(exercise)) return;
    const std::string words =
        note_for_class(course_, lesson, exercise, verdict.verdict == Verdict::kPassed);
    if (!words.empty()) fmt::print("  {}: {}\n", course_.shown(exercise), words);
  }

  void print_all() const {
    nlohmann::ordered_json lessons = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      const Lesson& lesson = *tasks_[i].lesson;
      lessons.push_back(to_json(with_todos_named(course_, lesson, verdicts_[i],
                                                 exercises_ / lesson.name / "exercise.cu")));
    }
    print_json({{"lessons", lessons}});
  }

  void print_sum() const {
    int points = 0;
    int max_points = 0;
    std::size_t passed = 0;
    for (const LessonVerdict& verdict : verdicts_) {
      points += verdict.points();
      max_points += verdict.max_points();
      passed += verdict.verdict == Verdict::kPassed ? 1 : 0;
    }
    fmt::print("{} of {} passed, {} of {} points\n", passed, verdicts_.size(), points, max_points);
  }

  const Course& course_;
  const CheckOptions& options_;
  std::vector<Lesson> lessons_;
  fs::path exercises_;
  Slots slots_;
  std::vector<Task> tasks_;
  std::mutex mutex_;
  std::vector<LessonVerdict> verdicts_;
  std::vector<bool> done_;
  std::size_t printed_ = 0;
};

}  // namespace

void setup_check(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Grade exercises: all, or the lessons named");
  command->add_option("lessons", options->lessons, "Number, name or part of a name")
      ->type_name("LESSON");
  command->add_option("--check", options->check, "Only this check, by its name")->type_name("NAME");
  command->add_option("--from", options->from, "Take exercises from this folder, such as solutions")
      ->type_name("DIR");
  command
      ->add_option("--device", options->device,
                   "emulator, gpu or both (default: the emulator, and the GPU where there is one)")
      ->check(CLI::IsMember({"emulator", "gpu", "both"}));
  command
      ->add_option("--schedule", options->schedules.kind,
                   "Only this order of grids and threads: eager, late or random (default: all)")
      ->check(CLI::IsMember({"eager", "late", "random"}));
  command->add_option("--seed", options->schedules.seed, "Only the random schedule with this seed");
  command->add_option("--seeds", options->schedules.seeds,
                      "How many random schedules to try with every check (default: 20, fewer with "
                      "checks that say so)");
  command->add_option("--jobs", options->jobs, "How many programs run at once (default: cores)")
      ->check(CLI::PositiveNumber);
  command->add_flag("--all,--verbose", options->all, "Tell of every failed check in full");
  command->add_flag("--json", options->json, "Print one JSON document and nothing else");
  command->callback([&course, &status, options] { status = CheckCommand(course, *options).run(); });
}

}  // namespace course
