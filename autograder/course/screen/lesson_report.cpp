// Puts verdicts into words.
#include "course/screen/lesson_report.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/text.h"
#include "course/judge/failures.h"
#include "course/lesson/insight.h"
#include "course/lesson/rules.h"
#include "course/screen/complaint.h"
#include "course/screen/excerpt.h"
#include "course/screen/failure_message.h"
#include "course/screen/place.h"
#include "course/screen/terminal.h"

namespace course {

namespace fs = std::filesystem;

namespace {

std::string text_if_there(const fs::path& file) { return fs::exists(file) ? read_file(file) : ""; }

std::string todo_sentence(const Course& course, const OpenTodo& todo, const fs::path& exercise) {
  return fmt::format("TODO {} ({}:{}) is still to do", todo.name, course.shown(exercise),
                     todo.line);
}

std::string headline(const Lesson& lesson, const LessonVerdict& verdict) {
  const Color color = verdict.verdict == Verdict::kPassed ? Color::kGreen : Color::kRed;
  const std::string words = verdict_words(verdict.verdict);
  const std::string device = verdict.device == "emulator" ? "" : " on the GPU";
  if (plain()) {
    return fmt::format("Lesson {}: {}, {} of {} points{}, {:.1f} s.\n", lesson.name, words,
                       verdict.points(), verdict.max_points(), device, verdict.seconds);
  }
  return fmt::format("{}  {}  {} of {} points{}{}\n", paint(Color::kBold, lesson.name),
                     paint(color, words), verdict.points(), verdict.max_points(), device,
                     paint(Color::kDim, fmt::format("  {:.1f} s", verdict.seconds)));
}

/// "passed", "failed" or "to do", and what the check is about, in a line.
std::string check_line(Color color, const std::string& state, const std::string& what) {
  if (plain()) return fmt::format("{}: {}\n", state, what);
  const std::size_t room = screen_width() - 2 - std::max<std::size_t>(6, columns_of(state)) - 1;
  return fmt::format("  {} {}\n", paint(color, fmt::format("{:<6}", state)), cut_to(what, room));
}

std::string first_lines(const std::string& text) {
  constexpr std::size_t kMost = 8;
  std::size_t end = 0;
  for (std::size_t i = 0; i < kMost && end != std::string::npos; ++i) {
    end = text.find('\n', end == 0 ? 0 : end + 1);
  }
  return end == std::string::npos ? text : text.substr(0, end) + "\n…";
}

/// Tells of the checks of one lesson that failed.
class Failures {
 public:
  Failures(const Course& course, const Lesson& lesson, const fs::path& exercise,
           std::string options)
      : course_(course),
        lesson_(lesson),
        exercise_(exercise),
        options_(std::move(options)),
        open_(open_todos(text_if_there(exercise))) {}

  std::vector<const CheckVerdict*> in_order(const LessonVerdict& verdict) const {
    return failures_in_order(lesson_, verdict, open_);
  }

  /// All that helps to mend it: where, what the line says, why, the rule, and how to see it again.
  std::string in_full(const CheckVerdict& check) {
    const auto todo = todo_behind(lesson_, check, open_);
    const FailureMessage message = failure_message(check.message);
    std::string text = "\n";
    if (todo) {
      told_.insert(todo->name);
      text += at_todo(*todo) + wrapped(linked(message.head()), 2);
    } else {
      text += at_fault(check, message);
    }
    text += wrapped(linked(message.rest), 2);
    if (!check.output.empty()) text += "  It printed:\n" + indented(first_lines(check.output), 4);
    return text + rules(message) + labels(check, message);
  }

  /// Checks that wait for a TODO of which another check was told already are to do, no more.
  std::string in_a_line(const CheckVerdict& check) const {
    const auto todo = todo_behind(lesson_, check, open_);
    if (todo) return check_line(Color::kYellow, "to do", sentence(check));
    return check_line(Color::kRed, verdict_words(check.verdict), sentence(check));
  }

  std::string sentence(const CheckVerdict& check) const {
    const CheckSpec* spec = lesson_.check(check.name);
    return spec == nullptr ? check.name : spec->what;
  }

  bool was_told(const CheckVerdict& check) const {
    const auto todo = todo_behind(lesson_, check, open_);
    return todo && told_.contains(todo->name);
  }

 private:
  std::string linked(const std::string& text) const {
    return with_links(course_, lesson_, exercise_, text);
  }

  std::string at_todo(const OpenTodo& todo) const {
    const std::string place = place_from_here(course_, exercise_, static_cast<int>(todo.line));
    return wrapped(
               fmt::format("{}: {}", paint(Color::kBold, place),
                           paint(Color::kYellow, fmt::format("TODO {} is still to do", todo.name))),
               0) +
           excerpt_with_caret(exercise_, static_cast<int>(todo.line));
  }

  std::string at_fault(const CheckVerdict& check, const FailureMessage& message) const {
    const std::string kind =
        paint(Color::kRed, message.kind.empty() ? verdict_words(check.verdict) : message.kind);
    const std::string words = linked(message.words);
    if (!check.file.ends_with("exercise.cu") || check.line == 0) {
      return wrapped(kind + ": " + words, 0);
    }
    const std::string place = place_from_here(course_, exercise_, check.line);
    return wrapped(fmt::format("{}: {}", paint(Color::kBold, place), kind), 0) +
           excerpt_with_caret(exercise_, check.line) + wrapped(words, 2);
  }

  std::string rules(const FailureMessage& message) const {
    constexpr std::size_t kMost = 2;
    std::string text;
    const auto cited = cited_rules(message.head() + " " + message.rest);
    for (std::size_t i = 0; i < cited.size() && i < kMost; ++i) {
      const std::string words = rule_sentence(course_, cited[i]);
      if (!words.empty()) text += labeled("Rule " + cited[i], words);
    }
    return text;
  }

  std::string labels(const CheckVerdict& check, const FailureMessage& message) const {
    std::string text = labeled("Check", fmt::format("{} ({}, {})", sentence(check), check.name,
                                                    base::counted(check.max_points, "point")));
    if (message.repeat.empty()) return text;
    return text + labeled("Again", fmt::format("./course check {}{} {}", lesson_.number(), options_,
                                               message.repeat));
  }

  const Course& course_;
  const Lesson& lesson_;
  fs::path exercise_;
  std::string options_;
  std::vector<OpenTodo> open_;
  std::set<std::string> told_;  ///< TODOs
};

/// How many checks were not run, for each reason: the emulator, or more cards than there are.
std::string not_run_lines(const Lesson& lesson, const LessonVerdict& verdict) {
  int need_emulator = 0;
  std::map<std::string, int> others;
  for (const CheckVerdict& check : verdict.checks) {
    if (check.verdict != Verdict::kNotRun) continue;
    const CheckSpec* spec = lesson.check(check.name);
    const bool usual = (spec != nullptr && spec->needs_emulator) || check.message.empty();
    ++(usual ? need_emulator : others[check.message]);
  }
  std::string text;
  for (const auto& [reason, count] : others)
    text += fmt::format("  {} not run: {}\n", count, reason);
  if (need_emulator > 0) text += fmt::format("  {} more need the emulator\n", need_emulator);
  return text;
}

/// All checks: what was told in full already is left out.
std::string check_lines(const LessonVerdict& verdict, const Failures& failures,
                        const std::set<std::string>& in_full) {
  std::string text;
  for (const CheckVerdict& check : verdict.checks) {
    if (check.verdict == Verdict::kNotRun || in_full.contains(check.name)) continue;
    text += check.failed() ? failures.in_a_line(check)
                           : check_line(Color::kGreen, "passed", failures.sentence(check));
  }
  return text;
}

std::string what_next(const Lesson& lesson, const LessonVerdict& verdict, std::size_t folded = 0,
                      const std::string& options = "") {
  if (verdict.verdict == Verdict::kPassed || verdict.verdict == Verdict::kNotRun) return "";
  std::string text;
  if (folded > 0) {
    text += labeled("Also", fmt::format("{} more: ./course check {}{} --all", folded,
                                        lesson.number(), options));
  }
  if (lesson.hints.empty()) return text;
  return text + labeled("Stuck?", fmt::format("./course hint {}", lesson.number()));
}

/// For those who asked for some checks only.
std::string left_out_line(const Lesson& lesson, const LessonVerdict& verdict) {
  const auto left_out = std::ssize(lesson.checks) - std::ssize(verdict.checks);
  return left_out <= 0 ? "" : fmt::format("  {} more not asked for\n", left_out);
}

std::string insight(const Lesson& lesson, const LessonVerdict& verdict) {
  const bool whole = verdict.checks.size() >= lesson.checks.size();
  if (verdict.verdict != Verdict::kPassed || !whole) return "";
  return labeled("Insight", insight_of(lesson));
}

}  // namespace

std::string lesson_report(const Course& course, const Lesson& lesson, const LessonVerdict& verdict,
                          const fs::path& exercise, Detail detail, const std::string& options) {
  std::string text = headline(lesson, verdict);
  if (verdict.verdict == Verdict::kDoesNotCompile) {
    text += "\n" + told_complaint(course, verdict.message, exercise, detail);
    return text + what_next(lesson, verdict);
  }
  if (!verdict.message.empty()) return text + wrapped(verdict.message, 2);
  Failures failures(course, lesson, exercise, options);
  std::set<std::string> in_full;
  std::size_t folded = 0;
  for (const CheckVerdict* check : failures.in_order(verdict)) {
    if (failures.was_told(*check)) continue;
    const bool tell = in_full.empty() || detail == Detail::kAll;
    if (tell) in_full.insert(check->name);
    if (tell) text += failures.in_full(*check);
    folded += tell ? 0 : 1;
  }
  if (!in_full.empty()) text += "\n";
  text += check_lines(verdict, failures, in_full);
  text += paint(Color::kDim, not_run_lines(lesson, verdict) + left_out_line(lesson, verdict));
  return text + what_next(lesson, verdict, folded, options) + insight(lesson, verdict);
}

LessonVerdict with_todos_named(const Course& course, const Lesson& lesson, LessonVerdict verdict,
                               const fs::path& exercise) {
  const std::vector<OpenTodo> open = open_todos(text_if_there(exercise));
  for (CheckVerdict& check : verdict.checks) {
    const auto todo = check.failed() ? todo_behind(lesson, check, open) : std::nullopt;
    if (!todo) continue;
    check.message = todo_sentence(course, *todo, exercise) + "\n" + check.message;
  }
  return verdict;
}

}  // namespace course
