// course update: after `git pull` has brought another skeleton or other questions, brings half done
// exercises and answers over to them. What the student had is kept beside them, and a conflict is
// never written into an exercise.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/file_lock.h"
#include "course/commands/commands.h"
#include "course/lesson/lesson_names.h"
#include "course/screen/json.h"
#include "course/student/merge.h"
#include "course/student/progress.h"
#include "course/student/students_files.h"

namespace course {

namespace fs = std::filesystem;

namespace {

struct UpdateOptions {
  std::vector<std::string> lessons;
  bool settled = false;
  bool json = false;
};

/// What became of one file.
struct Updated {
  std::string file;
  std::string saved_as;
  std::string conflicts_in;
  std::size_t conflicts = 0;
  std::vector<std::string> asked_anew;
};

/// The line of the first conflict that is left in `text`, from 1; 0 when there is none.
std::size_t line_of_conflict(const std::string& text) {
  std::istringstream lines(text);
  std::size_t number = 1;
  for (std::string line; std::getline(lines, line); ++number) {
    if (line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ")) return number;
  }
  return 0;
}

class UpdateCommand {
 public:
  UpdateCommand(const Course& course, const UpdateOptions& options)
      : course_(course),
        options_(options),
        lessons_(find_lessons(load_lessons(course), options.lessons)) {
    if (options.settled && options.lessons.empty()) {
      throw WrongUse("which lesson is settled? ./course update LESSON --settled");
    }
  }

  int run() {
    {
      const base::FileLock lock(Progress::lock(course_));
      for (const Lesson& lesson : lessons_) {
        update(lesson, exercise_of(course_, lesson), true);
        update(lesson, answers_of(course_, lesson), false);
      }
    }
    if (options_.json) print_document();
    if (!options_.json && updated_.empty()) fmt::print("Nothing is to be brought over.\n");
    for (const Updated& one : updated_) {
      if (one.conflicts > 0) return 1;
    }
    return 0;
  }

 private:
  void update(const Lesson& lesson, const StudentsFile& file, bool is_exercise) {
    const Beginning beginning = begin(file);
    if (options_.settled) {
      if (is_exercise) settle(file);
    } else if (beginning == Beginning::kChanged) {
      const Merged merged = is_exercise ? merge_exercise(read_file(file.own), read_file(file.begun),
                                                         read_file(file.given))
                                        : merge_answers(file);
      updated_.push_back(take(file, merged));
      if (!options_.json) tell(lesson, file, updated_.back());
    }
  }

  Updated take(const StudentsFile& file, const Merged& merged) const {
    Updated done{course_.shown(file.own), "", "", merged.conflicts, merged.asked_anew};
    if (merged.conflicts > 0) {
      const fs::path both = keep_beside(file.own, "conflicts", merged.text);
      done.conflicts_in = course_.shown(both);
      return done;
    }
    done.saved_as = course_.shown(back_up(file.own));
    write_file(file.own, merged.text);
    write_file(file.begun, read_file(file.given));
    return done;
  }

  void settle(const StudentsFile& file) {
    if (const std::size_t line = line_of_conflict(read_file(file.own))) {
      throw std::runtime_error(fmt::format("{}:{}: here is a conflict that is not settled",
                                           course_.shown(file.own), line));
    }
    write_file(file.begun, read_file(file.given));
    updated_.push_back({course_.shown(file.own), "", "", 0, {}});
    if (!options_.json) fmt::print("{} is taken as it is.\n", course_.shown(file.own));
  }

  void tell(const Lesson& lesson, const StudentsFile& file, const Updated& done) const {
    if (done.conflicts > 0) {
      fmt::print(
          "{0}: you and the course have changed the same {1}, so it is as you left it.\n"
          "  {2} has both versions between <<<<<<< and >>>>>>>. Settle it there, move it to\n"
          "  {0}, then: ./course update {3} --settled\n",
          done.file, done.conflicts == 1 ? "place" : fmt::format("{} places", done.conflicts),
          done.conflicts_in, lesson.number());
    } else {
      fmt::print("{} is brought over to the course's new version; yours is in {}\n", done.file,
                 done.saved_as);
    }
    for (const std::string& name : done.asked_anew) {
      fmt::print("  {} is asked in other words now: see {}\n", name, course_.shown(file.given));
    }
  }

  void print_document() const {
    nlohmann::ordered_json files = nlohmann::ordered_json::array();
    for (const Updated& one : updated_) {
      files.push_back({{"file", one.file},
                       {"saved_as", one.saved_as},
                       {"conflicts", one.conflicts},
                       {"conflicts_in", one.conflicts_in},
                       {"asked_anew", one.asked_anew}});
    }
    print_json({{"files", files}});
  }

  const Course& course_;
  const UpdateOptions& options_;
  std::vector<Lesson> lessons_;
  std::vector<Updated> updated_;
};

}  // namespace

void setup_update(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<UpdateOptions>();
  CLI::App* command = app.add_subcommand(
      "update", "Bring half done exercises over to a course that has changed (after git pull)");
  command->add_option("lessons", options->lessons, "Number, name or part of a name (default: all)")
      ->type_name("LESSON");
  command->add_flag("--settled", options->settled,
                    "The lesson's exercise is up to date as it is: conflicts were settled by hand");
  command->add_flag("--json", options->json, "Print one JSON document and nothing else");
  command->callback(
      [&course, &status, options] { status = UpdateCommand(course, *options).run(); });
}

}  // namespace course
