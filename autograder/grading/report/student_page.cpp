// The page for one student.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/text.h"
#include "grading/export/export.h"
#include "grading/intake/names.h"
#include "grading/report/class_report.h"
#include "grading/report/page.h"

namespace grading {
namespace {

constexpr std::uintmax_t kLargestPicture = 1 << 20;  // bytes

std::string passed_of(const std::vector<CheckResult>& checks, bool hidden) {
  const auto here = [&](const CheckResult& check) { return check.hidden == hidden; };
  const auto all = std::count_if(checks.begin(), checks.end(), here);
  const auto passed = std::count_if(checks.begin(), checks.end(), [&](const CheckResult& check) {
    return here(check) && check.verdict == "passed";
  });
  return all == 0 ? "" : fmt::format("{} of {}", passed, all);
}

std::string mark(bool good, const std::string& words) {
  return fmt::format("<span class=\"{}\">{} {}</span>", good ? "good" : "bad", good ? "✓" : "✗",
                     text_markup(words));
}

std::string pre(const std::string& text) {
  return text.empty() ? "" : "<pre>" + text_markup(text) + "</pre>\n";
}

std::string check_item(const Report& report, const CheckResult& check) {
  const std::string verdict = verdict_for_student(check);
  const std::string title = title_of(report, check) + (verdict == "not_run" ? " (not run)" : "");
  return fmt::format("<li><span class=\"points\">{} of {}</span>{} {}\n{}</li>\n", check.points,
                     check.max_points, mark(verdict == "passed", shown_verdict(verdict)),
                     text_markup(title), pre(message_for_student(check)));
}

std::string checks_list(const Report& report) {
  if (report.graded.checks.empty()) return {};
  std::string items;
  for (const CheckResult& check : report.graded.checks) items += check_item(report, check);
  return "<h3>Checks</h3>\n<ul class=\"plain\">\n" + items + "</ul>\n";
}

/// What is no answer of the form that is asked for has no reason; in gradebooks of long ago only
/// what was not answered at all is such.
std::string reason_for(const QuizResult& answer) {
  if (answer.given.find_first_not_of(" \t\r\n") == std::string::npos) return {};
  const std::string told =
      !answer.reason.empty() || answer.right
          ? answer.reason
          : "The reason is told for an answer of the form that the question asks for.";
  return fmt::format("<br>\n<span class=\"pale\">{}</span>", text_markup(told));
}

std::string quiz_list(const std::vector<QuizResult>& quiz) {
  if (quiz.empty()) return {};
  std::string items;
  for (const QuizResult& answer : quiz) {
    const bool answered = !answer.given.empty();
    items += fmt::format("<li>{}<br>\n{} {}{}</li>\n", text_markup(answer.question),
                         mark(answer.right, answer.right ? "right:"
                                            : answered   ? "not right:"
                                                         : "not answered"),
                         text_markup(answer.given), reason_for(answer));
  }
  return "<h3>Quiz</h3>\n<ul class=\"plain\">\n" + items + "</ul>\n";
}

// As an image from data, so that nothing in it can run or load anything.
std::string timeline(const std::filesystem::path& picture) {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(picture, none);
  if (none || size == 0 || size > kLargestPicture) return {};
  std::ifstream file(picture, std::ios::binary);
  const std::string svg{std::istreambuf_iterator<char>(file), {}};
  return "<figure><img alt=\"Timeline: when each grid of this program was launched, began and was "
         "complete\" src=\"data:image/svg+xml;base64," +
         base64(svg) + "\"><figcaption>The grids of this program</figcaption></figure>\n";
}

// Both clocks where they differ by much: a file's time is what its student says.
std::string two_clocks(const Report& report) {
  constexpr std::int64_t kDay = 24 * 3600;
  if (report.received_at != report.dated_at)
    return fmt::format(" (its files say {})", shown_time(report.dated_at));
  if (report.found_at <= report.dated_at + kDay) return {};
  return fmt::format(" as its files say, first found {}", shown_time(report.found_at));
}

std::string times(const Report& report) {
  const std::int64_t graded_at = graded_at_for_student(report);
  return fmt::format("<p class=\"pale\">handed in {}{}{}</p>\n", shown_time(report.received_at),
                     two_clocks(report), graded_at == 0 ? "" : ", graded " + shown_time(graded_at));
}

std::string graded_lesson(const LessonResult& result, const std::filesystem::path& pictures) {
  const Standing& standing = result.standing;
  const Report report = report_of(result);
  const std::string verdict = verdict_for_student(report);
  std::string html =
      fmt::format("<p><span class=\"points\">{} of {} points</span>{}</p>\n", standing.points,
                  standing.max_points, mark(verdict == "passed", shown_verdict(verdict)));
  if (!result.checks.empty()) html += "<p>" + checks_in_words(result.checks) + "</p>\n";
  if (!standing.override_reason.empty()) {
    html += "<p>The points were set by the instructor: " + text_markup(standing.override_reason) +
            "</p>\n";
  }
  html += times(report) + pre(message_for_student(report)) + checks_list(report);
  return html +
         timeline(pictures / picture_of(standing.student, standing.lesson, standing.sha256)) +
         quiz_list(result.quiz);
}

std::string lesson_section(const LessonResult& result, const std::filesystem::path& pictures) {
  std::string html = fmt::format("<section>\n<h2>{}</h2>\n", text_markup(result.words->title));
  if (!result.refused_since.empty()) {
    html += "<p>" + mark(false, "refused") +
            " What was handed in last could not be taken in: " + text_markup(result.refused_since) +
            ". The version before it counts.</p>\n";
  }
  switch (result.stage) {
    case Stage::kGraded:
      html += graded_lesson(result, pictures);
      break;
    case Stage::kWaiting:
      html += "<p>Handed in, not graded yet.</p>\n";
      break;
    case Stage::kOurFault:
      html +=
          "<p>Handed in, but it could not be graded. That is not your fault, and costs you "
          "nothing: your instructor has been told.</p>\n";
      break;
    case Stage::kRefused:
      html += "<p>" + mark(false, "refused") +
              " What was handed in could not be taken in: " + text_markup(result.why) + "</p>\n";
      break;
    case Stage::kMissing:
      html += "<p class=\"pale\">Nothing was handed in.</p>\n";
      break;
  }
  return html + "</section>\n";
}

std::string shown_in(const StudentResults& student) {
  return student.shown.empty() ? shown_name(student.name) : student.shown;
}

std::string sum_of(const StudentResults& student) {
  int points = 0, max_points = 0, graded = 0;
  for (const LessonResult& result : student.lessons) {
    if (result.stage != Stage::kGraded) continue;
    ++graded;
    points += result.standing.points;
    max_points += result.standing.max_points;
  }
  return fmt::format("{} of {} points in {}", points, max_points,
                     base::counted(graded, "graded lesson"));
}

}  // namespace

std::string checks_in_words(const std::vector<CheckResult>& checks) {
  const std::string shown = passed_of(checks, false), own = passed_of(checks, true);
  std::string words = shown.empty() ? "" : shown + " public checks passed";
  if (!own.empty()) {
    words += words.empty() ? own + " of the instructor's own checks passed"
                           : "; " + own + " of the instructor's own";
  }
  return words;
}

std::string student_page(const StudentResults& student, const std::filesystem::path& pictures,
                         std::int64_t now) {
  std::string html = fmt::format("<header>\n<h1>{}</h1>\n<p>{}</p>\n</header>\n<main>\n",
                                 name_markup(shown_in(student)), sum_of(student));
  for (const LessonResult& result : student.lessons) html += lesson_section(result, pictures);
  html +=
      fmt::format("</main>\n<footer><p class=\"pale\">Made {}.</p></footer>\n", shown_time(now));
  return page(shown_in(student) + ": results", html);
}

}  // namespace grading
