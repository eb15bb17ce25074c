// lesson.toml → Lesson.
#include "course/lesson/lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "course/lesson/toml_file.h"

namespace course {

namespace fs = std::filesystem;

namespace {

Limits read_limits(Table& lesson) {
  Limits limits;
  for (Table& table : lesson.table("limits")) {
    limits.seconds = table.number_or("seconds", limits.seconds);
    limits.memory_mb = static_cast<int>(table.number_or("memory_mb", limits.memory_mb));
    limits.gpus = static_cast<int>(table.number_or("gpus", limits.gpus));
    if (limits.seconds <= 0 || limits.memory_mb <= 0 || limits.gpus <= 0)
      table.fail("limits must be above zero");
    table.done();
  }
  return limits;
}

std::vector<std::string> read_todos(Table& lesson) {
  std::vector<std::string> todos = lesson.texts("todos");
  std::set<std::string> names;
  for (const std::string& todo : todos)
    if (!names.insert(todo).second) lesson.fail(fmt::format("a second todo {}", todo));
  return todos;
}

void must_be_a_todo(const Table& table, const std::string& todo,
                    const std::vector<std::string>& todos) {
  const bool known = std::ranges::find(todos, todo) != todos.end();
  if (!todo.empty() && !known) table.fail(fmt::format("todos has no {}", todo));
}

unsigned read_seeds(Table& table, unsigned other) {
  const double seeds = table.number_or("seeds", other);
  if (seeds < 0 || seeds != std::floor(seeds)) table.fail("seeds must be a whole number from 0 on");
  return static_cast<unsigned>(seeds);
}

CheckSpec read_check(Table& table, const std::vector<std::string>& todos) {
  CheckSpec check;
  check.name = table.text("name");
  check.what = table.text("what");
  check.points = static_cast<int>(table.number_or("points", 1));
  check.todo = table.text_or("todo", "");
  const std::string needs = table.text_or("needs", "any");
  if (needs != "any" && needs != "emulator") {
    table.fail(fmt::format("needs = \"{}\": must be \"any\" or \"emulator\"", needs));
  }
  check.needs_emulator = needs == "emulator";
  check.seeds = read_seeds(table, check.seeds);
  if (check.points < 1) table.fail("a check must be worth a point at least");
  must_be_a_todo(table, check.todo, todos);
  table.done();
  return check;
}

/// `taken` stand beside them in the gradebook, which knows a check by its name.
std::vector<CheckSpec> read_checks(Table& lesson, const std::vector<std::string>& todos,
                                   const std::vector<CheckSpec>& taken = {}) {
  std::vector<CheckSpec> checks;
  std::set<std::string> names;
  for (Table& table : lesson.tables("check")) {
    checks.push_back(read_check(table, todos));
    for (const CheckSpec& other : taken) {
      if (other.name != checks.back().name) continue;
      table.fail(fmt::format("the lesson has a check {} of its own: this one needs another name",
                             other.name));
    }
    if (!names.insert(checks.back().name).second) {
      table.fail(fmt::format("a second check {}", checks.back().name));
    }
  }
  if (checks.empty()) lesson.fail("a lesson needs one [[check]] at least");
  return checks;
}

std::vector<Hint> read_hints(Table& lesson, const std::vector<std::string>& todos) {
  std::vector<Hint> hints;
  for (Table& table : lesson.tables("hint")) {
    hints.push_back({table.text_or("todo", ""), table.text("text")});
    must_be_a_todo(table, hints.back().todo, todos);
    table.done();
  }
  return hints;
}

bool is_lesson_folder(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  return entry.is_directory() && !name.empty() &&
         std::isdigit(static_cast<unsigned char>(name[0])) != 0;
}

}  // namespace

const CheckSpec* Lesson::check(const std::string& check_name) const {
  for (const CheckSpec& candidate : checks) {
    if (candidate.name == check_name) return &candidate;
  }
  return nullptr;
}

std::string Lesson::number() const { return name.substr(0, name.find('-')); }

Lesson load_lesson(const fs::path& folder) {
  const fs::path file = folder / "lesson.toml";
  const toml::table document = parse_toml(file);
  Table table(document, file);
  Lesson lesson;
  lesson.folder = folder;
  lesson.name = folder.filename().string();
  lesson.title = table.text("title");
  lesson.summary = table.text("summary");
  table.text("insight");  // must be there; insight.h reads it
  lesson.chapter = table.text_or("chapter", "");
  lesson.suite = table.text("suite");
  lesson.builds_on = table.texts("builds_on");
  lesson.limits = read_limits(table);
  lesson.todos = read_todos(table);
  lesson.checks = read_checks(table, lesson.todos);
  lesson.hints = read_hints(table, lesson.todos);
  table.done();
  return lesson;
}

Lesson with_checks_of(const Lesson& lesson, const fs::path& file) {
  const toml::table document = parse_toml(file);
  Table table(document, file);
  Lesson other = lesson;
  other.suite = table.text("suite");
  other.checks = read_checks(table, lesson.todos, lesson.checks);
  table.done();
  return other;
}

std::vector<Lesson> load_lessons(const Course& course) {
  std::vector<fs::path> folders;
  if (fs::is_directory(course.lessons())) {
    for (const fs::directory_entry& entry : fs::directory_iterator(course.lessons())) {
      if (is_lesson_folder(entry)) folders.push_back(entry.path());
    }
  }
  std::sort(folders.begin(), folders.end());
  std::vector<Lesson> lessons;
  for (const fs::path& folder : folders) lessons.push_back(load_lesson(folder));
  return lessons;
}

}  // namespace course
