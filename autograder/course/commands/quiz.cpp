// course quiz: asks the lesson's questions, or judges what stands in answers.toml. A reason is
// shown once a question is answered rightly, or wrongly for the second time.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"
#include "course/commands/commands.h"
#include "course/commands/quiz_tries.h"
#include "course/lesson/answers.h"
#include "course/lesson/lesson.h"
#include "course/lesson/lesson_names.h"
#include "course/screen/json.h"
#include "course/screen/place.h"
#include "course/screen/terminal.h"
#include "course/student/students_files.h"

namespace course {

namespace fs = std::filesystem;

namespace {

struct QuizOptions {
  std::string lesson;
  std::string from;
  bool judge = false;
  bool again = false;
  bool json = false;
};

const char* verdict_of(const Question& key, const std::string& given) {
  if (given.empty()) return "not_run";
  return is_right(key, given) ? "passed" : "failed";
}

/// The form that an answer must have.
std::string form_of(const Question& question) {
  switch (question.kind) {
    case QuestionKind::kChoice:
      return fmt::format("Answer with one letter, a to {}.",
                         static_cast<char>('a' + question.choices.size() - 1));
    case QuestionKind::kNumber:
      return "Answer with a number.";
    case QuestionKind::kOrder:
      return question.choices.empty()
                 ? "Answer with all that the question names, in order, with commas between."
                 : "Answer with all letters in order, with commas between them.";
    case QuestionKind::kText:
      return "Answer with a word or two.";
  }
  return "";
}

/// What is wrong with the form of an answer, which then is none yet; else nothing.
std::string not_an_answer(const Question& key, const std::string& given) {
  return has_form_of_answer(key, given) ? "" : form_of(key);
}

std::string asked(const Question& question, std::size_t number, std::size_t count) {
  std::string text = paint(Color::kBold, fmt::format("Question {} of {}", number, count)) + "\n" +
                     wrapped(question.text, 2);
  char letter = 'a';
  for (const std::string& choice : question.choices) {
    text += wrapped(fmt::format("{}) {}", letter++, choice), 4);
  }
  return text;
}

std::string how_to_answer(QuestionKind kind) {
  switch (kind) {
    case QuestionKind::kChoice:
      return "letter";
    case QuestionKind::kNumber:
      return "number";
    case QuestionKind::kOrder:
      return "in order, with commas";
    case QuestionKind::kText:
      return "answer";
  }
  return "";
}

/// `tells`: a wrong answer is told the right one, with its reason.
std::string judged(const Question& key, const std::string& given, bool tells) {
  if (is_right(key, given)) return wrapped(paint(Color::kGreen, "Right.") + " " + key.reason, 2);
  if (tells) {
    return wrapped(paint(Color::kRed, "No: ") + shown_answer(key) + ". " + key.reason, 2);
  }
  return wrapped(paint(Color::kRed, "No.") +
                     " Think again: the right answer is shown after a second wrong one.",
                 2) +
         wrapped(form_of(key), 2);
}

class Quiz {
 public:
  Quiz(const Course& course, const QuizOptions& options)
      : course_(course),
        options_(options),
        lesson_(find_lessons(load_lessons(course), {options.lesson})[0]),
        file_((options.from.empty() ? course.lessons() : fs::path(options.from)) / lesson_.name /
              "answers.toml"),
        key_(load_questions(course.solutions() / lesson_.name / "answers.toml")),
        tries_(course.progress() / "quiz") {
    if (options.from.empty()) begin_lessons(course, {lesson_});
    for (const Question& given : load_questions(file_)) {
      if (find_question(key_, given.id) == nullptr) {
        throw WrongUse(fmt::format("{}: there is no question {}", file_.string(), given.id));
      }
      answers_[given.id] = given.answer;
    }
  }

  int run() {
    const bool ask = person_is_there() && !options_.judge && !options_.json;
    if (ask) ask_all();
    if (options_.json) print_document();
    if (!ask && !options_.json) print_judgement();
    if (!options_.json) print_outcome(ask);
    return right_answers() == key_.size() ? 0 : 1;
  }

 private:
  std::size_t right_answers() {
    std::size_t right = 0;
    for (const Question& key : key_) right += is_right(key, answers_[key.id]) ? 1 : 0;
    return right;
  }

  void ask_all() {
    fmt::print("{}\n\n", paint(Color::kDim, "Enter alone skips a question; Ctrl-D ends the quiz."));
    for (std::size_t i = 0; i < key_.size(); ++i) {
      const Question& key = key_[i];
      if (is_right(key, answers_[key.id]) && !options_.again) continue;
      fmt::print("{}", asked(key, i + 1, key_.size()));
      if (!ask_until_told(key)) return;
    }
  }

  /// Once, and once again where the answer is the first wrong one. False when there is no more
  /// input.
  bool ask_until_told(const Question& key) {
    for (;;) {
      const auto given = read_answer(key);
      if (!given) return false;
      if (given->empty()) return true;
      answers_[key.id] = *given;
      write_file(file_, with_answer(read_file(file_), key.id, *given));
      const bool is_told = tells(key, *given);
      fmt::print("{}\n", judged(key, *given, is_told));
      if (is_told) return true;
    }
  }

  /// Whether an answer is told the reason: a right one, and the second wrong one.
  bool tells(const Question& key, const std::string& given) const {
    if (given.empty() || !not_an_answer(key, given).empty()) return false;
    return is_right(key, given) || tries_.is_second(lesson_, key.id, given);
  }

  /// Asks until it is one; nothing when there is no more input.
  static std::optional<std::string> read_answer(const Question& key) {
    for (;;) {
      fmt::print("  {}: ", how_to_answer(key.kind));
      std::fflush(stdout);
      std::string line;
      if (!std::getline(std::cin, line)) {
        fmt::print("\n\n");
        return std::nullopt;
      }
      line = std::string(base::trimmed(line));
      const std::string fault = line.empty() ? "" : not_an_answer(key, line);
      if (fault.empty()) return line;
      fmt::print("  {}\n", fault);
    }
  }

  /// The numbers of the questions whose answer is wrong, or missing: "2, 5".
  std::string numbers(bool answered) {
    std::string list;
    for (std::size_t i = 0; i < key_.size(); ++i) {
      const std::string& given = answers_[key_[i].id];
      if (is_right(key_[i], given) || given.empty() == answered) continue;
      list += (list.empty() ? "" : ", ") + std::to_string(i + 1);
    }
    return list;
  }

  void print_outcome(bool asks) {
    fmt::print("{} of {} right.\n", right_answers(), key_.size());
    const std::string wrong = numbers(true);
    const std::string open = numbers(false);
    if (!wrong.empty()) fmt::print("Not right yet: {}.\n", wrong);
    if (!open.empty()) fmt::print("Not answered: {}.\n", open);
    if (asks && right_answers() < key_.size()) {
      fmt::print("./course quiz {} asks what is left. Your answers are in {}.\n", lesson_.number(),
                 path_from_here(course_, file_));
    }
  }

  void print_judgement() {
    for (std::size_t i = 0; i < key_.size(); ++i) {
      const Question& key = key_[i];
      const std::string& given = answers_[key.id];
      fmt::print("{}", asked(key, i + 1, key_.size()));
      if (given.empty()) {
        fmt::print("  not answered: fill in {} in {}\n", key.id, course_.shown(file_));
        continue;
      }
      const std::string fault = not_an_answer(key, given);
      fmt::print("  your answer: {}\n{}", given,
                 fault.empty() ? judged(key, given, tells(key, given)) : wrapped(fault, 2));
    }
  }

  void print_document() {
    nlohmann::ordered_json questions = nlohmann::ordered_json::array();
    for (const Question& key : key_) {
      const std::string& given = answers_[key.id];
      questions.push_back({{"id", key.id},
                           {"verdict", verdict_of(key, given)},
                           {"answer", given},
                           {"reason", tells(key, given) ? key.reason : ""}});
    }
    print_json({{"lesson", lesson_.name},
                {"points", right_answers()},
                {"max_points", key_.size()},
                {"questions", questions}});
  }

  const Course& course_;
  const QuizOptions& options_;
  Lesson lesson_;
  fs::path file_;
  std::vector<Question> key_;
  QuizTries tries_;
  std::map<std::string, std::string> answers_;
};

}  // namespace

void setup_quiz(CLI::App& app, const Course& course, int& status) {
  auto options = std::make_shared<QuizOptions>();
  CLI::App* command = app.add_subcommand(
      "quiz", "Ask the lesson's questions; without a terminal judge answers.toml");
  command->add_option("lesson", options->lesson)->type_name("LESSON")->required();
  command->add_option("--from", options->from, "Take answers.toml from this folder's LESSON")
      ->type_name("DIR");
  command->add_flag("--judge", options->judge, "Ask nothing, judge answers.toml");
  command->add_flag("--again", options->again, "Ask what was answered rightly too");
  command->add_flag("--json", options->json, "Print one JSON document and nothing else");
  command->callback([&course, &status, options] { status = Quiz(course, *options).run(); });
}

}  // namespace course
