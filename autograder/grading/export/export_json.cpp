// The formats that are JSON: Gradescope, Classroom 50, check50 and PrairieLearn.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "grading/export/export.h"
#include "grading/intake/names.h"
#include "grading/intake/text.h"

namespace grading {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestSummary = 20'000;  // bytes; PrairieLearn takes 1 MB in all

std::string written(const Json& json) { return json.dump(2) + "\n"; }

std::string iso_time(std::int64_t seconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

bool did_not_run(const CheckResult& check) { return verdict_for_student(check) == "not_run"; }

// The lesson's own message comes first, as a compiler's does.
std::string summary_of(const Report& report) {
  std::string summary =
      fmt::format("{}: {} of {} points ({})", in_one_line(report.title), report.graded.points,
                  report.graded.max_points, cleaned(verdict_for_student(report)));
  const std::string message = message_for_student(report);
  if (!message.empty()) summary += "\n\n" + message;
  if (!report.override_reason.empty()) {
    summary += "\n\npoints set by the instructor: " + cleaned(report.override_reason);
  }
  return shortened(summary, kLongestSummary);
}

std::string output_of(const CheckResult& check) {
  const std::string message = message_for_student(check);
  const std::string verdict = verdict_for_student(check);
  if (verdict == "passed" || verdict == "failed") return shortened(message, kLongestSummary);
  return shortened(cleaned(verdict) + (message.empty() ? "" : ": " + message), kLongestSummary);
}

Json gradescope_test(const Report& report, const CheckResult& check, std::size_t number) {
  return {{"score", check.points},
          {"max_score", check.max_points},
          {"status", check.verdict == "passed" ? "passed" : "failed"},
          {"name", title_of(report, check)},
          {"number", fmt::format("{}", number)},
          {"output", output_of(check)},
          {"output_format", "text"},
          {"tags", Json::array({name_of(report, check)})},
          {"visibility", "visible"}};
}

Json check50_result(const Report& report, const CheckResult& check) {
  Json result = {{"name", name_of(report, check)}, {"description", title_of(report, check)}};
  result["passed"] = did_not_run(check) ? Json(nullptr) : Json(check.verdict == "passed");
  result["log"] = Json::array();
  result["cause"] = nullptr;
  if (check.verdict != "passed") {
    result["cause"] = {{"rationale", output_of(check)}, {"help", nullptr}};
  }
  result["data"] = Json::object();
  result["dependency"] = nullptr;
  return result;
}

}  // namespace

std::string gradescope(const Report& report) {
  Json json = {{"score", report.graded.points}, {"execution_time", seconds_for_student(report)},
               {"output", summary_of(report)},  {"output_format", "text"},
               {"visibility", "visible"},       {"stdout_visibility", "hidden"},
               {"tests", Json::array()}};
  for (const CheckResult& check : report.graded.checks) {
    json["tests"].push_back(gradescope_test(report, check, json["tests"].size() + 1));
  }
  return written(json);
}

std::string classroom50(const Report& report, const Classroom50& names) {
  Json json = {
      {"schema", "classroom50/result/v1"},
      {"classroom", in_one_line(names.classroom)},
      {"assignment", in_one_line(names.assignment.empty() ? report.lesson : names.assignment)},
      {"assignment_type", "individual"},
      {"owner", in_one_line(report.shown.empty() ? shown_name(report.student) : report.shown)},
      {"submission", in_one_line(names.submission)},
      {"commit", in_one_line(names.commit)},
      {"release", in_one_line(names.release)},
      {"review", in_one_line(names.review.empty() ? names.commit : names.review)},
      {"datetime", iso_time(report.received_at)},
      {"score", report.graded.points},
      {"max-score", report.graded.max_points},
      {"tests", Json::array()}};
  if (const std::int64_t when = graded_at_for_student(report); when != 0) {
    json["graded_at"] = iso_time(when);
  }
  for (const CheckResult& check : report.graded.checks) {
    json["tests"].push_back({{"test-name", title_of(report, check)},
                             {"passed", check.verdict == "passed"},
                             {"score", check.points},
                             {"max-score", check.max_points},
                             {"output", output_of(check)}});
  }
  return written(json);
}

std::string check50(const Report& report) {
  Json json = {{"slug", in_one_line(report.lesson)}, {"version", "3.3.11"}};
  if (report.graded.checks.empty()) {
    json["error"] = {{"type", cleaned(verdict_for_student(report))},
                     {"value", summary_of(report)},
                     {"traceback", Json::array()},
                     {"data", Json::object()}};
    return written(json);
  }
  json["results"] = Json::array();
  for (const CheckResult& check : report.graded.checks) {
    json["results"].push_back(check50_result(report, check));
  }
  return written(json);
}

std::string prairielearn(const Report& report) {
  const int most = report.graded.max_points;
  // What does not compile is no answer that can be scored; the student may hand in again.
  const bool gradable = report.has_score && verdict_for_student(report) != "does_not_compile";
  Json json = {{"gradable", gradable},
               {"score", most == 0 ? 0.0 : static_cast<double>(report.graded.points) / most},
               {"message", summary_of(report)},
               {"output", ""},
               {"images", Json::array()},
               {"tests", Json::array()}};
  if (!gradable) json["format_errors"] = Json::array({summary_of(report)});
  for (const CheckResult& check : report.graded.checks) {
    json["tests"].push_back({{"name", name_of(report, check)},
                             {"description", title_of(report, check)},
                             {"points", check.points},
                             {"max_points", check.max_points},
                             {"message", output_of(check)},
                             {"output", ""},
                             {"images", Json::array()}});
  }
  return written(json);
}

}  // namespace grading
