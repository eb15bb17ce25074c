// A version of the tables adds to the one before; `user_version` in the file says which it is.
#include "grading/gradebook/tables.h"

#include <fmt/format.h>

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

}  // namespace

void make_tables(Database& database) {
  Transaction transaction(database);
  Statement version = database.statement("PRAGMA user_version");
  version.next();
  if (version.number(0) > kVersion) {
    throw DatabaseError("the gradebook was written by a newer version of the course; update it");
  }
  if (version.number(0) == 0) database.execute(kTables);
  database.execute(kNewerTables);
  if (version.number(0) < 2) database.execute(kSecondVersion);
  if (version.number(0) < kVersion) {
    database.execute(kThirdVersion);
    database.execute(fmt::format("PRAGMA user_version = {}", kVersion));
  }
  transaction.commit();
}

}  // namespace grading
