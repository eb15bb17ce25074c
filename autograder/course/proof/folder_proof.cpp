// What a lesson's folder and its solution's must hold; see lesson_proof.h.
#include <fmt/format.h>

#include <algorithm>

#include "course/judge/toolchain.h"
#include "course/lesson/answers.h"
#include "course/lesson/mistake.h"
#include "course/lesson/solution.h"
#include "course/lesson/todo.h"
#include "course/proof/lesson_proof.h"

namespace course {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kFewestHints = 3;  // a TODO
constexpr std::size_t kFewestMistakes = 5;
constexpr std::size_t kFewestQuestions = 4;

void need_file(Complaints& complaints, const Course& course, const fs::path& file) {
  if (!fs::exists(file)) complaints.push_back(course.shown(file) + " is missing");
}

void need_at_least(Complaints& complaints, std::size_t have, std::size_t need,
                   const std::string& what) {
  if (have < need) complaints.push_back(fmt::format("{} {}, at least {} needed", have, what, need));
}

void quiz_complaints(Complaints& complaints, const Course& course, const Lesson& lesson) {
  const std::vector<Question> asked = load_questions(lesson.folder / "questions.toml");
  const std::vector<Question> key =
      load_questions(course.solutions() / lesson.name / "answers.toml");
  need_at_least(complaints, asked.size(), kFewestQuestions, "questions");
  for (const Question& question : asked) {
    if (!question.answer.empty()) {
      complaints.push_back("question " + question.id + " gives its answer away");
    }
    const Question* right = find_question(key, question.id);
    if (right == nullptr || right->text != question.text || right->choices != question.choices ||
        right->kind != question.kind) {
      complaints.push_back("question " + question.id + " is not in the key in the same words");
    } else if (!is_right(*right, right->answer) || right->reason.empty()) {
      complaints.push_back("question " + question.id +
                           " has no usable answer and reason in the key");
    }
  }
  if (key.size() != asked.size()) complaints.push_back("the key has other questions than the quiz");
}

bool has_check(const Lesson& lesson, const std::string& todo) {
  return std::any_of(lesson.checks.begin(), lesson.checks.end(),
                     [&](const CheckSpec& check) { return check.todo == todo; });
}

std::size_t hints_for(const Lesson& lesson, const std::string& todo) {
  return static_cast<std::size_t>(
      std::count_if(lesson.hints.begin(), lesson.hints.end(),
                    [&](const Hint& hint) { return hint.todo == todo; }));
}

void todo_complaints(Complaints& complaints, const Lesson& lesson) {
  for (const std::string& todo : lesson.todos) {
    if (!has_check(lesson, todo)) complaints.push_back("no check needs TODO " + todo);
    need_at_least(complaints, hints_for(lesson, todo), kFewestHints, "hints for TODO " + todo);
  }
}

void check_name_complaints(Complaints& complaints, const Course& course, const Lesson& lesson) {
  const std::vector<std::string> tests = tests_of(course, lesson);
  for (const CheckSpec& check : lesson.checks) {
    if (std::find(tests.begin(), tests.end(), check.name) == tests.end()) {
      complaints.push_back("the check program has no " + lesson.suite + "." + check.name);
    }
  }
  for (const std::string& test : tests) {
    if (lesson.check(test) == nullptr) {
      complaints.push_back("lesson.toml does not name the check " + test);
    }
  }
}

}  // namespace

Complaints folder_complaints(const Course& course, const Lesson& lesson) {
  Complaints complaints;
  const fs::path solution = course.solutions() / lesson.name;
  for (const char* name : {"README.md", "skeleton.cu", "exercise.h", "questions.toml"}) {
    need_file(complaints, course, lesson.folder / name);
  }
  need_file(complaints, course, regions_of_solution(course, lesson));
  need_file(complaints, course, solution / "answers.toml");
  need_at_least(complaints, load_mistakes(course, lesson).size(), kFewestMistakes, "mistakes");
  todo_complaints(complaints, lesson);
  check_name_complaints(complaints, course, lesson);
  if (complaints.empty() && !open_todos(solution_of(course, lesson)).empty()) {
    complaints.push_back("the solution has a TODO left");
  }
  if (fs::exists(lesson.folder / "questions.toml") && fs::exists(solution / "answers.toml")) {
    quiz_complaints(complaints, course, lesson);
  }
  return complaints;
}

}  // namespace course
