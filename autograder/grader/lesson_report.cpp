// Puts verdicts into words.
#include "grader/lesson_report.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "grader/terminal.h"

namespace grader {

namespace fs = std::filesystem;

namespace {

std::string text_if_there(const fs::path& file) { return fs::exists(file) ? read_file(file) : ""; }

bool failed(const CheckVerdict& check) {
  return check.verdict != Verdict::kPassed && check.verdict != Verdict::kNotRun;
}

std::string todo_sentence(const Course& course, const OpenTodo& todo, const fs::path& exercise) {
  return fmt::format("TODO {} ({}:{}) is still to do", todo.name, course.shown(exercise),
                     todo.line);
}

std::string headline(const Lesson& lesson, const LessonVerdict& verdict) {
  const Colour colour = verdict.verdict == Verdict::kPassed ? Colour::kGreen : Colour::kRed;
  std::string line = fmt::format("{}  {}  {} of {} points", paint(Colour::kBold, lesson.name),
                                 paint(colour, verdict_words(verdict.verdict)), verdict.points(),
                                 verdict.max_points());
  if (verdict.device != "emulator") line += " on the GPU";
  return line + paint(Colour::kDim, fmt::format("  {:.1f} s", verdict.seconds)) + "\n";
}

std::string check_line(const CheckVerdict& check, const std::string& what) {
  if (check.verdict == Verdict::kPassed) {
    return fmt::format("  {} {}\n", paint(Colour::kGreen, "passed"), what);
  }
  return fmt::format("  {} {}\n", paint(Colour::kRed, verdict_words(check.verdict)), what);
}

/// ", lessons/…/exercise.cu:31", where a terminal may make a link of it.
std::string place(const CheckVerdict& check) {
  if (!check.file.ends_with("exercise.cu") || check.line == 0) return "";
  return fmt::format(", {}:{}", check.file, check.line);
}

std::string first_lines(const std::string& text) {
  constexpr std::size_t kMost = 8;
  std::size_t end = 0;
  for (std::size_t i = 0; i < kMost && end != std::string::npos; ++i) {
    end = text.find('\n', end == 0 ? 0 : end + 1);
  }
  return end == std::string::npos ? text : text.substr(0, end) + "\n…";
}

/// Says of each failing check what is wrong with it. Of the checks that wait for the same open TODO
/// only the first is told in full: the others fail for the same reason.
class Failures {
 public:
  Failures(const Course& course, const Lesson& lesson, const fs::path& exercise)
      : course_(course), lesson_(lesson), exercise_(exercise), text_(text_if_there(exercise)) {}

  std::string told(const CheckVerdict& check, const std::string& what) {
    const auto todo = todo_behind(lesson_, check, text_);
    if (todo && !told_.insert(todo->name).second) {
      return paint(Colour::kDim, fmt::format("  to do  {}", what)) + "\n";
    }
    std::string text = check_line(check, what);
    if (todo) {
      text += wrapped(paint(Colour::kYellow, todo_sentence(course_, *todo, exercise_)), 4);
    }
    text += wrapped(check.message, 4);
    if (!check.output.empty()) text += "    It printed:\n" + indented(first_lines(check.output), 6);
    return text + paint(Colour::kDim,
                        fmt::format("    {}, {} {}{}\n", check.name, check.max_points,
                                    check.max_points == 1 ? "point" : "points", place(check)));
  }

 private:
  const Course& course_;
  const Lesson& lesson_;
  fs::path exercise_;
  std::string text_;
  std::set<std::string> told_;  ///< TODOs
};

/// How many checks were not run, for each reason: the emulator, or more cards than there are.
std::string not_run_lines(const Lesson& lesson, const LessonVerdict& verdict) {
  int need_emulator = 0;
  std::map<std::string, int> others;
  for (const CheckVerdict& check : verdict.checks) {
    if (check.verdict != Verdict::kNotRun) continue;
    const CheckSpec* spec = lesson.check(check.name);
    const bool plain = (spec != nullptr && spec->needs_emulator) || check.message.empty();
    ++(plain ? need_emulator : others[check.message]);
  }
  std::string text;
  for (const auto& [reason, count] : others)
    text += fmt::format("  {} not run: {}\n", count, reason);
  if (need_emulator > 0) text += fmt::format("  {} more need the emulator\n", need_emulator);
  return text;
}

}  // namespace

std::optional<OpenTodo> todo_behind(const Lesson& lesson, const CheckVerdict& check,
                                    const std::string& exercise_text) {
  const CheckSpec* spec = lesson.check(check.name);
  if (spec == nullptr || spec->todo.empty()) return std::nullopt;
  for (const OpenTodo& todo : open_todos(exercise_text)) {
    if (todo.name == spec->todo) return todo;
  }
  return std::nullopt;
}

std::string lesson_report(const Course& course, const Lesson& lesson, const LessonVerdict& verdict,
                          const fs::path& exercise) {
  std::string text = headline(lesson, verdict);
  if (!verdict.message.empty()) return text + indented(verdict.message, 2);
  Failures failures(course, lesson, exercise);
  for (const CheckVerdict& check : verdict.checks) {
    const CheckSpec* spec = lesson.check(check.name);
    const std::string what = spec == nullptr ? check.name : spec->what;
    if (check.verdict == Verdict::kNotRun) continue;
    text += failed(check) ? failures.told(check, what) : check_line(check, what);
  }
  text += paint(Colour::kDim, not_run_lines(lesson, verdict));
  if (verdict.verdict != Verdict::kPassed && verdict.verdict != Verdict::kNotRun &&
      !lesson.hints.empty()) {
    text += fmt::format("  A hint: ./course hint {}\n", lesson.number());
  }
  return text;
}

LessonVerdict with_todos_named(const Course& course, const Lesson& lesson, LessonVerdict verdict,
                               const fs::path& exercise) {
  const std::string exercise_text = text_if_there(exercise);
  for (CheckVerdict& check : verdict.checks) {
    const auto todo = failed(check) ? todo_behind(lesson, check, exercise_text) : std::nullopt;
    if (!todo) continue;
    check.message = todo_sentence(course, *todo, exercise) + "\n" + check.message;
  }
  return verdict;
}

}  // namespace grader
