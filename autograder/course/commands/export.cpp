// course export: the scores of a class in the formats that other systems read.
#include "grading/export/export.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <functional>
#include <map>

#include "course/classes/class_book.h"
#include "course/classes/path_option.h"
#include "course/commands/commands.h"
#include "course/lesson/lesson_names.h"
#include "grading/gradebook/gradebook.h"
#include "grading/intake/names.h"
#include "grading/intake/text.h"

namespace course {

namespace fs = std::filesystem;

namespace {

struct ExportOptions {
  std::string gradebook;
  std::string format;
  std::string columns = "plain";
  std::string student;
  std::vector<std::string> lessons;
  std::string out;
  grading::Classroom50 classroom50;
};

/// A format with a file for each lesson of each student.
struct EachFormat {
  std::string file;  ///< the name that its reader expects
  std::function<std::string(const grading::Report&)> write;
};

/// `text` with the student's and the lesson's names for {student} and {lesson}.
std::string filled_in(std::string text, const grading::Report& report) {
  const std::map<std::string, std::string> values = {{"{student}", report.student},
                                                     {"{lesson}", report.lesson}};
  for (const auto& [word, value] : values) {
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += value.size()) {
      text.replace(at, word.size(), value);
    }
  }
  return text;
}

std::string for_classroom50(const grading::Report& report, grading::Classroom50 names) {
  for (std::string* name : {&names.classroom, &names.assignment, &names.submission, &names.commit,
                            &names.release, &names.review}) {
    *name = filled_in(*name, report);
  }
  return grading::classroom50(report, names);
}

void must_be_complete(const grading::Classroom50& names) {
  const bool complete = !names.classroom.empty() && !names.commit.empty() &&
                        !names.release.empty() && names.submission.starts_with("submit/");
  if (complete) return;
  throw WrongUse(
      "Classroom 50 wants to know what the gradebook does not: give --classroom NAME, "
      "--submission submit/…, --commit URL and --release URL; {student} and {lesson} in them "
      "stand for the names");
}

/// Leads nowhere else, and is no other report's even where it is copied to a file system that knows
/// no case. The student's part is called as the student's page is.
fs::path folder_of(const grading::Report& report) {
  return fs::path(grading::file_name_of(report.student)) / grading::file_name_of(report.lesson);
}

class ExportCommand {
 public:
  ExportCommand(const Course& course, const ExportOptions& options)
      : options_(options),
        file_(find_gradebook(options.gradebook)),
        gradebook_(file_),
        results_(
            gradebook_, lesson_words(course),
            {lesson_names(course, options.lessons), options.student, options.format != "csv"}) {}

  // A file for each lesson of each student.
  int write_gradescope() { return write_each({"results.json", grading::gradescope}); }
  int write_check50() { return write_each({"results.json", grading::check50}); }
  int write_prairielearn() { return write_each({"results.json", grading::prairielearn}); }
  int write_classroom50() {
    must_be_complete(options_.classroom50);
    return write_each({"result.json", [this](const grading::Report& report) {
                         return for_classroom50(report, options_.classroom50);
                       }});
  }

  // One file.
  int write_junit() {
    const fs::path out = out_or("junit.xml");
    if (out.has_parent_path()) fs::create_directories(out.parent_path());
    std::ofstream file(out, std::ios::binary);
    grading::JunitFile junit(file);
    for_each_report([&](const grading::Report& report) { junit.add(report); });
    junit.end();
    file.close();
    if (!file) throw std::runtime_error(out.string() + " cannot be written");
    return say(out);
  }

  int write_table() {
    const std::map<std::string, std::pair<grading::Columns, std::string>> columns = {
        {"plain", {grading::Columns::kPlain, "grades.csv"}},
        {"moodle", {grading::Columns::kMoodle, "moodle.csv"}},
        {"canvas", {grading::Columns::kCanvas, "canvas.csv"}}};
    const auto& [kind, name] = columns.at(options_.columns);
    grading::CsvTable table(results_.lessons(), kind);
    results_.for_each_student([&](const grading::StudentResults& student) {
      table.add(student);
      ++written_;
    });
    const fs::path out = out_or(name);
    write_file(out, table.text());
    return say(out);
  }

 private:
  fs::path out_or(const std::string& name) const {
    return options_.out.empty() ? file_.parent_path() / "exports" / name : fs::path(options_.out);
  }

  /// Calls for every lesson with a score or a refusal, and counts the others.
  void for_each_report(const std::function<void(const grading::Report&)>& visit) {
    results_.for_each_student([&](const grading::StudentResults& student) {
      for (const grading::LessonResult& result : student.lessons) {
        if (result.stage == grading::Stage::kGraded || result.stage == grading::Stage::kRefused) {
          visit(grading::report_of(result));
          ++written_;
        } else if (result.stage != grading::Stage::kMissing) {
          ++without_score_;
          why_ = result.why.empty() ? "it is not graded yet" : result.why;
        }
      }
    });
  }

  int say(const fs::path& where) const {
    fmt::print("{}\n", where.string());
    if (without_score_ > 0) {
      fmt::print(stderr, "{} handed in without a score yet, left out; the last: {}\n",
                 without_score_, grading::in_one_line(why_));
    }
    if (written_ > 0) return 0;
    fmt::print(stderr, "course: there is no score{} to export\n",
               options_.student.empty() ? "" : " of " + grading::shown_name(options_.student));
    return 1;
  }

  int write_each(const EachFormat& format) {
    const bool one = !options_.student.empty() && options_.lessons.size() == 1;
    const fs::path out = out_or(options_.format);
    for_each_report([&](const grading::Report& report) {
      const fs::path file =
          one && !options_.out.empty() ? out : out / folder_of(report) / format.file;
      write_file(file, format.write(report));
    });
    return say(out);
  }

  const ExportOptions& options_;
  fs::path file_;
  grading::Gradebook gradebook_;
  grading::ClassResults results_;
  int written_ = 0, without_score_ = 0;
  std::string why_;
};

struct Format {
  const char* name;
  int (ExportCommand::*write)();
};

/// A new format's row; grading/export/ makes its text.
constexpr Format kFormats[] = {
    {"gradescope", &ExportCommand::write_gradescope},
    {"classroom50", &ExportCommand::write_classroom50},
    {"check50", &ExportCommand::write_check50},
    {"prairielearn", &ExportCommand::write_prairielearn},
    {"junit", &ExportCommand::write_junit},
    {"csv", &ExportCommand::write_table},
};

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Format& format : kFormats) names.emplace_back(format.name);
  return names;
}

/// The command line lets no other name through.
int write_format(ExportCommand&& command, const std::string& name) {
  const Format* const format =
      std::ranges::find_if(kFormats, [&](const Format& one) { return name == one.name; });
  return (command.*format->write)();
}

void add_classroom50_options(CLI::App& command, grading::Classroom50& names) {
  const auto add = [&command](const std::string& name, std::string& value,
                              const std::string& what) {
    command.add_option(name, value, "Classroom 50: " + what)->group("Classroom 50");
  };
  add("--classroom", names.classroom, "the classroom's short name");
  add("--assignment", names.assignment, "the assignment's (default: the lesson's)");
  add("--submission", names.submission, "the tag that was graded: submit/…");
  add("--commit", names.commit, "address of the graded commit");
  add("--release", names.release, "address of the submission's release");
  add("--review", names.review, "address of what is to be reviewed (default: the commit)");
}

}  // namespace

void setup_export(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export", "Scores in the formats of other systems");
  from_the_root(
      command->add_option("gradebook", options->gradebook, "What course grade --out wrote"))
      ->type_name("OUT")
      ->required();
  command->add_option("--format", options->format, "Whose format")
      ->required()
      ->check(CLI::IsMember(format_names()));
  command->add_option("--columns", options->columns, "csv: whose columns (default: plain)")
      ->check(CLI::IsMember({"plain", "moodle", "canvas"}));
  command->add_option("--student", options->student, "Only this student")->type_name("NAME");
  command->add_option("--lesson", options->lessons, "Only these lessons (default: all handed in)")
      ->type_name("LESSON");
  from_the_root(command->add_option(
                    "--out", options->out,
                    "Where to: a folder with STUDENT/LESSON/FILE; a file for junit, for csv, and "
                    "with --student and one --lesson (default: below OUT/exports)"))
      ->type_name("PATH");
  add_classroom50_options(*command, options->classroom50);
  command->callback([&course, &status, options] {
    status = write_format(ExportCommand(course, *options), options->format);
  });
}

}  // namespace course
