// Grades in the formats that other systems read. All of them are made from one model, and all text
// in them is cleaned: students' programs write a part of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grading/result.h"

namespace grading {

/// What is known of a check before it runs.
struct CheckWords {
  std::string name;
  std::string what;     ///< a sentence: what must hold
  bool hidden = false;  ///< of the instructor's own checks: its message is for them only
};

/// One lesson of one student, ready to be written.
struct Report {
  std::string student;
  std::string lesson;                           ///< 03-memory-visibility
  std::string title;                            ///< Memory visibility
  std::int64_t received_at = 0, graded_at = 0;  ///< seconds since 1970
  std::string override_reason;                  ///< empty unless an instructor set the points
  Graded graded;
  std::vector<CheckWords> words;  ///< in any order; a check without any is called by its name
};

/// "What must hold", or the check's name where nothing is known of it.
std::string title_of(const Report& report, const CheckResult& check);
/// Whether only the instructor may read why the check failed.
bool is_hidden(const Report& report, const CheckResult& check);
/// What the student may read of a check.
std::string message_for_student(const Report& report, const CheckResult& check);

/// Gradescope's results.json.
std::string gradescope(const Report& report);
/// Classroom 50's result.json, schema classroom50/result/v1.
struct Classroom50 {
  std::string classroom, assignment, commit, release;
};
std::string classroom50(const Report& report, const Classroom50& names);
/// check50's results, as `check50 --output json` prints them.
std::string check50(const Report& report);
/// PrairieLearn's results.json; at most 1 MB.
std::string prairielearn(const Report& report);
/// A JUnit file: a test suite for each lesson of each student.
std::string junit(const std::vector<Report>& reports);
/// A line for each student and a column for each lesson, with sums; a lesson that was not handed in
/// is an empty cell, never a zero.
std::string csv(const std::vector<Report>& reports);

}  // namespace grading
