// course regrade: grades again with today's checks, shows what would change, and lets it count only
// when asked. Also an instructor's own word: points set by hand, with a reason.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "course/classes/class_session.h"
#include "course/classes/path_option.h"
#include "course/classes/progress_line.h"
#include "course/commands/commands.h"
#include "course/lesson/lesson_names.h"
#include "course/screen/json.h"
#include "grading/intake/intake.h"
#include "grading/intake/names.h"

namespace course {

namespace fs = std::filesystem;
using grading::Change;
using grading::PendingSubmission;
using grading::Standing;

namespace {

struct RegradeOptions : ClassOptions {
  std::string student;
  bool apply = false;
  bool json = false;
  int points = -1;
  std::string because;
};

grading::Gradebook open_gradebook(const fs::path& out) {
  const ClassFolder folder{out};
  if (!fs::exists(folder.gradebook())) {
    throw WrongUse(fmt::format("{}: nothing was graded into it", out.string()));
  }
  return grading::Gradebook(folder.gradebook());
}

class RegradeCommand {
 public:
  RegradeCommand(const Course& course, const RegradeOptions& options)
      : course_(course),
        options_(options),
        book_(open_gradebook(options.out)),
        lock_(options.out),
        lessons_(find_lessons(load_lessons(course), options.lessons)) {}

  /// 0, or 1 when something could not be graded.
  int run() {
    const ClassSession session(course_, options_);
    book_.release(kHost);
    ProgressLine line;
    grading::BatchOptions batch;
    batch.slots = options_.jobs;
    batch.host = kHost;
    batch.counts = grading::Counts::kWhenAsked;
    batch.stop = stop_when_asked();
    batch.on_progress = [&](const grading::Progress& progress) { line.show(progress); };
    const auto progress = grade_all(
        book_, pending(session),
        [&](const PendingSubmission& one, int slot) {
          return session.grade(one, slot, batch.stop);
        },
        batch);
    for (const Lesson& lesson : lessons_) {
      for (const Change& change : book_.preview(session.versions(lesson.name))) note(change);
    }
    if (options_.apply) apply();
    return progress.given_up > 0 || !lost_.empty() || batch.stop.stop_requested() ? 1 : 0;
  }

  void print() const {
    if (options_.json) return print_document();
    const grading::ShownNames shown(book_.students());
    for (const Change& change : changed_) {
      fmt::print("{}, {}: {} of {} points, were {} ({}, was {}){}\n", shown(change.student),
                 change.lesson, change.points_after, change.max_points, change.points_before,
                 change.verdict_after, change.verdict_before,
                 is_by_hand(change) ? "; set by hand, stays" : "");
    }
    for (const Standing& one : lost_) {
      fmt::print(
          "not regraded: {}, {}: what was graded is not in {} any more; course grade of the "
          "class's folder puts it there\n",
          shown(one.student), one.lesson, ClassFolder{options_.out}.submissions().string());
    }
    fmt::print("{} of {} would change{}\n", changed_.size(), regraded_.size(),
               options_.apply      ? ", and count now"
               : regraded_.empty() ? ": all are graded with today's checks"
               : changed_.empty()  ? ""
                                   : "; --apply lets it count");
  }

  /// Points by hand.
  void set_points() {
    if (options_.student.empty() || options_.lessons.size() != 1) {
      throw WrongUse("--points needs one --student and one --lesson");
    }
    for (const Standing& one : book_.standings()) {
      if (one.student != options_.student || one.lesson != lessons_[0].name) continue;
      try {
        book_.override_points(one.submission, options_.points, options_.because);
      } catch (const std::invalid_argument& error) {
        throw WrongUse(error.what());
      }
      fmt::print("{}, {}: {} of {} points, were {}: {}\n", grading::shown_name(one.student),
                 one.lesson, options_.points, one.max_points, one.points, options_.because);
      return;
    }
    throw WrongUse(fmt::format("{} has not handed in {}", options_.student, lessons_[0].name));
  }

 private:
  static constexpr const char* kHost = "here";

  bool is_wanted(const Standing& one) const {
    const bool lesson = std::any_of(lessons_.begin(), lessons_.end(),
                                    [&](const Lesson& l) { return l.name == one.lesson; });
    return lesson && (options_.student.empty() || options_.student == one.student);
  }

  std::vector<PendingSubmission> pending(const ClassSession& session) {
    std::map<std::string, grading::Versions> versions;
    for (const Lesson& lesson : lessons_) versions[lesson.name] = session.versions(lesson.name);
    std::vector<PendingSubmission> pending;
    for (const Standing& one : book_.standings()) {
      if (!one.override_reason.empty()) by_hand_.insert({one.student, one.lesson});
      if (one.run == 0 || !is_wanted(one)) continue;
      const fs::path folder = grading::sources_of(ClassFolder{options_.out}.submissions(),
                                                  one.student, one.lesson, one.sha256);
      if (folder.empty()) {
        lost_.push_back(one);
        continue;
      }
      pending.push_back({one.submission,
                         {one.student, one.lesson, one.sha256, one.received_at},
                         folder,
                         versions.at(one.lesson)});
    }
    return pending;
  }

  bool is_by_hand(const Change& change) const {
    return by_hand_.contains({change.student, change.lesson});
  }

  void note(const Change& change) {
    if (!options_.student.empty() && change.student != options_.student) return;
    regraded_.push_back(change);
    const bool same = change.points_before == change.points_after &&
                      change.verdict_before == change.verdict_after;
    if (!same) changed_.push_back(change);
  }

  void apply() {
    for (const Change& change : regraded_) {
      if (!is_by_hand(change)) book_.count(change.run);
    }
  }

  void print_document() const {
    nlohmann::ordered_json changes = nlohmann::ordered_json::array();
    for (const Change& change : changed_) {
      changes.push_back({{"student", change.student},
                         {"lesson", change.lesson},
                         {"points_before", change.points_before},
                         {"points_after", change.points_after},
                         {"max_points", change.max_points},
                         {"verdict_before", change.verdict_before},
                         {"verdict_after", change.verdict_after},
                         {"set_by_hand", is_by_hand(change)}});
    }
    nlohmann::ordered_json lost = nlohmann::ordered_json::array();
    for (const Standing& one : lost_)
      lost.push_back({{"student", one.student}, {"lesson", one.lesson}});
    print_json({{"regraded", regraded_.size()},
                {"applied", options_.apply},
                {"changes", changes},
                {"not_regraded", lost}});
  }

  const Course& course_;
  const RegradeOptions& options_;
  grading::Gradebook book_;
  const ClassLock lock_;
  std::vector<Lesson> lessons_;
  std::set<std::pair<std::string, std::string>> by_hand_;
  std::vector<Change> regraded_, changed_;
  std::vector<Standing> lost_;  // what was graded is not there any more
};

}  // namespace

void setup_regrade(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<RegradeOptions>();
  CLI::App* command = app.add_subcommand(
      "regrade", "Grade a class again with today's checks, or set points by hand");
  from_the_root(command->add_option("out", options->out, "The folder of the gradebook"))
      ->type_name("OUT")
      ->required();
  command->add_option("--student", options->student, "Only this student's");
  command->add_flag("--apply", options->apply, "What changed counts from now on");
  CLI::Option* points =
      command->add_option("--points", options->points, "Set the points of one student's lesson");
  command->add_option("--because", options->because, "The reason, kept with the points")
      ->needs(points);
  command->add_flag("--json", options->json, "Print one JSON document and nothing else");
  add_class_options(*command, *options);
  command->callback([&course, &status, options, points] {
    RegradeCommand regrade(course, *options);
    if (points->count() > 0) return regrade.set_points();
    status = regrade.run();
    regrade.print();
  });
}

}  // namespace course
