// The formats that are no JSON: JUnit's XML and a table for spreadsheets.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "grading/export/export.h"
#include "grading/intake/names.h"
#include "grading/intake/text.h"

namespace grading {
namespace {

std::string attribute(const std::string& text) { return escaped_for_markup(in_one_line(text)); }

// A name that shows what is in it: readers tell students apart by nothing else.
std::string student_in(const Report& report) {
  return attribute(report.shown.empty() ? shown_name(report.student) : report.shown);
}

std::string content(const std::string& text) { return escaped_for_markup(cleaned(text)); }

std::string junit_case(const Report& report, const CheckResult& check) {
  const std::string begin = fmt::format(
      R"(    <testcase classname="{}.{}" name="{}" time="{:.3f}")", student_in(report),
      attribute(report.lesson), attribute(name_of(report, check)), seconds_for_student(check));
  const std::string verdict = verdict_for_student(check);
  if (verdict == "passed") return begin + "/>\n";
  if (verdict == "not_run") return begin + "><skipped/></testcase>\n";
  const bool our_fault = verdict == "grader_error";
  return fmt::format("{}><{} message=\"{}\" type=\"{}\">{}</{}></testcase>\n", begin,
                     our_fault ? "error" : "failure", attribute(title_of(report, check)),
                     attribute(verdict), content(message_for_student(check)),
                     our_fault ? "error" : "failure");
}

struct CheckCounts {
  int failures = 0, errors = 0, skipped = 0;
};

CheckCounts check_counts(const Graded& graded) {
  CheckCounts counts;
  for (const CheckResult& check : graded.checks) {
    const std::string verdict = verdict_for_student(check);
    if (verdict == "passed") continue;
    if (verdict == "not_run") {
      ++counts.skipped;
    } else {
      ++(verdict == "grader_error" ? counts.errors : counts.failures);
    }
  }
  return counts;
}

// What could not be taken in is one case that could not be run.
std::string refused_suite(const Report& report) {
  const std::string name = student_in(report) + "." + attribute(report.lesson);
  return fmt::format(
      "  <testsuite name=\"{0}\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\" "
      "time=\"0.000\">\n    <testcase classname=\"{0}\" name=\"taken-in\" time=\"0.000\">"
      "<error message=\"It could not be taken in\" type=\"refused\">{1}</error></testcase>\n"
      "  </testsuite>\n",
      name, content(report.graded.message));
}

std::string whole_lesson(const Report& report) {
  const std::string message = message_for_student(report);
  if (message.empty()) return {};
  return "    <system-out>" + content(message) + "</system-out>\n";
}

std::string junit_suite(const Report& report) {
  if (!report.has_score) return refused_suite(report);
  const CheckCounts counts = check_counts(report.graded);
  std::string text = fmt::format(
      "  <testsuite name=\"{}.{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" "
      "time=\"{:.3f}\">\n",
      student_in(report), attribute(report.lesson), report.graded.checks.size(), counts.failures,
      counts.errors, counts.skipped, seconds_for_student(report));
  for (const CheckResult& check : report.graded.checks) text += junit_case(report, check);
  return text + whole_lesson(report) + "  </testsuite>\n";
}

// For the column in which Canvas looks for a student's name where it knows no such login, and for
// the words "Points Possible", by which it knows the row of all maxima. So it is nobody's name, and
// has no blanks between words.
std::string no_name(const std::string& shown) {
  std::string text = "login " + shown;
  std::replace(text.begin() + std::string_view("login ").size(), text.end(), ' ', '_');
  return text;
}

std::string cell(const std::string& text) { return csv_cell(in_one_line(text)); }

}  // namespace

JunitFile::JunitFile(std::ostream& out) : out_(out) {
  out_ << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
}

void JunitFile::add(const Report& report) { out_ << junit_suite(report); }

void JunitFile::end() { out_ << "</testsuites>\n"; }

CsvTable::CsvTable(const std::vector<LessonWords>& lessons, Columns columns)
    : lessons_(lessons), columns_(columns), most_(lessons.size()) {
  for (std::size_t i = 0; i < lessons.size(); ++i) most_[i] = lessons[i].max_points;
}

void CsvTable::add(const StudentResults& student) {
  int points = 0, max_points = 0;
  // Also where a learning platform finds a student by it: it may take no notice of what shows
  // nothing, and give one student's points to another.
  const std::string name = student.shown.empty() ? shown_name(student.name) : student.shown;
  // Canvas finds a student by the login; its own numbers stay empty.
  rows_ +=
      columns_ == Columns::kCanvas ? cell(no_name(name)) + ",,," + cell(name) + "," : cell(name);
  for (std::size_t i = 0; i < student.lessons.size(); ++i) {
    rows_ += ",";
    if (student.lessons[i].stage != Stage::kGraded) continue;
    const Standing& standing = student.lessons[i].standing;
    points += standing.points;
    max_points += standing.max_points;
    most_[i] = std::max(most_[i], standing.max_points);
    rows_ += fmt::format("{}", standing.points);
  }
  if (columns_ == Columns::kPlain) rows_ += fmt::format(",{},{}", points, max_points);
  rows_ += "\r\n";
}

std::string CsvTable::head() const {
  std::string head = columns_ == Columns::kPlain    ? "student"
                     : columns_ == Columns::kMoodle ? "username"
                                                    : "Student,ID,SIS User ID,SIS Login ID,Section";
  for (const LessonWords& lesson : lessons_) head += "," + cell(lesson.name);
  if (columns_ == Columns::kPlain) head += ",points,max_points";
  head += "\r\n";
  if (columns_ == Columns::kCanvas) {
    head += "    Points Possible,,,,";
    for (const int most : most_) head += fmt::format(",{}", most);
    head += "\r\n";
  }
  return head;
}

std::string CsvTable::text() const { return head() + rows_; }

}  // namespace grading
