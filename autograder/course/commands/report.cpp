// course report: pages about a graded class and its students, and a summary in the terminal.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "course/classes/class_book.h"
#include "course/classes/path_option.h"
#include "course/commands/commands.h"
#include "grading/gradebook/gradebook.h"
#include "grading/report/class_report.h"

namespace course {

namespace fs = std::filesystem;

namespace {

struct ReportOptions {
  std::string gradebook;
  std::vector<std::string> lessons;
  std::string out;
};

int report(const Course& course, const ReportOptions& options) {
  const fs::path file = find_gradebook(options.gradebook);
  const grading::Gradebook gradebook(file);
  const fs::path to = options.out.empty() ? file.parent_path() / "report" : fs::path(options.out);
  grading::Part part;
  part.lessons = lesson_names(course, options.lessons);
  const grading::ClassResults results(gradebook, lesson_words(course), part);
  const grading::ClassStatistics statistics = grading::write_class_report(
      results, file.parent_path() / "pictures", to, grading::Gradebook::now());
  fmt::print("{}\nthe class: {}\neach student: {}\n", grading::class_summary(statistics),
             (to / "index.html").string(), (to / "students").string());
  return 0;
}

}  // namespace

void setup_report(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand("report", "Pages about a graded class, and a summary");
  from_the_root(
      command->add_option("gradebook", options->gradebook, "What course grade --out wrote"))
      ->type_name("OUT")
      ->required();
  command->add_option("--lesson", options->lessons, "Only these lessons (default: all handed in)")
      ->type_name("LESSON");
  from_the_root(
      command->add_option("--out", options->out, "Where the pages go (default: OUT/report)"))
      ->type_name("DIR");
  command->callback([&course, &status, options] { status = report(course, *options); });
}

}  // namespace course
