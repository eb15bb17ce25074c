// course grade: takes a class's submissions in, grades what is not graded yet, and keeps it all in
// OUT/gradebook.db. Interrupted at any moment, the same command goes on where it stopped.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "course/classes/class_session.h"
#include "course/classes/path_option.h"
#include "course/classes/progress_line.h"
#include "course/commands/class_on_slurm.h"
#include "course/commands/commands.h"
#include "course/lesson/lesson_names.h"
#include "course/screen/json.h"
#include "grading/gradebook/no_longer_there.h"
#include "grading/gradebook/not_judged.h"
#include "grading/intake/intake.h"
#include "grading/intake/names.h"
#include "grading/intake/text.h"

namespace course {

namespace fs = std::filesystem;
using grading::Gradebook;
using grading::PendingSubmission;
using grading::Progress;

namespace {

struct GradeOptions : ClassOptions {
  std::string from;
  std::string roster;
  std::string executor = "local";
  SlurmWords slurm;
  bool json = false;
};

/// The names of a class list: one a line, or the first column of a CSV file.
std::vector<std::string> read_roster(const fs::path& file) {
  std::ifstream in(file);
  if (!in) throw WrongUse(fmt::format("{}: cannot be read", file.string()));
  std::vector<std::string> names;
  for (std::string line; std::getline(in, line);) {
    if (names.empty() && line.starts_with("\ufeff")) line.erase(0, 3);  // spreadsheets' mark
    std::string name = line.substr(0, line.find_first_of(",;\t\r"));
    std::erase(name, '"');
    if (!name.empty()) names.push_back(name);
  }
  return names;
}

std::set<std::string> names_of(const std::vector<Lesson>& lessons) {
  std::set<std::string> names;
  for (const Lesson& lesson : lessons) names.insert(lesson.name);
  return names;
}

bool lies_in(const fs::path& folder, const fs::path& other) {
  const fs::path below = fs::weakly_canonical(fs::absolute(folder))
                             .lexically_relative(fs::weakly_canonical(fs::absolute(other)));
  return !below.empty() && *below.begin() != "..";
}

class GradeCommand {
 public:
  GradeCommand(const Course& course, const GradeOptions& options)
      : course_(course),
        options_(options),
        folder_{options.out},
        lock_(must_be_a_folder(course, options)),
        book_(folder_.gradebook()),
        session_(course, options) {
    book_.release(kHost);  // of a grader that was killed here: we have its lock
  }

  int run() {
    take_in();
    progress_ = options_.executor == "slurm" ? graded_by_jobs() : graded_here();
    return progress_.given_up > 0 || stop_when_asked().stop_requested() ? 1 : 0;
  }

  void print() const {
    if (options_.json) return print_document();
    fmt::print("{} of {} submissions graded", progress_.done + progress_.before, progress_.all);
    if (progress_.before > 0) fmt::print(" ({} before)", progress_.before);
    fmt::print(" in {:.0f} s: {}\n", progress_.seconds, folder_.gradebook().string());
    const grading::ShownNames shown(book_.students());
    for (const grading::Refused& refused : intake_.refused) {
      fmt::print("refused: {}{}{}: {}\n", shown(refused.student),
                 refused.lesson.empty() ? "" : ", ", refused.lesson, line_of(refused.why));
    }
    for (const std::string& student : intake_.without_any) {
      fmt::print("handed in nothing that is graded: {}\n", shown(student));
    }
    for (const std::string& file : intake_.strays) {
      fmt::print("taken for no student's: {}\n", line_of(file));
    }
    for (const std::string& note : book_.notes()) fmt::print("{}\n", line_of(note));
    for (const grading::Standing& one : book_.ungraded()) {
      fmt::print("not graded, by our fault: {}, {}: {}\n", shown(one.student), one.lesson,
                 line_of(one.message));
    }
    print_flagged(shown);
    const std::size_t left = progress_.all - progress_.done - progress_.before - progress_.given_up;
    if (left > 0) fmt::print("{} left: the same command goes on here\n", left);
    fmt::print("course report {} shows how the class did\n", folder_.out.string());
  }

 private:
  static std::string line_of(const std::string& message) {
    constexpr std::size_t kLongest = 500;
    return grading::shortened_in_the_middle(grading::in_one_line(message), kLongest);
  }

  /// What could not be judged, each; of what is flagged only how many, since the report has them.
  void print_flagged(const grading::ShownNames& shown) const {
    std::size_t flagged = 0;
    for (const grading::Standing& one : book_.standings()) {
      const bool judged = std::ranges::none_of(one.flags, &grading::is_not_judged);
      flagged += judged && !one.flags.empty() ? 1 : 0;
      if (judged) continue;
      fmt::print("counts as failed, look at it: {}, {}: {}\n", shown(one.student), one.lesson,
                 line_of(one.message));
    }
    if (flagged > 0) fmt::print("{} flagged: look at them before their points count\n", flagged);
  }

  Progress graded_by_jobs() {
    return grade_by_jobs(course_, options_, options_.slurm, book_, pending_);
  }

  Progress graded_here() {
    ProgressLine line;
    grading::BatchOptions batch;
    batch.slots = options_.jobs;
    batch.host = kHost;
    batch.stop = stop_when_asked();
    batch.on_progress = [&](const Progress& progress) { line.show(progress); };
    return grade_all(
        book_, pending_,
        [&](const PendingSubmission& one, int slot) {
          return session_.grade(one, slot, batch.stop);
        },
        batch);
  }

  static constexpr const char* kHost = "here";

  static const fs::path& must_be_a_folder(const Course& course, const GradeOptions& options) {
    if (!fs::is_directory(options.from)) {
      throw WrongUse(fmt::format("{}: there is no such folder", options.from));
    }
    if (lies_in(options.out, options.from) || lies_in(options.from, options.out)) {
      throw WrongUse(fmt::format(
          "--out {} and {} lie in one another: results would be taken for what was handed in. Put "
          "them beside each other",
          options.out.string(), options.from));
    }
    must_be_out_of_sight(course, options, {options.from});
    return options.out;
  }

  void take_in() {
    const std::set<std::string> names = names_of(session_.lessons());
    std::vector<std::string> roster;
    if (!options_.roster.empty()) roster = read_roster(options_.roster);
    const std::int64_t begun = Gradebook::now();
    intake_ = grading::take_in(options_.from, folder_.submissions(), names,
                               limits_for(roster.size()), names_of(load_lessons(course_)));
    std::set<std::string> students(intake_.without_any.begin(), intake_.without_any.end());
    std::map<std::string, grading::Versions> versions;
    for (const Lesson& lesson : session_.lessons()) {
      versions[lesson.name] = session_.versions(lesson.name);
    }
    for (const grading::HandedIn& one : intake_.handed_in) {
      students.insert(one.student);
      PendingSubmission pending{book_.add(one), one, one.folder, versions.at(one.lesson)};
      pending.not_judged = book_.try_again(pending.id, pending.versions);
      pending_.push_back(std::move(pending));
    }
    for (const grading::Refused& one : intake_.refused) students.insert(one.student);
    students.insert(roster.begin(), roster.end());
    book_.enroll({students.begin(), students.end()});
    const std::vector<std::string> lessons(names.begin(), names.end());
    book_.note_refusals(intake_.refused, lessons);
    std::vector<grading::Doubt> doubts = intake_.doubts;
    for (grading::Doubt& one : grading::doubts_about_missing(book_.standings(), intake_, names))
      doubts.push_back(std::move(one));
    book_.note_doubts(doubts, lessons);
    book_.note_strays(intake_.strays);
    book_.note_class(intake_.notes);
    book_.note_intake(lessons_there(), begun);
  }

  /// Those of which something was handed in: a class may have one folder for each week.
  std::vector<std::string> lessons_there() const {
    std::set<std::string> there;
    for (const grading::HandedIn& one : intake_.handed_in) there.insert(one.lesson);
    for (const grading::Refused& one : intake_.refused) there.insert(one.lesson);
    there.erase("");
    return {there.begin(), there.end()};
  }

  /// Who is in the class has a folder or two there, but not a hundred.
  static grading::IntakeLimits limits_for(std::size_t roster) {
    grading::IntakeLimits limits;
    limits.entries = std::max(limits.entries, 4 * roster);
    return limits;
  }

  void print_document() const {
    using Json = nlohmann::ordered_json;
    Json submissions = Json::array(), refused = Json::array(), ungraded = Json::array();
    for (const grading::Standing& one : book_.standings()) {
      if (one.run == 0) continue;
      submissions.push_back({{"student", one.student},
                             {"lesson", one.lesson},
                             {"verdict", one.verdict},
                             {"points", one.points},
                             {"max_points", one.max_points},
                             {"message", one.message},
                             {"flags", one.flags},
                             {"seconds", one.seconds}});
    }
    for (const grading::Refused& one : intake_.refused) {
      refused.push_back({{"student", one.student}, {"lesson", one.lesson}, {"why", one.why}});
    }
    for (const grading::Standing& one : book_.ungraded()) {
      ungraded.push_back(
          {{"student", one.student}, {"lesson", one.lesson}, {"message", one.message}});
    }
    print_json({{"all", progress_.all},
                {"graded", progress_.done},
                {"before", progress_.before},
                {"given_up", progress_.given_up},
                {"seconds", progress_.seconds},
                {"per_minute", progress_.per_minute()},
                {"submissions", submissions},
                {"refused", refused},
                {"without_any", intake_.without_any},
                {"strays", intake_.strays},
                {"notes", book_.notes()},
                {"ungraded", ungraded}});
  }

  const Course& course_;
  const GradeOptions& options_;
  const ClassFolder folder_;
  const ClassLock lock_;
  Gradebook book_;
  const ClassSession session_;
  grading::Intake intake_;
  std::vector<PendingSubmission> pending_;
  Progress progress_;
};

}  // namespace

void setup_grade(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<GradeOptions>();
  CLI::App* command = app.add_subcommand("grade", "Grade a class's submissions, each in a sandbox");
  from_the_root(command->add_option(
                    "from", options->from,
                    "Has STUDENT/LESSON/exercise.cu, or STUDENT.zip or .tar.gz of that shape"))
      ->type_name("DIR")
      ->required();
  from_the_root(command->add_option("--out", options->out, "Where the gradebook is kept"))
      ->type_name("DIR")
      ->required();
  from_the_root(command->add_option("--roster", options->roster,
                                    "A class list: a name a line, or a CSV file"))
      ->type_name("FILE");
  command->add_flag("--json", options->json, "Print one JSON document and nothing else");
  command
      ->add_option("--executor", options->executor,
                   "local: on this machine; slurm: as jobs of a cluster (default: local)")
      ->check(CLI::IsMember({"local", "slurm"}));
  add_slurm_options(*command, options->slurm);
  add_class_options(*command, *options);
  command->callback([&course, &status, options, command] {
    // How many cores are here says nothing of nodes.
    const bool by_jobs = options->executor == "slurm";
    if (by_jobs && command->get_option("--jobs")->count() == 0) options->jobs = 1;
    options->slurm.of_class = class_words(*command);
    GradeCommand grade(course, *options);
    status = grade.run();
    grade.print();
  });
}

}  // namespace course
