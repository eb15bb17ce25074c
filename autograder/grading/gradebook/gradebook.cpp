// The tables, and the few transactions that change them.
#include "grading/gradebook/gradebook.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <stdexcept>

#include "grading/gradebook/cells.h"
#include "grading/gradebook/not_judged.h"

namespace grading {
namespace {

constexpr int kVersion = 3;

constexpr const char* kTables = R"(
CREATE TABLE submissions(
  id INTEGER PRIMARY KEY,
  student TEXT NOT NULL, lesson TEXT NOT NULL, sha256 TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  UNIQUE(student, lesson, sha256));
CREATE TABLE runs(
  id INTEGER PRIMARY KEY,
  submission_id INTEGER NOT NULL REFERENCES submissions(id),
  checks_sha TEXT NOT NULL, toolchain_sha TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  state TEXT NOT NULL CHECK(state IN ('running', 'done', 'failed', 'lost')),
  host TEXT NOT NULL, lease_until INTEGER NOT NULL,
  verdict TEXT NOT NULL DEFAULT '', message TEXT NOT NULL DEFAULT '',
  points INTEGER NOT NULL DEFAULT 0, max_points INTEGER NOT NULL DEFAULT 0,
  seconds REAL NOT NULL DEFAULT 0,
  grader TEXT NOT NULL DEFAULT '', flags TEXT NOT NULL DEFAULT '',
  UNIQUE(submission_id, checks_sha, toolchain_sha, attempt));
CREATE TABLE checks(
  run_id INTEGER NOT NULL REFERENCES runs(id),
  name TEXT NOT NULL, verdict TEXT NOT NULL,
  points INTEGER NOT NULL, max_points INTEGER NOT NULL,
  ms REAL NOT NULL, peak_kb INTEGER NOT NULL, message TEXT NOT NULL,
  hidden INTEGER NOT NULL,
  PRIMARY KEY(run_id, name));
CREATE TABLE quiz(
  run_id INTEGER NOT NULL REFERENCES runs(id),
  id TEXT NOT NULL, question TEXT NOT NULL, given TEXT NOT NULL, is_right INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY(run_id, id));
CREATE TABLE scores(
  id INTEGER PRIMARY KEY,
  submission_id INTEGER NOT NULL REFERENCES submissions(id),
  run_id INTEGER NOT NULL REFERENCES runs(id),
  points INTEGER NOT NULL, max_points INTEGER NOT NULL,
  graded_at INTEGER NOT NULL, override_reason TEXT);
CREATE TABLE students(name TEXT PRIMARY KEY);
CREATE TABLE refusals(student TEXT NOT NULL, lesson TEXT NOT NULL, why TEXT NOT NULL);
CREATE INDEX scores_by_submission ON scores(submission_id, id);
)";

// Newer than the others, and in older gradebooks made when they are opened.
constexpr const char* kNewerTables = R"(
CREATE TABLE IF NOT EXISTS doubts(student TEXT NOT NULL, lesson TEXT NOT NULL, what TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS strays(file TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS notes(what TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS intakes(lesson TEXT PRIMARY KEY, begun INTEGER NOT NULL);
)";

// Of the second version: what lies in the class's folder counts, and not what a clock says of it.
constexpr const char* kSecondVersion = R"(
CREATE TABLE handed_in(
  id INTEGER PRIMARY KEY,
  submission_id INTEGER NOT NULL REFERENCES submissions(id),
  student TEXT NOT NULL, lesson TEXT NOT NULL, received_at INTEGER NOT NULL);
CREATE INDEX handed_in_by_lesson ON handed_in(student, lesson, id);
INSERT INTO handed_in(submission_id, student, lesson, received_at)
  SELECT id, student, lesson, received_at FROM submissions ORDER BY received_at, id;
ALTER TABLE refusals ADD COLUMN taken_with TEXT NOT NULL DEFAULT '';
ALTER TABLE doubts ADD COLUMN taken_with TEXT NOT NULL DEFAULT '';
UPDATE refusals SET taken_with = lesson;
UPDATE doubts SET taken_with = lesson;
)";

// Of the third: when a submission came, by our own clock, and when it was not there yet.
constexpr const char* kThirdVersion = R"(
ALTER TABLE submissions ADD COLUMN found_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE submissions ADD COLUMN missing_at INTEGER NOT NULL DEFAULT 0;
)";

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

// What an intake noted of lessons is forgotten when they are looked at again.
void forget_notes(Database& database, const std::string& table,
                  const std::vector<std::string>& lessons) {
  database.execute(fmt::format("DELETE FROM {} WHERE taken_with = ''", table));
  for (const std::string& lesson : lessons) {
    database.statement(fmt::format("DELETE FROM {} WHERE taken_with = ?", table))
        .with(lesson)
        .run();
  }
}

// What is about all of a student's is about each lesson that was looked at.
void keep_note(Database& database, const std::string& table, const Doubt& note,
               const std::vector<std::string>& lessons) {
  const std::vector<std::string> one{note.lesson};
  for (const std::string& lesson : note.lesson.empty() && !lessons.empty() ? lessons : one) {
    database.statement(fmt::format("INSERT INTO {} VALUES(?, ?, ?, ?)", table))
        .with(note.student)
        .with(note.lesson)
        .with(kept(note.what, kLongestReason))
        .with(lesson)
        .run();
  }
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
  make_tables();
}

std::int64_t Gradebook::now() {
  using std::chrono::system_clock;
  return std::chrono::duration_cast<std::chrono::seconds>(system_clock::now().time_since_epoch())
      .count();
}

void Gradebook::make_tables() {
  Transaction transaction(database_);
  Statement version = database_.statement("PRAGMA user_version");
  version.next();
  if (version.number(0) > kVersion) {
    throw DatabaseError("the gradebook was written by a newer version of the course; update it");
  }
  if (version.number(0) == 0) database_.execute(kTables);
  database_.execute(kNewerTables);
  if (version.number(0) < 2) database_.execute(kSecondVersion);
  if (version.number(0) < kVersion) {
    database_.execute(kThirdVersion);
    database_.execute(fmt::format("PRAGMA user_version = {}", kVersion));
  }
  transaction.commit();
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

void Gradebook::note_refusals(const std::vector<Refused>& refused,
                              const std::vector<std::string>& lessons) {
  Transaction transaction(database_);
  forget_notes(database_, "refusals", lessons);
  for (const Refused& one : refused)
    keep_note(database_, "refusals", {one.student, one.lesson, one.why}, lessons);
  transaction.commit();
}

void Gradebook::note_doubts(const std::vector<Doubt>& doubts,
                            const std::vector<std::string>& lessons) {
  Transaction transaction(database_);
  forget_notes(database_, "doubts", lessons);
  for (const Doubt& one : doubts) keep_note(database_, "doubts", one, lessons);
  transaction.commit();
}

void Gradebook::note_strays(const std::vector<std::string>& files) {
  Transaction transaction(database_);
  database_.execute("DELETE FROM strays");
  for (const std::string& file : files)
    database_.statement("INSERT INTO strays VALUES(?)").with(file).run();
  transaction.commit();
}

void Gradebook::note_class(const std::vector<std::string>& sentences) {
  Transaction transaction(database_);
  database_.execute("DELETE FROM notes");
  for (const std::string& what : sentences)
    database_.statement("INSERT INTO notes VALUES(?)").with(what).run();
  transaction.commit();
}

void Gradebook::note_intake(const std::vector<std::string>& lessons, std::int64_t begun) {
  Transaction transaction(database_);
  for (const std::string& lesson : lessons) {
    database_.statement("INSERT OR REPLACE INTO intakes VALUES(?, ?)")
        .with(lesson)
        .with(begun)
        .run();
  }
  transaction.commit();
}

}  // namespace grading
