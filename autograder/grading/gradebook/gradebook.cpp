// Submissions, runs and scores: the few transactions that change them.
#include "grading/gradebook/gradebook.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <stdexcept>

#include "grading/gradebook/cells.h"
#include "grading/gradebook/not_judged.h"
#include "grading/gradebook/tables.h"

namespace grading {
namespace {

// Nothing new where the last intake found the same.
void keep_handed_in(Database& database, SubmissionId id, const Submission& submission) {
  Statement last = database.statement(
      "SELECT submission_id FROM handed_in WHERE student = ? AND lesson = ? "
      "ORDER BY id DESC LIMIT 1");
  if (last.with(submission.student).with(submission.lesson).next() && last.number(0) == id) return;
  database
      .statement(
          "INSERT INTO handed_in(submission_id, student, lesson, received_at) VALUES(?, ?, ?, ?)")
      .with(id)
      .with(submission.student)
      .with(submission.lesson)
      .with(submission.received_at)
      .run();
}

void keep_checks(Database& database, RunId run, const std::vector<CheckResult>& checks) {
  for (const CheckResult& check : checks) {
    database.statement("INSERT INTO checks VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .with(run)
        .with(check.name)
        .with(check.verdict)
        .with(check.points)
        .with(check.max_points)
        .with(check.milliseconds)
        .with(std::int64_t{check.peak_kb})
        .with(kept(check.message))
        .with(int{check.hidden})
        .run();
  }
}

void keep_quiz(Database& database, RunId run, const std::vector<QuizResult>& quiz) {
  for (const QuizResult& answer : quiz) {
    database.statement("INSERT INTO quiz VALUES(?, ?, ?, ?, ?, ?)")
        .with(run)
        .with(answer.id)
        .with(answer.question)
        .with(kept(answer.given, kLongestAnswer))
        .with(int{answer.right})
        .with(answer.reason)
        .run();
  }
}

// The attempts with these versions.
struct Attempts {
  int last = 0;
  std::string last_state;
  std::int64_t lease_until = 0;
  int failed = 0;
};

Attempts attempts_at(Database& database, SubmissionId submission, const Versions& versions) {
  Statement row = database.statement(
      "SELECT attempt, state, lease_until FROM runs WHERE submission_id = ? AND checks_sha = ? "
      "AND toolchain_sha = ? ORDER BY attempt");
  row.with(submission).with(versions.checks).with(versions.toolchain);
  Attempts found;
  while (row.next()) {
    found.last = static_cast<int>(row.number(0));
    found.last_state = row.text(1);
    found.lease_until = row.number(2);
    found.failed += found.last_state == "failed";
  }
  return found;
}

}  // namespace

Gradebook::Gradebook(const std::filesystem::path& file, std::function<std::int64_t()> clock)
    : database_(file), clock_(std::move(clock)) {
  make_tables(database_);
}

std::int64_t Gradebook::now() {
  using std::chrono::system_clock;
  return std::chrono::duration_cast<std::chrono::seconds>(system_clock::now().time_since_epoch())
      .count();
}

SubmissionId Gradebook::add(const Submission& submission) {
  Transaction transaction(database_);
  database_
      .statement(
          "INSERT OR IGNORE INTO submissions(student, lesson, sha256, received_at, found_at, "
          "missing_at) VALUES(?, ?, ?, ?, ?, "
          "IFNULL((SELECT begun FROM intakes WHERE lesson = ?), 0))")
      .with(submission.student)
      .with(submission.lesson)
      .with(submission.sha256)
      .with(submission.received_at)
      .with(clock_())
      .with(submission.lesson)
      .run();
  Statement row = database_.statement(
      "SELECT id FROM submissions WHERE student = ? AND lesson = ? AND sha256 = ?");
  row.with(submission.student).with(submission.lesson).with(submission.sha256).next();
  const SubmissionId id = row.number(0);
  keep_handed_in(database_, id, submission);
  transaction.commit();
  return id;
}

std::optional<Lease> Gradebook::begin(SubmissionId submission, const Versions& versions,
                                      const std::string& host, int seconds, int failures) {
  Transaction transaction(database_);
  const Attempts before = attempts_at(database_, submission, versions);
  const std::int64_t now = clock_();
  if (before.last_state == "done" || before.failed >= failures) return std::nullopt;
  if (before.last_state == "running" && before.lease_until > now) return std::nullopt;
  database_
      .statement(
          "UPDATE runs SET state = 'lost' WHERE submission_id = ? AND state = 'running' "
          "AND lease_until <= ?")
      .with(submission)
      .with(now)
      .run();
  database_
      .statement(
          "INSERT INTO runs(submission_id, checks_sha, toolchain_sha, attempt, state, host, "
          "lease_until) VALUES(?, ?, ?, ?, 'running', ?, ?)")
      .with(submission)
      .with(versions.checks)
      .with(versions.toolchain)
      .with(before.last + 1)
      .with(host)
      .with(now + seconds)
      .run();
  const Lease lease{database_.last_id(), before.last + 1};
  transaction.commit();
  return lease;
}

bool Gradebook::try_again(SubmissionId submission, const Versions& versions) {
  Transaction transaction(database_);
  Statement by_hand = database_.statement(
      "SELECT override_reason FROM scores WHERE submission_id = ? ORDER BY id DESC LIMIT 1");
  if (by_hand.with(submission).next() && !by_hand.text(0).empty()) return false;
  Statement row = database_.statement(
      "SELECT id, state, flags FROM runs WHERE submission_id = ? AND checks_sha = ? "
      "AND toolchain_sha = ? AND state IN ('failed', 'done')");
  row.with(submission).with(versions.checks).with(versions.toolchain);
  bool was_not_judged = false;
  std::vector<RunId> again;
  while (row.next()) {
    const bool failed = row.text(1) == "failed";
    if (!failed && std::ranges::none_of(parted(row.text(2)), is_not_judged)) continue;
    was_not_judged |= !failed;
    again.push_back(row.number(0));
  }
  for (const RunId run : again)
    database_.statement("UPDATE runs SET state = 'lost' WHERE id = ?").with(run).run();
  transaction.commit();
  return was_not_judged;
}

RunState Gradebook::state(SubmissionId submission, const Versions& versions) const {
  const std::string last = attempts_at(database_, submission, versions).last_state;
  if (last == "running") return RunState::kRunning;
  if (last == "done") return RunState::kDone;
  if (last == "failed") return RunState::kFailed;
  return last == "lost" ? RunState::kLost : RunState::kNone;
}

int Gradebook::release(const std::string& host) {
  database_.statement("UPDATE runs SET state = 'lost' WHERE state = 'running' AND host = ?")
      .with(host)
      .run();
  return database_.changes();
}

bool Gradebook::finish(const Lease& lease, const Graded& graded, Counts counts) {
  Transaction transaction(database_);
  database_
      .statement(
          "UPDATE runs SET state = 'done', verdict = ?, message = ?, points = ?, "
          "max_points = ?, seconds = ?, grader = ?, flags = ? WHERE id = ? AND state = 'running'")
      .with(graded.verdict)
      .with(kept(graded.message))
      .with(graded.points)
      .with(graded.max_points)
      .with(graded.seconds)
      .with(graded.grader)
      .with(joined(graded.flags))
      .with(lease.run)
      .run();
  if (database_.changes() == 0) return false;
  keep_checks(database_, lease.run, graded.checks);
  keep_quiz(database_, lease.run, graded.quiz);
  if (counts == Counts::kAtOnce) enter_score(lease.run);
  transaction.commit();
  return true;
}

void Gradebook::give_up(const Lease& lease, const std::string& why) {
  database_
      .statement(
          "UPDATE runs SET state = 'failed', verdict = 'grader_error', message = ? "
          "WHERE id = ? AND state = 'running'")
      .with(kept(why))
      .with(lease.run)
      .run();
}

void Gradebook::enter_score(RunId run) {
  database_
      .statement(
          "INSERT INTO scores(submission_id, run_id, points, max_points, graded_at) "
          "SELECT submission_id, id, points, max_points, ? FROM runs WHERE id = ?")
      .with(clock_())
      .with(run)
      .run();
}

std::vector<Change> Gradebook::preview(const Versions& versions) const {
  Statement row = database_.statement(fmt::format(
      "SELECT new.id, s.student, s.lesson, score.points, new.points, new.max_points, old.verdict, "
      "new.verdict FROM runs AS new JOIN ({}) AS s ON s.id = new.submission_id "
      "JOIN {} JOIN runs AS old ON old.id = score.run_id "
      "WHERE new.state = 'done' AND new.checks_sha = ? AND new.toolchain_sha = ? "
      "AND NOT EXISTS (SELECT 1 FROM scores WHERE submission_id = s.id AND run_id = new.id) "
      "ORDER BY s.student, s.lesson",
      kNewestSubmissions, kNewestScore));
  row.with(versions.checks).with(versions.toolchain);
  std::vector<Change> changes;
  while (row.next()) {
    changes.push_back({row.number(0), row.text(1), row.text(2), static_cast<int>(row.number(3)),
                       static_cast<int>(row.number(4)), static_cast<int>(row.number(5)),
                       row.text(6), row.text(7)});
  }
  return changes;
}

void Gradebook::count(RunId run) {
  Transaction transaction(database_);
  Statement row = database_.statement("SELECT 1 FROM runs WHERE id = ? AND state = 'done'");
  if (!row.with(run).next()) throw std::invalid_argument("this run is not finished");
  enter_score(run);
  transaction.commit();
}

void Gradebook::override_points(SubmissionId submission, int points, const std::string& reason) {
  if (reason.empty()) throw std::invalid_argument("an override needs a reason");
  Transaction transaction(database_);
  Statement row = database_.statement(
      "SELECT run_id, max_points FROM scores WHERE submission_id = ? ORDER BY id DESC LIMIT 1");
  if (!row.with(submission).next()) throw std::invalid_argument("nothing of this is graded yet");
  const std::int64_t run = row.number(0), max_points = row.number(1);
  if (points < 0 || points > max_points) {
    throw std::invalid_argument(fmt::format("{} points: must be from 0 to {}", points, max_points));
  }
  database_
      .statement(
          "INSERT INTO scores(submission_id, run_id, points, max_points, graded_at, "
          "override_reason) VALUES(?, ?, ?, ?, ?, ?)")
      .with(submission)
      .with(run)
      .with(points)
      .with(max_points)
      .with(clock_())
      .with(reason)
      .run();
  transaction.commit();
}

void Gradebook::enroll(const std::vector<std::string>& students) {
  Transaction transaction(database_);
  for (const std::string& name : students) {
    database_.statement("INSERT OR IGNORE INTO students VALUES(?)").with(name).run();
  }
  transaction.commit();
}

}  // namespace grading
