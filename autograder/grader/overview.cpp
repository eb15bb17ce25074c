// course, without a subcommand: where the student stands and what to do next.
//
// An exercise in which every TODO is still open was not begun and is not graded; of the others the
// last verdict is remembered for as long as neither they nor the course change.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "grader/commands.h"
#include "grader/grading.h"
#include "grader/terminal.h"
#include "grader/todo.h"
#include "grader/verdict_cache.h"

namespace grader {

namespace {

struct Standing {
  Lesson lesson;
  LessonVerdict verdict;
  std::vector<OpenTodo> open;
  bool begun = true;

  std::string file(const Course& course) const {
    return course.shown(lesson.folder / "exercise.cu");
  }
  bool solved() const { return verdict.verdict == Verdict::kPassed; }
  int max_points() const {
    int sum = 0;
    for (const CheckSpec& check : lesson.checks) sum += check.points;
    return sum;
  }
};

Standing standing_of(const Course& course, const Lesson& lesson, Slots& slots) {
  Standing standing{lesson, {}, {}, true};
  const std::filesystem::path exercise = lesson.folder / "exercise.cu";
  if (std::filesystem::exists(exercise)) standing.open = open_todos(read_file(exercise));
  standing.begun = lesson.todos.empty() || standing.open.size() < lesson.todos.size();
  if (!standing.begun) return standing;
  const VerdictCache cache(course);
  if (const auto known = cache.find(lesson)) {
    standing.verdict = *known;
    return standing;
  }
  standing.verdict =
      grade_lesson(course, lesson, {course.lessons(), Device::kEmulator, schedules_for({})}, slots);
  cache.keep(lesson, standing.verdict);
  return standing;
}

std::vector<Standing> all_standings(const Course& course) {
  const std::vector<Lesson> lessons = load_lessons(course);
  std::vector<Standing> standings(lessons.size());
  Slots slots(default_jobs());
  in_parallel(lessons.size(),
              [&](std::size_t i) { standings[i] = standing_of(course, lessons[i], slots); });
  return standings;
}

std::string state(const Standing& standing) {
  if (!standing.begun) return paint(Colour::kDim, fmt::format("{:<17}", "not begun"));
  const std::string words = fmt::format("{:<17}", verdict_words(standing.verdict.verdict));
  return paint(standing.solved() ? Colour::kGreen : Colour::kYellow, words);
}

std::string row(const Course& course, const Standing& standing) {
  std::string line = fmt::format("  {:<34} {} {:>2} of {:>2}", standing.lesson.name,
                                 state(standing), standing.verdict.points(), standing.max_points());
  if (standing.begun && !standing.solved() && !standing.open.empty()) {
    line += fmt::format("  {}:{}", standing.file(course), standing.open[0].line);
  }
  return line + "\n";
}

const Standing* next_of(const std::vector<Standing>& standings) {
  for (const Standing& standing : standings) {
    if (!standing.solved()) return &standing;
  }
  return nullptr;
}

std::string advice(const Course& course, const Standing& next) {
  const std::string number = next.lesson.number();
  std::string text = fmt::format("Next: {}\n", paint(Colour::kBold, next.lesson.title));
  text += wrapped(next.lesson.summary, 2);
  text += fmt::format("  Read    lessons/{}/README.md\n", next.lesson.name);
  if (!next.open.empty()) {
    const OpenTodo& todo = next.open[0];
    text += fmt::format("  Edit    {}:{}\n", next.file(course), todo.line);
    text += wrapped(paint(Colour::kYellow, "TODO " + todo.name + ":") + " " + todo.text, 10);
  } else {
    text += fmt::format("  Edit    {}\n", next.file(course));
  }
  text += fmt::format("  Then    ./course check {0}   (./course watch {0} checks at every save)\n",
                      number);
  return text + fmt::format("  Stuck?  ./course hint {}\n", number);
}

void print_text(const Course& course, const std::vector<Standing>& standings) {
  std::size_t solved = 0;
  for (const Standing& standing : standings) solved += standing.solved() ? 1 : 0;
  fmt::print("{}\n\n",
             paint(Colour::kBold, fmt::format("CUDA Dynamic Parallelism: {} of {} lessons solved",
                                              solved, standings.size())));
  for (const Standing& standing : standings) fmt::print("{}", row(course, standing));
  const Standing* next = next_of(standings);
  fmt::print("\n{}", next != nullptr ? advice(course, *next) : "You have solved them all.\n");
}

nlohmann::ordered_json to_json(const Course& course, const Standing& standing) {
  nlohmann::ordered_json json{{"name", standing.lesson.name},
                              {"title", standing.lesson.title},
                              {"begun", standing.begun},
                              {"verdict", verdict_name(standing.verdict.verdict)},
                              {"points", standing.verdict.points()},
                              {"max_points", standing.max_points()},
                              {"todo", nullptr}};
  if (!standing.open.empty()) {
    const OpenTodo& todo = standing.open[0];
    json["todo"] = {{"name", todo.name},
                    {"file", standing.file(course)},
                    {"line", todo.line},
                    {"text", todo.text}};
  }
  return json;
}

}  // namespace

int run_overview(const Course& course, bool json) {
  const std::vector<Standing> standings = all_standings(course);
  if (!json) {
    print_text(course, standings);
    return 0;
  }
  nlohmann::ordered_json lessons = nlohmann::ordered_json::array();
  for (const Standing& standing : standings) lessons.push_back(to_json(course, standing));
  const Standing* next = next_of(standings);
  nlohmann::ordered_json document{{"lessons", lessons}, {"next", nullptr}};
  if (next != nullptr) document["next"] = next->lesson.name;
  print_json(document);
  return 0;
}

}  // namespace grader
