// Grades in the formats that other systems read. All of them are made from one model, and all text
// in them is cleaned: students' programs write a part of it.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "grading/gradebook/class_results.h"
#include "grading/gradebook/lesson_words.h"
#include "grading/result.h"

namespace grading {

/// One lesson of one student, ready to be written.
struct Report {
  std::string student;
  std::string shown = {};                       ///< the student, where people read it (names.h)
  std::string lesson;                           ///< 03-memory-visibility
  std::string title;                            ///< Memory visibility
  std::int64_t received_at = 0, graded_at = 0;  ///< seconds since 1970
  std::int64_t dated_at = 0, found_at = 0;      ///< what its files say, and when we found it; or 0
  std::string override_reason;                  ///< empty unless an instructor set the points
  Graded graded;
  std::vector<CheckWords> words;  ///< in any order; a check without any is called by its name
  bool has_score = true;          ///< false: refused, and why in `graded.message`
};

/// What a graded or refused lesson has to say.
/// Requires: the lesson's stage is kGraded or kRefused.
Report report_of(const LessonResult& result);

/// What must hold, or the check's name where nothing is known of it. A hidden check is called
/// "The instructor's own check 2": even its name may tell what it tries.
std::string title_of(const Report& report, const CheckResult& check);
/// The check's name; "own-check-2" for a hidden one.
std::string name_of(const Report& report, const CheckResult& check);
/// What the student may read of a check.
std::string message_for_student(const CheckResult& check);
/// The check's verdict; of a hidden one only whether it passed. The program chooses how it ends and
/// when, and would tell the input of a hidden check by that: "failed" for all but "passed".
std::string verdict_for_student(const CheckResult& check);
/// How long the check took; 0 for a hidden one.
double seconds_for_student(const CheckResult& check);

/// The same of the whole lesson. Where there are hidden checks: a verdict that comes from them is
/// "passed" or "failed",
std::string verdict_for_student(const Report& report);
/// a message is that of a public check, too, or none,
std::string message_for_student(const Report& report);
/// and the time is that of the public checks.
double seconds_for_student(const Report& report);
/// When it was graded; 0 where there are hidden checks, which it tells the time of.
std::int64_t graded_at_for_student(const Report& report);

/// Gradescope's results.json.
std::string gradescope(const Report& report);
/// What Classroom 50 wants to know of the student's repository, and a gradebook does not. An empty
/// `assignment` is the lesson, an empty `review` is `commit`.
/// Requires: no other is empty.
struct Classroom50 {
  std::string classroom, assignment;
  std::string submission;               ///< the tag that was graded: submit/…
  std::string commit, release, review;  ///< addresses
};
/// Classroom 50's result.json, schema classroom50/result/v1.
std::string classroom50(const Report& report, const Classroom50& names);
/// check50's results, as `check50 --output json` prints them.
std::string check50(const Report& report);
/// PrairieLearn's results.json; at most 1 MB.
std::string prairielearn(const Report& report);
/// A JUnit file, written as reports come: a test suite for each lesson of each student.
class JunitFile {
 public:
  /// Requires: `out` outlives this.
  explicit JunitFile(std::ostream& out);
  void add(const Report& report);
  void end();

 private:
  std::ostream& out_;
};

/// Whose columns a table has.
enum class Columns {
  kPlain,   ///< student, a column for each lesson, points, max_points
  kMoodle,  ///< username and a column for each lesson, which Moodle's import asks what they are
  kCanvas,  ///< Student, ID, SIS User ID, SIS Login ID, Section, lessons; a row "Points Possible"
};
/// A line for each student and a column for each lesson; a lesson without a score is an empty cell,
/// never a zero. Needs no checks.
class CsvTable {
 public:
  CsvTable(const std::vector<LessonWords>& lessons, Columns columns);
  void add(const StudentResults& student);
  std::string text() const;

 private:
  std::string head() const;

  const std::vector<LessonWords>& lessons_;
  Columns columns_;
  std::vector<int> most_;  // points that a lesson can give, as far as has been seen
  std::string rows_;
};

}  // namespace grading
