// The words that make jobs out of options, and options again out of the words.
#include "course/commands/class_on_slurm.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <map>
#include <stdexcept>

#include "course/classes/path_option.h"
#include "course/classes/progress_line.h"
#include "course/commands/commands.h"
#include "course/lesson/lesson_names.h"
#include "grading/gradebook/part.h"
#include "grading/slurm/executor.h"

namespace course {

namespace fs = std::filesystem;
using grading::Graded;
using grading::PendingSubmission;
using grading::Waiting;
using Words = std::vector<std::string>;

namespace {

fs::path slurm_folder(const fs::path& out) { return fs::absolute(out) / "slurm"; }

/// What is to be graded, for the collector.
fs::path class_file(const fs::path& out) { return slurm_folder(out) / "class.json"; }

Words command_of(const char* name, const Words& options) {
  Words words{fs::read_symlink("/proc/self/exe").string(), name};
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

/// How many GPUs a submission is graded with.
std::function<int(const grading::Submission&)> gpus_of(const Course& course,
                                                       const ClassOptions& options) {
  std::map<std::string, int> gpus;
  if (options.device == "gpu") {
    for (const Lesson& lesson : load_lessons(course)) gpus[lesson.name] = lesson.limits.gpus;
  }
  return [gpus](const grading::Submission& one) {
    const auto found = gpus.find(one.lesson);
    return found == gpus.end() ? 0 : found->second;
  };
}

grading::SlurmOptions slurm_options(const Course& course, const ClassOptions& options,
                                    const SlurmWords& words) {
  Words worker_words = words.of_class;
  worker_words.push_back("--out=" + fs::absolute(options.out).string());
  worker_words.push_back(fmt::format("--jobs={}", options.jobs));
  Words collector_words = worker_words;
  collector_words.push_back(fmt::format("--per-task={}", words.per_task));
  for (const std::string& word : words.more) collector_words.push_back("--slurm=" + word);
  grading::SlurmOptions slurm;
  slurm.folder = slurm_folder(options.out);
  slurm.worker = command_of("grade-part", worker_words);
  slurm.collector = command_of("grade-collect", collector_words);
  slurm.more = words.more;
  slurm.submissions_per_task = words.per_task;
  slurm.cpus_per_task = options.jobs;
  slurm.gpus = gpus_of(course, options);
  slurm.stop = stop_when_asked();
  return slurm;
}

/// In a job: grades a part of the class.
int grade_part_of_class(const Course& course, const ClassOptions& options, const fs::path& file) {
  write_for_us_only();
  const grading::ClassPart part = grading::read_part(file);
  const ClassSession session(course, options);
  const auto grade = [&](const PendingSubmission& one, int slot) {
    if (session.versions(one.submission.lesson) != one.versions) {
      throw std::runtime_error(fmt::format(
          "on {} the course, its compiler or its checks are others than where the class was taken "
          "in; all nodes need the same ones",
          grading::host_name()));
    }
    return session.grade(one, slot);
  };
  const grading::PartGraded graded = grading::grade_part(part, grade, options.jobs);
  fmt::print("{}: graded {}, {} before, {} not, by our fault\n", grading::host_name(),
             graded.graded, graded.before, graded.failed);
  return 0;
}

/// In a job, when tasks have ended: nobody may be waiting for them any more.
int collect(const Course& course, const ClassOptions& options, const SlurmWords& words) try {
  const ClassLock lock(options.out);
  grading::Gradebook book(ClassFolder{options.out}.gradebook());
  grading::Slurm slurm;
  const grading::Progress progress =
      grade_on_slurm(book, grading::read_part(class_file(options.out)).submissions, slurm,
                     slurm_options(course, options, words), Waiting::kByCollector);
  fmt::print("graded {} of {}\n", progress.done + progress.before, progress.all);
  return 0;
} catch (const ClassIsLocked& who_will_collect) {
  fmt::print("{}\n", who_will_collect.what());
  return 0;
}

}  // namespace

void add_slurm_options(CLI::App& command, SlurmWords& words) {
  command.add_option("--per-task", words.per_task, "Slurm: submissions a task (default: 30)")
      ->check(CLI::PositiveNumber);
  command
      .add_option("--slurm", words.more,
                  "Slurm: a further word for sbatch, such as --slurm=--partition=short")
      ->type_name("WORD");
}

grading::Progress grade_by_jobs(const Course& course, const ClassOptions& options,
                                const SlurmWords& words, grading::Gradebook& book,
                                const std::vector<PendingSubmission>& pending) {
  grading::Slurm slurm;
  ProgressLine line;
  grading::SlurmOptions slurm_words = slurm_options(course, options, words);
  slurm_words.on_progress = [&](const grading::SlurmProgress& progress) {
    std::string more = fmt::format("; tasks: {} run, {} wait", progress.running, progress.waiting);
    if (!progress.why.empty()) more += fmt::format(" ({})", progress.why);
    if (!progress.note.empty()) more += "; " + progress.note;
    line.show(progress.counts, more);
  };
  fs::create_directories(slurm_words.folder);
  grading::write_part(class_file(options.out), {slurm_words.folder / "results", pending});
  return grade_on_slurm(book, pending, slurm, slurm_words);
}

void setup_grade_part(CLI::App& app, const Course& course, int& status) {
  struct PartOptions : ClassOptions {
    std::string part;
  };
  auto options = std::make_shared<PartOptions>();
  CLI::App* command = app.add_subcommand("grade-part", "Grade a part of a class, within a job");
  command->group("");  // for jobs, not for people
  from_the_root(command->add_option("part", options->part))->type_name("FILE")->required();
  from_the_root(command->add_option("--out", options->out))->required();
  add_class_options(*command, *options);
  command->callback([&course, &status, options] {
    status = grade_part_of_class(course, *options, options->part);
  });
}

void setup_grade_collect(CLI::App& app, const Course& course, int& status) {
  struct CollectOptions : ClassOptions {
    SlurmWords slurm;
  };
  auto options = std::make_shared<CollectOptions>();
  CLI::App* command = app.add_subcommand("grade-collect", "Take in what jobs have graded");
  command->group("");
  from_the_root(command->add_option("--out", options->out))->required();
  add_class_options(*command, *options);
  add_slurm_options(*command, options->slurm);
  command->callback([&course, &status, options, command] {
    options->slurm.of_class = class_words(*command);
    status = collect(course, *options, options->slurm);
  });
}

}  // namespace course
