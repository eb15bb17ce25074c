// What the gradebook tells: how each student stands, and what was noted of what they handed in.
#include <fmt/format.h>

#include <map>
#include <utility>

#include "grading/gradebook/cells.h"
#include "grading/gradebook/early_dates.h"
#include "grading/gradebook/gradebook.h"

namespace grading {
namespace {

constexpr const char* kOlderThanBefore =
    "its files say that they are older than the version that they took the place of: see which of "
    "them is meant";

}  // namespace

std::vector<Standing> Gradebook::standings() const {
  std::vector<Standing> standings = newest();
  judge_dates(standings);
  flag_points_left_behind(standings);
  add_notes(standings);
  return standings;
}

std::vector<std::string> Gradebook::notes() const {
  Statement row = database_.statement("SELECT what FROM notes ORDER BY rowid");
  std::vector<std::string> sentences;
  while (row.next()) sentences.push_back(row.text(0));
  std::vector<Standing> standings = newest();
  for (std::string& note : judge_dates(standings)) sentences.push_back(std::move(note));
  return sentences;
}

std::vector<Standing> Gradebook::newest() const {
  Statement row = database_.statement(fmt::format(
      "SELECT s.id, s.student, s.lesson, s.received_at, score.run_id, runs.verdict, runs.message, "
      "score.points, score.max_points, score.override_reason, score.graded_at, runs.grader, "
      "runs.checks_sha, runs.toolchain_sha, runs.seconds, runs.flags, s.sha256, "
      "s.found_at, s.missing_at, s.received_before > s.received_at FROM ({}) AS s "
      "LEFT JOIN {} "
      "LEFT JOIN runs ON runs.id = score.run_id ORDER BY s.student, s.lesson",
      kNewestSubmissions, kNewestScore));
  std::vector<Standing> standings;
  while (row.next()) {
    standings.push_back({row.number(0),
                         row.text(1),
                         row.text(2),
                         row.number(3),
                         row.number(4),
                         row.text(5),
                         row.text(6),
                         static_cast<int>(row.number(7)),
                         static_cast<int>(row.number(8)),
                         row.text(9),
                         row.number(10),
                         row.text(11),
                         {row.text(12), row.text(13)},
                         row.real(14),
                         parted(row.text(15)),
                         row.text(16),
                         row.number(17),
                         row.number(18)});
    if (row.number(19) != 0) standings.back().flags.emplace_back(kOlderThanBefore);
  }
  return standings;
}

std::vector<CheckResult> Gradebook::checks(RunId run) const {
  Statement row = database_.statement(
      "SELECT name, verdict, message, points, max_points, ms, peak_kb, hidden FROM checks "
      "WHERE run_id = ? ORDER BY rowid");
  row.with(run);
  std::vector<CheckResult> checks;
  while (row.next()) {
    checks.push_back({row.text(0), row.text(1), row.text(2), static_cast<int>(row.number(3)),
                      static_cast<int>(row.number(4)), row.real(5),
                      static_cast<long>(row.number(6)), row.number(7) != 0});
  }
  return checks;
}

std::vector<QuizResult> Gradebook::quiz(RunId run) const {
  Statement row = database_.statement(
      "SELECT id, question, given, is_right, reason FROM quiz WHERE run_id = ? ORDER BY rowid");
  row.with(run);
  std::vector<QuizResult> quiz;
  while (row.next()) {
    quiz.push_back({row.text(0), row.text(1), row.text(2), row.number(3) != 0, row.text(4)});
  }
  return quiz;
}

std::vector<std::string> Gradebook::students() const {
  Statement row = database_.statement("SELECT name FROM students ORDER BY name");
  std::vector<std::string> names;
  while (row.next()) names.push_back(row.text(0));
  return names;
}

std::vector<std::string> Gradebook::strays() const {
  Statement row = database_.statement("SELECT file FROM strays ORDER BY rowid");
  std::vector<std::string> files;
  while (row.next()) files.push_back(row.text(0));
  return files;
}

// Points by hand are a word about what was handed in then. Whether they hold for what came later,
// an instructor must say.
void Gradebook::flag_points_left_behind(std::vector<Standing>& standings) const {
  std::map<std::pair<std::string, std::string>, std::string> by_hand;
  Statement row = database_.statement(fmt::format(
      "SELECT s.student, s.lesson, score.points, score.override_reason FROM submissions AS s "
      "JOIN {} WHERE score.override_reason IS NOT NULL ORDER BY score.id",
      kNewestScore));
  while (row.next()) {
    by_hand[{row.text(0), row.text(1)}] = fmt::format(
        "points were set by hand for another version that was handed in: {}, because: {}; they do "
        "not count for this one: set them again if they should",
        row.number(2), row.text(3));
  }
  for (Standing& one : standings) {
    const auto found = by_hand.find({one.student, one.lesson});
    if (found != by_hand.end() && one.override_reason.empty()) one.flags.push_back(found->second);
  }
}

void Gradebook::add_notes(std::vector<Standing>& standings) const {
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> notes;
  Statement row =
      database_.statement("SELECT student, taken_with, what FROM doubts ORDER BY rowid");
  while (row.next()) notes[{row.text(0), row.text(1)}].push_back(row.text(2));
  for (const RefusedLesson& one : refusals()) {
    notes[{one.student, one.lesson}].push_back(
        "what was handed in last was refused, so that an earlier version counts: " + one.why);
  }
  for (Standing& standing : standings) {
    for (const std::string& lesson : {standing.lesson, std::string()}) {
      const auto found = notes.find({standing.student, lesson});
      if (found == notes.end()) continue;
      standing.flags.insert(standing.flags.end(), found->second.begin(), found->second.end());
    }
  }
}

std::int64_t Gradebook::finished() const {
  Statement row = database_.statement("SELECT COUNT(*) FROM runs WHERE state = 'done'");
  row.next();
  return row.number(0);
}

std::vector<RefusedLesson> Gradebook::refusals() const {
  Statement row = database_.statement(
      "SELECT student, taken_with, why, lesson = '' FROM refusals ORDER BY student, taken_with");
  std::vector<RefusedLesson> refused;
  while (row.next()) {
    refused.push_back({row.text(0), row.text(1), row.text(2), row.number(3) != 0});
  }
  return refused;
}

std::vector<Standing> Gradebook::ungraded() const {
  Statement row = database_.statement(fmt::format(
      "SELECT s.id, s.student, s.lesson, s.received_at, runs.id, runs.verdict, runs.message "
      "FROM ({}) AS s JOIN runs ON runs.id = (SELECT MAX(id) FROM runs WHERE submission_id = s.id) "
      "WHERE runs.state = 'failed' ORDER BY s.student, s.lesson",
      kNewestSubmissions));
  std::vector<Standing> standings;
  while (row.next()) {
    Standing standing;
    standing.submission = row.number(0);
    standing.student = row.text(1);
    standing.lesson = row.text(2);
    standing.received_at = row.number(3);
    standing.run = row.number(4);
    standing.verdict = row.text(5);
    standing.message = row.text(6);
    standings.push_back(std::move(standing));
  }
  return standings;
}

}  // namespace grading
