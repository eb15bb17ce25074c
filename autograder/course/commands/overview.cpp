// course, without a subcommand: where the student stands and what to do next.
//
// An exercise in which every TODO is still open was not begun and is not graded; of the others the
// last verdict is remembered for as long as neither they nor the course change.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "course/commands/commands.h"
#include "course/judge/checks_ahead.h"
#include "course/judge/grading.h"
#include "course/screen/json.h"
#include "course/screen/place.h"
#include "course/screen/terminal.h"
#include "course/student/standing.h"
#include "course/student/students_files.h"

namespace course {

namespace {

/// A lesson and where the student stands in it.
struct Row {
  Lesson lesson;
  Standing standing;

  std::string file(const Course& course) const {
    return course.shown(lesson.folder / "exercise.cu");
  }
  bool solved() const { return standing.solved(); }
  int max_points() const {
    int sum = 0;
    for (const CheckSpec& check : lesson.checks) sum += check.points;
    return sum;
  }
};

std::vector<Row> all_rows(const Course& course) {
  const std::vector<Lesson> lessons = load_lessons(course);
  begin_lessons(course, lessons);
  std::vector<Row> rows(lessons.size());
  Slots slots(default_jobs());
  in_parallel(lessons.size(), slots.count(), [&](std::size_t i) {
    rows[i] = {lessons[i], standing_of(course, lessons[i], slots)};
  });
  return rows;
}

std::string state(const Row& row) {
  if (!row.standing.begun) return paint(Color::kDim, fmt::format("{:<17}", "not begun"));
  const std::string words = fmt::format("{:<17}", verdict_words(row.standing.verdict.verdict));
  return paint(row.solved() ? Color::kGreen : Color::kYellow, words);
}

/// When it was passed, which stays said when the exercise is broken later.
std::string since(const Row& row) {
  if (!row.standing.passed) return "";
  return paint(Color::kDim, "  passed " + row.standing.passed->date);
}

/// Where to go on, for a person to click on.
std::string place_of(const Course& course, const Row& row) {
  const int line = row.standing.open.empty() ? 0 : static_cast<int>(row.standing.open[0].line);
  return place_from_here(course, row.lesson.folder / "exercise.cu", line);
}

std::string plain_line_of(const Course& course, const Row& row) {
  const std::string words =
      row.standing.begun ? verdict_words(row.standing.verdict.verdict) : "not begun";
  std::string line = fmt::format("Lesson {}: {}, {} of {} points.", row.lesson.name, words,
                                 row.standing.verdict.points(), row.max_points());
  if (row.standing.passed) line += " Passed on " + row.standing.passed->date + ".";
  if (!row.solved() && !row.standing.open.empty()) {
    line +=
        fmt::format(" Next is TODO {} at {}.", row.standing.open[0].name, place_of(course, row));
  }
  return line + "\n";
}

std::string line_of(const Course& course, const Row& row) {
  if (plain()) return plain_line_of(course, row);
  std::string line = fmt::format("  {:<34} {} {:>2} of {:>2}{}\n", row.lesson.name, state(row),
                                 row.standing.verdict.points(), row.max_points(), since(row));
  if (!row.solved() && !row.standing.open.empty()) {
    line += fmt::format("    {}: TODO {}\n", place_of(course, row), row.standing.open[0].name);
  }
  return line;
}

const Row* next_of(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    if (!row.solved()) return &row;
  }
  return nullptr;
}

std::string advice(const Course& course, const Row& next) {
  const std::string number = next.lesson.number();
  std::string text = fmt::format("Next: {}\n", paint(Color::kBold, next.lesson.title));
  text += wrapped(next.lesson.summary, 2);
  text += fmt::format("  Read    {}\n", path_from_here(course, next.lesson.folder / "README.md"));
  if (!next.standing.open.empty()) {
    const OpenTodo& todo = next.standing.open[0];
    text += fmt::format("  Edit    {}\n", place_of(course, next));
    text += wrapped(paint(Color::kYellow, "TODO " + todo.name + ":") + " " + todo.text, 10);
  } else {
    text += fmt::format("  Edit    {}\n", place_of(course, next));
  }
  text += fmt::format("  Then    ./course check {0}   (./course watch {0} checks at every save)\n",
                      number);
  return text + fmt::format("  Stuck?  ./course hint {}\n", number);
}

void print_text(const Course& course, const std::vector<Row>& rows) {
  std::size_t solved = 0;
  for (const Row& row : rows) solved += row.solved() ? 1 : 0;
  fmt::print("{}\n\n",
             paint(Color::kBold, fmt::format("CUDA Dynamic Parallelism: {} of {} lessons solved",
                                             solved, rows.size())));
  for (const Row& row : rows) fmt::print("{}", line_of(course, row));
  const Row* next = next_of(rows);
  fmt::print("\n{}", next != nullptr ? advice(course, *next) : "You have solved them all.\n");
}

/// What the first check still waits for; nothing once ./course has built the emulator.
std::string waiting(const Course& course, bool being_built) {
  if (emulator_is_built(course)) return "";
  if (!being_built)
    return "\nThe emulator is not compiled yet: the first check does that, in some minutes.\n";
  return "\nThe emulator is being compiled in the background, which takes some minutes.\n"
         "Meanwhile you can read. The first check waits for what is missing.\n";
}

nlohmann::ordered_json to_json(const Course& course, const Row& row) {
  nlohmann::ordered_json json{{"name", row.lesson.name},
                              {"title", row.lesson.title},
                              {"begun", row.standing.begun},
                              {"verdict", verdict_name(row.standing.verdict.verdict)},
                              {"points", row.standing.verdict.points()},
                              {"max_points", row.max_points()},
                              {"passed_on", nullptr},
                              {"todo", nullptr}};
  if (row.standing.passed) json["passed_on"] = row.standing.passed->date;
  if (!row.standing.open.empty()) {
    const OpenTodo& todo = row.standing.open[0];
    json["todo"] = {
        {"name", todo.name}, {"file", row.file(course)}, {"line", todo.line}, {"text", todo.text}};
  }
  return json;
}

}  // namespace

int run_overview(const Course& course, bool json) {
  const std::vector<Row> rows = all_rows(course);
  const Row* next = next_of(rows);
  const bool being_built =
      next != nullptr &&
      build_ahead(course, lessons_from(load_lessons(course), next->lesson.name, 2));
  if (!json) {
    print_text(course, rows);
    if (next != nullptr) fmt::print("{}", waiting(course, being_built));
    return 0;
  }
  nlohmann::ordered_json lessons = nlohmann::ordered_json::array();
  for (const Row& row : rows) lessons.push_back(to_json(course, row));
  nlohmann::ordered_json document{{"lessons", lessons}, {"next", nullptr}};
  if (next != nullptr) document["next"] = next->lesson.name;
  print_json(document);
  return 0;
}

}  // namespace course
