// The formats that are no JSON: JUnit's XML and a table for spreadsheets.
#include <fmt/format.h>

#include <map>
#include <set>

#include "grading/export.h"
#include "grading/text.h"

namespace grading {
namespace {

std::string attribute(const std::string& text) { return escaped_for_markup(cleaned(text)); }

std::string junit_case(const Report& report, const CheckResult& check) {
  const std::string begin = fmt::format(
      R"(    <testcase classname="{}.{}" name="{}" time="{:.3f}")", attribute(report.student),
      attribute(report.lesson), attribute(check.name), check.milliseconds / 1000);
  if (check.verdict == "passed") return begin + "/>\n";
  if (check.verdict == "not_run") return begin + "><skipped/></testcase>\n";
  const bool our_fault = check.verdict == "grader_error";
  return fmt::format("{}><{} message=\"{}\" type=\"{}\">{}</{}></testcase>\n", begin,
                     our_fault ? "error" : "failure", attribute(title_of(report, check)),
                     attribute(check.verdict), attribute(message_for_student(report, check)),
                     our_fault ? "error" : "failure");
}

struct Counts {
  int failures = 0, errors = 0, skipped = 0;
};

Counts counted(const Graded& graded) {
  Counts counts;
  for (const CheckResult& check : graded.checks) {
    if (check.verdict == "passed") continue;
    if (check.verdict == "not_run") {
      ++counts.skipped;
    } else {
      ++(check.verdict == "grader_error" ? counts.errors : counts.failures);
    }
  }
  return counts;
}

std::string junit_suite(const Report& report) {
  const Counts counts = counted(report.graded);
  std::string text = fmt::format(
      "  <testsuite name=\"{}.{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" "
      "time=\"{:.3f}\">\n",
      attribute(report.student), attribute(report.lesson), report.graded.checks.size(),
      counts.failures, counts.errors, counts.skipped, report.graded.seconds);
  for (const CheckResult& check : report.graded.checks) text += junit_case(report, check);
  return text + "  </testsuite>\n";
}

}  // namespace

std::string junit(const std::vector<Report>& reports) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (const Report& report : reports) text += junit_suite(report);
  return text + "</testsuites>\n";
}

std::string csv(const std::vector<Report>& reports) {
  std::set<std::string> lessons;
  std::map<std::string, std::map<std::string, const Report*>> students;
  for (const Report& report : reports) {
    lessons.insert(report.lesson);
    students[report.student][report.lesson] = &report;
  }
  std::string text = "student";
  for (const std::string& lesson : lessons) text += "," + csv_cell(lesson);
  text += ",points,max_points\r\n";
  for (const auto& [student, graded] : students) {
    int points = 0, max_points = 0;
    text += csv_cell(cleaned(student));
    for (const std::string& lesson : lessons) {
      const auto found = graded.find(lesson);
      text += ",";
      if (found == graded.end()) continue;
      points += found->second->graded.points;
      max_points += found->second->graded.max_points;
      text += fmt::format("{}", found->second->graded.points);
    }
    text += fmt::format(",{},{}\r\n", points, max_points);
  }
  return text;
}

}  // namespace grading
